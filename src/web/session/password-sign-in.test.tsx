// Signing in and out by e-mail and password in the browser, with the real session client, a server played by fetch
// and the SDK played too: what the page brings to the server, what it says, and that both sign-ins end together.
import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useContext, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProductTheme } from '#web/theme/theme.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { SessionProvider } from './session-provider.tsx'
import { AccessContext } from './use-access.ts'

const sdk = vi.hoisted(() => ({ loaded: vi.fn(), openFirebase: vi.fn(), signInByPassword: vi.fn(), sendPasswordLink: vi.fn(), signOutOfFirebase: vi.fn() }))
vi.mock('./firebase-sdk.ts', () => {
  sdk.loaded()
  return sdk
})

const allowed = {
  allow: true,
  operator: 'OP1',
  operators: [],
  roles: ['ADMIN'],
  user: { id: 'u', name: 'Ada', email: null, grants: [{ role: 'ADMIN' }] },
  tenantId: '1',
  expiresAt: null,
}
let session: object
let answer: { status: number; body: object }
let posted: Record<string, string>[]

beforeEach(() => {
  localStorage.clear()
  session = {}
  posted = []
  answer = { status: 200, body: { url: 'http://wool.localhost/x' } }
  for (const call of Object.values(sdk)) call.mockReset()
  sdk.openFirebase.mockReturnValue({ name: 'auth' })
  sdk.signInByPassword.mockResolvedValue({ idToken: 'i', refreshToken: 'r' })
  sdk.signOutOfFirebase.mockResolvedValue(undefined)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const path = new URL(String(input), 'http://wool.localhost').pathname
    if (init.body) posted.push({ path, ...Object.fromEntries(new URLSearchParams(String(init.body))) })
    if (path === '/api/auth/session') return Response.json(session)
    if (path === '/api/auth/csrf') return Response.json({ csrfToken: 'c' })
    if (path === '/api/auth/firebase') return Response.json({ projectId: 'p', apiKey: 'k', authDomain: 'd', standIn: null })
    if (path === '/api/auth/providers') return Response.json({ firebase: { id: 'firebase', name: 'Firebase', type: 'credentials' } })
    if (path === '/api/auth/callback/firebase') {
      if (answer.status === 200) session = { user: { uid: 'ada', accessToken: 't' }, expires: '2099-01-01' }
      return Response.json(answer.body, { status: answer.status })
    }
    if (path === '/api/auth/signout') {
      session = {}
      return Response.json({ url: 'http://wool.localhost/public/login' })
    }
    return Response.json(allowed)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Seen() {
  const { status, signInWithPassword, signOut } = useContext(AccessContext)
  const [result, setResult] = useState<string | null>('-')
  return (
    <>
      <output>{`${status} ${result}`}</output>
      <button type="button" onClick={() => void signInWithPassword('ada@wool.example', 'secret').then(setResult)}>
        enter
      </button>
      <button type="button" onClick={() => signOut({ everywhere: true })}>
        leave
      </button>
    </>
  )
}
async function show(): Promise<void> {
  render(
    <ThemeProvider theme={createProductTheme()}>
      <SessionProvider>
        <Seen />
      </SessionProvider>
      <Toasts />
    </ThemeProvider>,
  )
  await seen('unauthenticated -')
}
const seen = (text: string) => waitFor(() => expect(document.querySelector('output')?.textContent).toBe(text))
const press = (name: string) => userEvent.click(screen.getByText(name))

describe('signInWithPassword', () => {
  it.each([
    ['auth/invalid-credential', 'The e-mail address or the password is not right.'],
    ['auth/user-not-found', 'The e-mail address or the password is not right.'],
    ['auth/user-disabled', 'This account has been switched off. Please ask your administrator.'],
    ['auth/too-many-requests', 'Too many attempts from here. Please wait a minute and try again.'],
    ['auth/network-request-failed', 'The server does not answer. Check your connection and try again.'],
    ['auth/never-heard-of', 'The sign-in could not be started. Please try again.'],
  ])('says what %s means, and asks our server nothing', async (code, sentence) => {
    sdk.signInByPassword.mockRejectedValue(Object.assign(new Error(code), { code }))
    await show()
    await press('enter')
    await seen(`unauthenticated ${sentence}`)
    expect(posted).toEqual([])
  })
  it('signs out of Firebase again when our server does not believe it', async () => {
    answer = { status: 401, body: { url: 'http://wool.localhost/public/login?error=CredentialsSignin' } }
    await show()
    await press('enter')
    await seen('unauthenticated These sign-in details were not accepted.')
    expect(sdk.signOutOfFirebase).toHaveBeenCalledTimes(1)
  })
  it('brings both tokens to the session service, and the person is let in', async () => {
    await show()
    await press('enter')
    await seen('authenticated null')
    expect(posted).toEqual([expect.objectContaining({ path: '/api/auth/callback/firebase', idToken: 'i', refreshToken: 'r', csrfToken: 'c', json: 'true' })])
  })
})

describe('signing out on every device', () => {
  it('calls the SDK’s sign-out, our server’s with everywhere=true, and the session client’s', async () => {
    vi.stubGlobal('location', {
      ...window.location,
      origin: 'http://wool.localhost',
      pathname: '/x',
      search: '',
      hash: '',
      href: 'http://wool.localhost/x',
      assign: vi.fn(),
    })
    await show()
    await press('enter')
    await seen('authenticated null')
    posted = []
    await press('leave')
    await waitFor(() => expect(posted.filter(({ path }) => path === '/api/auth/signout')).toHaveLength(2))
    expect(posted[0]).toMatchObject({ everywhere: 'true', csrfToken: 'c' })
    expect(sdk.signOutOfFirebase).toHaveBeenCalledWith({ name: 'auth' })
  })
})

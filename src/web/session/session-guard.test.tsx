// The transitions of a session in the browser (specification sections 4 and 5), with the real session client
// and a server played by fetch: refused, let in, remembered, unreachable, signed out.
import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useContext } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProductTheme } from '#web/theme/theme.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { SessionProvider } from './session-provider.tsx'
import { AccessContext } from './use-access.ts'

const encoded = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
const tokenUntil = (seconds: number) => `${encoded({ alg: 'HS256' })}.${encoded({ exp: Math.floor(Date.now() / 1000) + seconds })}.x`
const token = tokenUntil(900)
const omar = { id: 'u1', name: 'Omar', email: 'omar@cotton.example', grants: [{ role: 'OPERATOR_MANAGER', operatorIds: ['o1'] }] }
const allowed = {
  allow: true,
  operator: 'OP1',
  operators: [{ id: 'o1', code: 'OP1', name: 'Narmada' }],
  roles: ['OPERATOR_MANAGER'],
  user: omar,
  tenantId: '1',
  expiresAt: null,
}
const refused = { allow: false, operator: null, operators: [], roles: [], user: null, tenantId: '1', expiresAt: null }

/** `session` null: no answer at all; a number: a proxy's page with that status. */
type Server = { session: object | number | null; access: object | number }
let server: Server
let calls: string[]
/** Query of each sign-in that was started. */
let pending: string[]

// However busy the machine: an answer is waited for, and what the page fetches behind its first drawing is at hand.
beforeAll(async () => {
  await Promise.all([import('./progress-dialog.tsx'), import('#web/ui/toast-bar.tsx')])
})
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  calls = []
  pending = []
  server = { session: { user: { uid: 'omar', accessToken: token }, expires: '2099-01-01' }, access: allowed }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const path = new URL(String(input), 'http://cotton.localhost').pathname
    calls.push(
      `${(init.method ?? 'GET').toUpperCase()} ${path}${path === '/api/auth' ? ` ${new Headers(init.headers).get('authorization')}, cookies: ${init.credentials}` : ''}`,
    )
    if (path === '/api/auth/session') {
      if (server.session === null) throw new TypeError('Failed to fetch')
      return typeof server.session === 'number' ? new Response('<html>', { status: server.session }) : Response.json(server.session)
    }
    if (path === '/api/auth/providers') return Response.json({ oidc: { id: 'oidc', name: 'People', type: 'oidc' } })
    if (path.startsWith('/api/auth/signin/')) {
      pending.push(new URL(String(input), 'http://cotton.localhost').search)
      return Response.json({ url: '#away' })
    }
    if (path === '/api/auth/_log') return new Response(null)
    if (path === '/api/auth/csrf') return Response.json({ csrfToken: 'c' })
    if (path === '/api/auth/signout') {
      server.session = {}
      return Response.json({ url: 'http://cotton.localhost/public/login' })
    }
    if (path === '/api/auth') return typeof server.access === 'number' ? Response.json({ code: 'X' }, { status: server.access }) : Response.json(server.access)
    throw new TypeError(`unexpected ${path}`)
  })
})
afterEach(async () => {
  // Messages outlive a page on purpose; the next test begins without them.
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(button)
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Seen() {
  const { status, answer, failure, ended, isOffline, signIn, signOut } = useContext(AccessContext)
  return (
    <>
      <output>{`${status} ${answer?.operator ?? 'none'} ${answer?.user?.name ?? 'nobody'}${isOffline ? ' offline' : ''}${ended ? `, ended ${ended}` : ''}`}</output>
      <button type="button" onClick={() => signIn('oidc', null)}>
        enter
      </button>
      {failure ? (
        <button type="button" onClick={failure.retry}>
          retry
        </button>
      ) : null}
      <button type="button" onClick={() => signOut({ afterwards: () => localStorage.removeItem('farmbook:draft') })}>
        leave
      </button>
    </>
  )
}
const show = () =>
  render(
    <ThemeProvider theme={createProductTheme()}>
      <SessionProvider>
        <Seen />
      </SessionProvider>
      <Toasts />
    </ThemeProvider>,
  )
const seen = (text: string) => waitFor(() => expect(document.querySelector('output')?.textContent).toBe(text))
const requested = () => calls.filter((call) => call.startsWith('GET /api/auth '))

describe('SessionProvider', () => {
  it('refuses a person whom the server does not allow: toast, signed out, nothing stored', async () => {
    server.access = refused
    show()
    expect(await screen.findByText('You are not allowed to login.')).toBeTruthy()
    await seen('unauthenticated none nobody')
    expect(calls).toContain('POST /api/auth/signout')
    expect([localStorage.getItem('operator'), localStorage.getItem('farmbook:person')]).toEqual([null, null])
  })
  it('signs out a person whose session could not be renewed, without asking for access', async () => {
    server.session = { user: { uid: 'omar', accessToken: null }, expires: '2099-01-01', error: 'RefreshTokenError' }
    show()
    expect(await screen.findByText('Your sign-in has ended. Please sign in again.')).toBeTruthy()
    expect(requested()).toEqual([])
  })
  it('lets nobody in while the server cannot say, and asks again when told to', async () => {
    server.access = 503
    show()
    const retry = await screen.findByRole('button', { name: 'retry' })
    await seen('unauthenticated none nobody')
    expect(calls).not.toContain('POST /api/auth/signout')
    server.access = allowed
    await userEvent.click(retry)
    await seen('authenticated OP1 Omar')
  })
  it('without a session is unauthenticated, and forgets a stored operator', async () => {
    server.session = {}
    localStorage.setItem('operator', 'OP9')
    show()
    await seen('unauthenticated none nobody')
    await waitFor(() => expect(localStorage.getItem('operator')).toBeNull())
  })
  it('lets in whom the server allows, asking once with the bearer token and the cookies, and stores user and operator', async () => {
    show()
    await seen('authenticated OP1 Omar')
    expect(requested()).toEqual([`GET /api/auth Bearer ${token}, cookies: include`])
    expect(localStorage.getItem('operator')).toBe('OP1')
    expect(JSON.parse(localStorage.getItem('farmbook:person') ?? '')).toMatchObject({ uid: 'omar', answer: { user: omar } })
  })
  it('does not ask again for somebody whose operator is stored', async () => {
    localStorage.setItem('operator', 'OP1')
    localStorage.setItem('farmbook:person', JSON.stringify({ uid: 'omar', answer: allowed }))
    show()
    await seen('authenticated OP1 Omar')
    expect(requested()).toEqual([])
  })
  it('asks once per sign-in, whatever new tokens the session is given', async () => {
    show()
    await seen('authenticated OP1 Omar')
    for (const seconds of [901, 902]) {
      const before = calls.length
      server.session = { user: { uid: 'omar', accessToken: tokenUntil(seconds) }, expires: '2099-01-01' }
      fromAnotherTab('getSession')
      await waitFor(() => expect(calls.slice(before)).toContain('GET /api/auth/session'))
      await seen('authenticated OP1 Omar')
    }
    expect(requested()).toHaveLength(1)
  })
  it('of a stored operator about whom nothing else is known asks once behind, and not again with the next token', async () => {
    localStorage.setItem('operator', 'OP1')
    show()
    await seen('authenticated OP1 Omar')
    const before = calls.length
    server.session = { user: { uid: 'omar', accessToken: tokenUntil(903) }, expires: '2099-01-01' }
    fromAnotherTab('getSession')
    await waitFor(() => expect(calls.slice(before)).toContain('GET /api/auth/session'))
    await seen('authenticated OP1 Omar')
    expect(requested()).toHaveLength(1)
  })
  it('asks again at the next look where the answer behind did not come', async () => {
    localStorage.setItem('operator', 'OP1')
    server.access = 503
    show()
    await seen('authenticated OP1 ')
    await waitFor(() => expect(requested()).toHaveLength(1))
    server.access = allowed
    server.session = { user: { uid: 'omar', accessToken: tokenUntil(904) }, expires: '2099-01-01' }
    fromAnotherTab('getSession')
    await seen('authenticated OP1 Omar')
    expect(requested()).toHaveLength(2)
  })
  it('asks for somebody else on the same device, whatever operator is stored', async () => {
    localStorage.setItem('operator', 'OP7')
    localStorage.setItem('farmbook:person', JSON.stringify({ uid: 'ada', answer: { ...allowed, operator: 'OP7' } }))
    show()
    await seen('authenticated OP1 Omar')
    expect(requested()).toHaveLength(1)
  })
  it('forgets everything at sign-out', async () => {
    const assign = vi.fn()
    vi.stubGlobal('location', {
      ...window.location,
      origin: 'http://cotton.localhost',
      pathname: '/private/x',
      search: '',
      hash: '',
      href: 'http://cotton.localhost/private/x',
      assign,
    })
    show()
    await seen('authenticated OP1 Omar')
    localStorage.setItem('farmbook:draft', '{}')
    await userEvent.click(screen.getByRole('button', { name: 'leave' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/public/login'))
    expect(['operator', 'farmbook:person', 'farmbook:draft'].map((key) => localStorage.getItem(key))).toEqual([null, null, null])
    expect(calls).toContain('POST /api/auth/signout')
  })
})

const record = (answer: unknown, uid: unknown = 'omar') => localStorage.setItem('farmbook:person', JSON.stringify({ uid, answer }))
const look = (event: 'visibilitychange' | 'online') =>
  event === 'online' ? window.dispatchEvent(new Event('online')) : document.dispatchEvent(new Event('visibilitychange'))
/** As another tab of the same browser reports it. */
const fromAnotherTab = (trigger: string) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue: JSON.stringify({ event: 'session', data: { trigger } }) }))
const stored = () => [localStorage.getItem('operator'), localStorage.getItem('farmbook:person') !== null]

describe('a session call without a readable answer', () => {
  const letIn = async () => {
    show()
    await seen('authenticated OP1 Omar')
  }
  it.each([
    ['no connection', null],
    ['a proxy’s 502', 502],
    ['a page of somebody else’s network (200)', 200],
  ] as const)('(%s) signs nobody out and wipes nothing, and is over by itself when the server answers', async (_, silence) => {
    await letIn()
    server.session = silence
    fromAnotherTab('getSession')
    await seen('authenticated OP1 Omar offline')
    expect([stored(), calls.includes('POST /api/auth/signout')]).toEqual([['OP1', true], false])
    server.session = { user: { uid: 'omar', accessToken: tokenUntil(901) }, expires: '2099-01-01' }
    look('online')
    await seen('authenticated OP1 Omar')
  })
  it('is asked again when the window is looked at; once the server says that there is none, the person is out', async () => {
    await letIn()
    server.session = null
    fromAnotherTab('getSession')
    await seen('authenticated OP1 Omar offline')
    server.session = {}
    look('visibilitychange')
    await seen('unauthenticated none nobody, ended by itself')
    await waitFor(() => expect(stored()).toEqual([null, false]))
  })
  it('at the very beginning lets in whoever is remembered, and asks for nobody else', async () => {
    localStorage.setItem('operator', 'OP1')
    record(allowed)
    server.session = null
    show()
    await seen('authenticated OP1 Omar offline')
    expect(requested()).toEqual([])
  })
  it('at the very beginning lets in nobody who is not remembered', async () => {
    server.session = null
    show()
    await seen('unauthenticated none nobody')
  })
})

describe('signing out in another tab', () => {
  it('is reported as that, and not as the end of a session by itself', async () => {
    show()
    await seen('authenticated OP1 Omar')
    server.session = {}
    fromAnotherTab('signout')
    await seen('unauthenticated none nobody, ended elsewhere')
  })
})

describe('what is stored of a person', () => {
  it.each([
    ['roles, but no user', { ...allowed, user: null }],
    ['null for roles', { ...allowed, roles: null }],
    ['null for operators', { ...allowed, operators: null }],
    ['a user without grants', { ...allowed, user: { id: 'u1', name: 'Omar', email: null } }],
    ['a role that is none', { ...allowed, roles: ['constructor'] }],
    ['a refusal', { ...allowed, allow: false }],
    ['nothing of it', null],
    ['a list', []],
  ])('and holds %s counts as not stored: the server is asked, and says who it is', async (_, answer) => {
    localStorage.setItem('operator', 'OP1')
    record(answer)
    show()
    await seen('authenticated OP1 Omar')
    expect(requested()).toHaveLength(1)
    expect(JSON.parse(localStorage.getItem('farmbook:person') ?? '')).toMatchObject({ answer: { user: omar } })
  })
  it('is not replaced by an answer of the server that makes no sense: access could not be checked', async () => {
    server.access = { ...allowed, user: null }
    show()
    await screen.findByRole('button', { name: 'retry' })
    await seen('unauthenticated none nobody')
  })
})

describe('the provider asks again who it is', () => {
  it('after a refusal, and no longer once somebody has been let in', async () => {
    server.access = refused
    show()
    await screen.findByText('You are not allowed to login.')
    await seen('unauthenticated none nobody')
    await userEvent.click(await screen.findByRole('button', { name: 'enter' }))
    await waitFor(() => expect(pending).toEqual(['?prompt=login']))
    server.access = allowed
    server.session = { user: { uid: 'omar', accessToken: token }, expires: '2099-01-01' }
    fromAnotherTab('getSession')
    await seen('authenticated OP1 Omar')
    await userEvent.click(await screen.findByRole('button', { name: 'enter' }))
    await waitFor(() => expect(pending).toEqual(['?prompt=login', '']))
  })
})

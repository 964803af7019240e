// Every logout signs out of the identity SDK where the programme has a project, also in a page that never used the SDK; a
// programme without a project never loads it. A file of its own, because the SDK is initialised once in a page.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const sdk = vi.hoisted(() => ({ loaded: vi.fn(), openFirebase: vi.fn(), signInByPassword: vi.fn(), sendPasswordLink: vi.fn(), signOutOfFirebase: vi.fn() }))
vi.mock('./firebase-sdk.ts', () => {
  sdk.loaded()
  return sdk
})

let providers: object
let project: Response | null
let calls: string[]
beforeEach(() => {
  vi.resetModules()
  for (const call of Object.values(sdk)) call.mockReset()
  sdk.openFirebase.mockReturnValue({ name: 'auth' })
  sdk.signOutOfFirebase.mockResolvedValue(undefined)
  calls = []
  project = Response.json({ projectId: 'p', apiKey: 'k', authDomain: 'd', standIn: null })
  providers = { firebase: { id: 'firebase', name: 'Firebase', type: 'credentials' } }
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const path = new URL(String(input), 'http://wool.localhost').pathname
    calls.push(`${(init.method ?? 'GET').toUpperCase()} ${path}`)
    if (path === '/api/auth/csrf') return Response.json({ csrfToken: 'c' })
    if (path === '/api/auth/providers') return Response.json(providers)
    if (path === '/api/auth/firebase') {
      if (!project) throw new TypeError('Failed to fetch')
      return project
    }
    return Response.json({ url: 'http://wool.localhost/public/login' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('endSession', () => {
  it('does not load the SDK for a programme without a project', async () => {
    providers = { oidc: { id: 'oidc', name: 'People', type: 'oidc' } }
    await (await import('./end-session.ts')).endSession(false)
    expect(calls).toContain('POST /api/auth/signout')
    expect(calls).not.toContain('GET /api/auth/firebase')
    expect(sdk.signOutOfFirebase).not.toHaveBeenCalled()
  })
  it('ends our own session although the project does not answer', async () => {
    project = null
    await (await import('./end-session.ts')).endSession(false)
    expect(calls).toContain('POST /api/auth/signout')
    expect(sdk.signOutOfFirebase).not.toHaveBeenCalled()
  })
  it('initialises the SDK and signs out of it in a page that has not used it', async () => {
    await (await import('./end-session.ts')).endSession(false)
    expect(sdk.openFirebase).toHaveBeenCalledWith({ projectId: 'p', apiKey: 'k', authDomain: 'd', standIn: null })
    expect(sdk.signOutOfFirebase).toHaveBeenCalledWith({ name: 'auth' })
    expect(calls).toContain('POST /api/auth/signout')
  })
})

describe('the login page of a programme with a project', () => {
  it('initialises the SDK before anybody has typed anything', async () => {
    const { initialiseFirebase } = await import('./password-sign-in.ts')
    initialiseFirebase()
    await vi.waitFor(() => expect(sdk.openFirebase).toHaveBeenCalledTimes(1), { timeout: 60_000 })
  })
})

// The stand-in for Firebase: it never runs where real people sign in, and it refuses as Firebase does.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type IdentityToolkit, standInPassword, startIdentityToolkit } from './identity-toolkit.ts'

let toolkit: IdentityToolkit | undefined
afterEach(async () => {
  vi.unstubAllEnvs()
  await toolkit?.close()
  toolkit = undefined
})

describe('startIdentityToolkit', () => {
  it('does not start in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    await expect(startIdentityToolkit()).rejects.toThrow('does not run in production')
  })
  it('refuses unknown addresses and wrong passwords alike, and signs what it gives', async () => {
    toolkit = await startIdentityToolkit()
    const ask = async (path: string, body: string) => {
      const response = await fetch(`${toolkit?.settings.standIn}/${path}`, { method: 'POST', body })
      return { status: response.status, body: (await response.json()) as { error?: { message: string }; idToken?: string } }
    }
    const signIn = (email: string, password: string) =>
      ask('identitytoolkit.googleapis.com/v1/accounts:signInWithPassword', JSON.stringify({ email, password }))
    const [unknown, wrong, right] = [
      await signIn('x@y.example', 'x'),
      await signIn('omar@cotton.example', 'x'),
      await signIn('omar@cotton.example', standInPassword),
    ]
    expect([unknown.status, wrong.status, unknown.body.error?.message]).toEqual([400, 400, 'INVALID_LOGIN_CREDENTIALS'])
    expect(wrong.body).toEqual(unknown.body)
    expect(JSON.parse(Buffer.from(right.body.idToken?.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ alg: 'RS256' })
    expect((await ask('identitytoolkit.googleapis.com/v1/accounts:delete', '{}')).status).toBe(404)
    expect((await ask('identitytoolkit.googleapis.com/v1/__proto__', '{}')).status).toBe(404)
    expect((await ask('identitytoolkit.googleapis.com/v1/accounts:signUp', '{')).status).toBe(400)
  })
})

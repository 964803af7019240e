// The development identity provider: not in production, on this machine only, for our own addresses only; and it
// remembers its sign-ins across a restart.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DevelopmentIdp, startDevelopmentIdp } from './idp.ts'
import { openIdpStore } from './idp-store.ts'
import { findRunning, noteRunning } from './running.ts'
import { loopback } from './sign-in.ts'

let folder: string
let idp: DevelopmentIdp | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farmbook-idp-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await idp?.close()
  idp = undefined
  rmSync(folder, { recursive: true, force: true })
})
const begin = async (redirect_uri: string) => {
  const query = new URLSearchParams({
    client_id: 'farmbook',
    response_type: 'code',
    scope: 'openid',
    redirect_uri,
    state: 's',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  return loopback(new Request(`${idp?.issuer}/auth?${query}`))
}

describe('startDevelopmentIdp', () => {
  it('refuses to run in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    await expect(startDevelopmentIdp({ port: 0, dataDir: null, localTenant: 'cotton' })).rejects.toThrow('does not run in production')
  })
  it('sends nobody to an address that is not ours', async () => {
    idp = await startDevelopmentIdp({ port: 0, dataDir: null, localTenant: 'cotton' })
    const foreign = [
      'https://evil.test/api/auth/callback/oidc',
      'http://cotton.localhost.evil.test/api/auth/callback/oidc',
      'http://cotton.localhost:4300/elsewhere',
      'http://a@cotton.localhost/api/auth/callback/oidc',
      'javascript:alert(1)',
    ]
    for (const uri of foreign) {
      const answer = await begin(uri)
      expect([uri, answer.status, answer.headers.get('location')]).toEqual([uri, 400, null])
    }
  })
  it('offers the people of the programme one comes from, and says what it is', async () => {
    idp = await startDevelopmentIdp({ port: 0, dataDir: null, localTenant: 'cotton' })
    for (const [host, shown, hidden] of [
      ['cotton.localhost:4300', 'ada@cotton', 'dina@dairy'],
      ['localhost:4300', 'ada@cotton', 'dina@dairy'],
      ['dairy.localhost:4300', 'dina@dairy', 'ada@cotton'],
    ] as const) {
      const started = await begin(`http://${host}/api/auth/callback/oidc`)
      const cookie = started.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const page = await loopback(new Request(new URL(started.headers.get('location') ?? '', idp.issuer), { headers: { cookie } }))
      const html = await page.text()
      expect(html).toContain(`value="${shown}"`)
      expect(html).not.toContain(`value="${hidden}"`)
      expect(html).toContain('This is the development identity provider.')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })
  it('takes another port when somebody else has the wanted one', async () => {
    idp = await startDevelopmentIdp({ port: 0, dataDir: null, localTenant: 'cotton' })
    const second = await startDevelopmentIdp({ port: Number(new URL(idp.issuer).port), dataDir: null, localTenant: 'cotton' })
    expect(second.issuer).not.toBe(idp.issuer)
    await second.close()
  })
})

describe('openIdpStore', () => {
  const file = () => join(folder, 'idp.json')
  it('keeps key and sign-ins across a restart, and forgets what has expired', async () => {
    let now = 1_000_000
    const first = await openIdpStore(file(), () => now)
    await first.adapter('Session').upsert('s1', { uid: 'u1' }, 60)
    await first.adapter('RefreshToken').upsert('r1', { grantId: 'g1' }, 10)
    await first.close()
    now += 20_000
    const second = await openIdpStore(file(), () => now)
    expect(second.jwks).toEqual(first.jwks)
    expect(await second.adapter('Session').findByUid('u1')).toEqual({ uid: 'u1' })
    expect(await second.adapter('RefreshToken').find('r1')).toBeUndefined()
    expect(await second.adapter('Grant').find('s1')).toBeUndefined()
  })
  it('takes back everything of a grant', async () => {
    const store = await openIdpStore(null)
    const tokens = store.adapter('RefreshToken')
    await tokens.upsert('r1', { grantId: 'g1' }, 60)
    await tokens.upsert('r2', { grantId: 'g2' }, 60)
    await tokens.revokeByGrantId('g1')
    expect([await tokens.find('r1'), await tokens.find('r2')]).toEqual([undefined, { grantId: 'g2' }])
  })
  it('begins anew over a file that cannot be read', async () => {
    writeFileSync(file(), '{"jwks":')
    expect((await openIdpStore(file())).jwks.keys).toHaveLength(1)
  })
})

describe('noteRunning', () => {
  it('lets others find this server until it ends', () => {
    expect(findRunning(folder)).toBeNull()
    const end = noteRunning(folder, 4300)
    expect(findRunning(folder)).toEqual({ port: 4300, pid: process.pid })
    end()
    expect(findRunning(folder)).toBeNull()
  })
  it('does not believe a file left behind by a process that is gone', () => {
    writeFileSync(join(folder, 'running.json'), JSON.stringify({ port: 4300, pid: 2 ** 22 + 1 }))
    expect(findRunning(folder)).toBeNull()
    writeFileSync(join(folder, 'running.json'), 'x')
    expect(findRunning(folder)).toBeNull()
  })
})

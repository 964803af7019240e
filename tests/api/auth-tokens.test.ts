// Bearer tokens and session cookies on the product's own calls: what is refused, and with which code. Then
// hosts: whose site a request reaches, whatever it claims in other headers.
import { encode } from '@auth/core/jwt'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessTokenTtlS, mintAccessToken, seal, sessionSecrets, unseal, verifyAccessToken } from '#server/auth/tokens.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { cotton, dairy, openStage, type Stage } from './sign-in-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
})
beforeEach(() => {
  stage.ahead.ms = 0
})

const whoami = (authorization: string, origin = cotton) => stage.send(`${origin}/api/whoami`, { headers: { authorization } })
const outcomeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
const claims = () => ({ uid: 'omar@cotton.example', sid: null, userId: stage.people['omar@cotton'] ?? null })
const parts = (token: string) => token.split('.') as [string, string, string]
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a bearer token', () => {
  const refusals: Record<string, () => Promise<string> | string> = {
    'that has expired': async () => {
      const { token } = await mintAccessToken(stage.settings.secrets, stage.tenants.cotton.id, claims(), new Date(Date.now() - accessTokenTtlS * 1000))
      return `Bearer ${token}`
    },
    'with alg none': async () => {
      const payload = decoded(parts(await stage.token('ada@cotton'))[1])
      return `Bearer ${new UnsecuredJWT(payload).encode()}`
    },
    'with alg none and the old signature': async () => {
      const [, payload, signature] = parts(await stage.token('ada@cotton'))
      return `Bearer ${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`
    },
    'whose payload was changed': async () => {
      const [head, payload, signature] = parts(await stage.token('omar@cotton'))
      return `Bearer ${head}.${encoded({ ...decoded(payload), user: stage.people['ada@cotton'] })}.${signature}`
    },
    'for another audience': async () => {
      const payload = decoded(parts(await stage.token('ada@cotton'))[1])
      const key = await keyOf('access-token')
      return `Bearer ${await new SignJWT({ ...payload, aud: 'another-api' }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(key)}`
    },
    'of another issuer': async () => {
      const payload = decoded(parts(await stage.token('ada@cotton'))[1])
      return `Bearer ${await new SignJWT({ ...payload, iss: stage.idp.issuer }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(await keyOf('access-token'))}`
    },
    'of another kind (typ JWT), signed with the right key': async () => {
      const payload = decoded(parts(await stage.token('ada@cotton'))[1])
      return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(await keyOf('access-token'))}`
    },
    'whose session is no id': async () => {
      const { token } = await mintAccessToken(stage.settings.secrets, stage.tenants.cotton.id, { ...claims(), sid: 'omar' }, new Date())
      return `Bearer ${token}`
    },
    'whose person is no id': async () => {
      const { token } = await mintAccessToken(stage.settings.secrets, stage.tenants.cotton.id, { ...claims(), userId: 'omar' }, new Date())
      return `Bearer ${token}`
    },
    'without an end': async () => {
      const { exp: _exp, ...payload } = decoded(parts(await stage.token('ada@cotton'))[1])
      return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(await keyOf('access-token'))}`
    },
    'naming another tenant though signed with this one’s key': async () => {
      const payload = decoded(parts(await stage.token('ada@cotton'))[1])
      return `Bearer ${await new SignJWT({ ...payload, tenant: stage.tenants.dairy.id }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(await keyOf('access-token'))}`
    },
    'signed with the session’s key': async () => {
      const payload = decoded(parts(await stage.token('ada@cotton'))[1])
      return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(await keyOf('session'))}`
    },
    'signed by somebody else (RS256)': async () => {
      const payload = decoded(parts(await stage.token('ada@cotton'))[1])
      return `Bearer ${await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign((await generateKeyPair('RS256')).privateKey)}`
    },
    'of tenant dairy': async () => `Bearer ${await stage.token('dina@dairy')}`,
    'that is no token': () => 'Bearer x',
    'with two tokens': () => 'Bearer a.b.c d.e.f',
    'that is empty': () => 'Bearer ',
    'of another scheme': () => 'Basic b21hcjpvbWFy',
  }
  it.each(Object.keys(refusals))('%s is refused (401 UNAUTHENTICATED)', async (name) => {
    const answer = await whoami((await refusals[name]?.()) ?? '')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await outcomeOf(answer)).toEqual([401, 'UNAUTHENTICATED'])
  })
  it('is good for 15 minutes to the second, and refused from then on', async () => {
    const now = new Date(1_800_000_000_000)
    const { token } = await mintAccessToken(stage.settings.secrets, 1, claims(), now)
    const at = (seconds: number) => verifyAccessToken(stage.settings.secrets, 1, token, new Date(now.getTime() + seconds * 1000))
    await expect(at(899)).resolves.toMatchObject({ uid: 'omar@cotton.example' })
    await expect(at(900)).rejects.toThrow('expired')
  })
  it('is judged before a good cookie: the worse of two credentials counts', async () => {
    const { cookie } = await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })
    expect((await stage.send(`${cotton}/api/whoami`, { headers: { cookie, authorization: 'Bearer x' } })).status).toBe(401)
  })
  it('of a person with a place is enough for every call, reading and writing, without a cookie', async () => {
    const authorization = `Bearer ${await stage.token('omar@cotton')}`
    expect(await (await whoami(authorization)).json()).toEqual({ id: stage.people['omar@cotton'], tenant: 'cotton', roles: ['OPERATOR_MANAGER'] })
    expect((await stage.send(`${cotton}/api/whoami`, { method: 'POST', headers: { authorization } })).status).toBe(200)
  })
  it('signed with a former secret is still good after a rotation, and no more once that secret is gone', async () => {
    const { token } = await mintAccessToken(['the former one'], 1, claims(), new Date())
    await expect(verifyAccessToken(['the new one', 'the former one'], 1, token, new Date())).resolves.toMatchObject({ uid: 'omar@cotton.example' })
    await expect(verifyAccessToken(['the new one'], 1, token, new Date())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

async function keyOf(purpose: string): Promise<Uint8Array> {
  const { hkdfSync } = await import('node:crypto')
  return new Uint8Array(hkdfSync('sha256', stage.settings.secrets[0], 'farmbook', `${purpose}:${stage.tenants.cotton.id}`, 32))
}

describe('GET /api/auth', () => {
  it('refuses without a bearer token (401), also with a session cookie: no other site can ask it', async () => {
    const { cookie } = await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })
    expect(await outcomeOf(await stage.send(`${cotton}/api/auth`))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await outcomeOf(await stage.send(`${cotton}/api/auth`, { headers: { cookie } }))).toEqual([401, 'UNAUTHENTICATED'])
  })
  it('answers allow false to a person without a single role', async () => {
    await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db
        .updateTable('user')
        .set({ roles: JSON.stringify([{ role: 'CHIEF' }]) })
        .where('tenant_id', '=', stage.tenants.cotton.id)
        .where('id', '=', stage.people['ines@cotton'] as string)
        .execute(),
    )
    const answer = await stage.send(`${cotton}/api/auth`, { headers: { authorization: `Bearer ${await stage.token('ines@cotton')}` } })
    expect(await answer.json()).toMatchObject({ allow: false, operator: null, roles: [] })
  })
})

describe('a session cookie', () => {
  it('lets its browser read, and write from its own origin', async () => {
    const { cookie } = await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })
    expect((await stage.send(`${cotton}/api/whoami`, { headers: { cookie } })).status).toBe(200)
    expect((await stage.send(`${cotton}/api/whoami`, { method: 'POST', headers: { cookie, origin: cotton } })).status).toBe(200)
  })
  it.each([[{ origin: dairy }], [{ origin: 'null' }], [{ 'sec-fetch-site': 'same-site' }], [{ 'sec-fetch-site': 'cross-site' }]])(
    'writes nothing from %j (403)',
    async (from) => {
      const { cookie } = await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })
      expect(await outcomeOf(await stage.send(`${cotton}/api/whoami`, { method: 'POST', headers: { cookie, ...from } as Record<string, string> }))).toEqual([
        403,
        'FORBIDDEN',
      ])
    },
  )
  it('of a session that is there, sealed with this tenant’s key, is nobody’s when it names another tenant', async () => {
    const { uid } = await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })
    const { cotton: here, dairy: other } = stage.tenants
    const { sid } = await stage.database.transaction(here.id, (db) =>
      db.selectFrom('session_token').select('sid').where('tenant_id', '=', here.id).orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
    )
    const believed = async (tenant: number) => {
      const secret = sessionSecrets(stage.settings.secrets, here.id)
      const cookie = `farmbook.session=${await encode({ token: { tenant, uid, sid }, secret, salt: 'farmbook.session' })}`
      const { status } = await stage.send(`${cotton}/api/whoami`, { headers: { cookie } })
      const session = (await (await stage.send(`${cotton}/api/auth/session`, { headers: { cookie } })).json()) as { user?: { uid: string } }
      return [status, session.user?.uid]
    }
    expect(await believed(other.id)).toEqual([401, undefined])
    expect(await believed(here.id)).toEqual([200, uid])
  })
  it('is nothing without its session’s row', async () => {
    const { cookie } = await signInOverHttp(cotton, 'omar@cotton', { transport: stage.transport })
    await stage.database.transaction(stage.tenants.cotton.id, (db) => db.deleteFrom('session_token').where('tenant_id', '=', stage.tenants.cotton.id).execute())
    expect(await outcomeOf(await stage.send(`${cotton}/api/whoami`, { headers: { cookie } }))).toEqual([401, 'UNAUTHENTICATED'])
  })
})

describe('hosts', () => {
  const ask = (host: string, path = '/api/tenant/cotton', headers: Record<string, string> = {}) =>
    stage.send(`${cotton}${path}`, { headers: { host, ...headers } })
  it.each([
    'evil.test',
    'cotton.localhost.evil.test',
    'cotton.localhost@evil.test',
    'unknown.localhost',
    'a.cotton.localhost',
    '10.0.0.1',
    'cotton.localhost:99999',
    '-.localhost',
  ])('%s is nobody’s (421 UNKNOWN_HOST), whatever is asked', async (host) => {
    for (const path of ['/api/tenant/cotton', '/api/auth', '/api/auth/session', '/api/whoami'])
      expect(await outcomeOf(await ask(host, path))).toEqual([421, 'UNKNOWN_HOST'])
  })
  it('are read from Host alone: forwarded headers change neither the tenant nor the addresses answered', async () => {
    const spoofed = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test',
      'x-host': 'dairy.localhost',
      'x-original-host': 'dairy.localhost',
    }
    const providers = await (await ask('cotton.localhost:4310', '/api/auth/providers', spoofed)).text()
    expect(providers).toContain(`${cotton}/api/auth/callback/oidc`)
    expect(providers).not.toMatch(/evil|https/)
  })
  it('may be written in capitals', async () => {
    expect((await ask('COTTON.LocalHost:4310')).status).toBe(200)
  })
})

describe('GET /api/tenant/{subdomain}', () => {
  it('answers the fields of the specification, no more and no fewer', async () => {
    const answer = await (await stage.send(`${cotton}/api/tenant/cotton`)).json()
    const id = String(stage.tenants.cotton.id)
    expect(answer).toEqual({
      subdomain: 'cotton',
      config: {
        name: 'Nimar Jaivik',
        loginDesc: 'Cotton of the Nimar valley.',
        carousel: expect.any(Array),
        logo: null,
        logoWidth: 160,
        headerLogo: null,
        headerLogoWidth: 120,
        subdomain: 'cotton',
        id,
        organizationId: id,
      },
      theme: { organizationId: id, palette: { primary: { main: '#F79023' }, secondary: { main: '#DCE8E1' } } },
    })
    for (const item of (answer as { config: { carousel: object[] } }).config.carousel) expect(Object.keys(item).sort()).toEqual(['mission', 'missionDesc'])
  })
  it('answers the local tenant at localhost, under that name', async () => {
    expect(await (await stage.send('http://localhost:4310/api/tenant/localhost')).json()).toMatchObject({
      subdomain: 'localhost',
      config: { name: 'Nimar Jaivik', subdomain: 'cotton' },
    })
  })
  it.each(['dairy', 'unknown', 'localhost', '__proto__', '..%2fdairy'])('tells nothing of %s at cotton’s address (404)', async (name) => {
    expect(await outcomeOf(await stage.send(`${cotton}/api/tenant/${name}`))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('seal', () => {
  it('opens for its own tenant and secret only, and not when a byte was changed', () => {
    const sealed = seal(['one'], 1, { refreshToken: 'r' })
    expect(unseal(['one'], 1, sealed)).toEqual({ refreshToken: 'r' })
    expect(unseal(['two', 'one'], 1, sealed)).toEqual({ refreshToken: 'r' })
    expect([unseal(['two'], 1, sealed), unseal(['one'], 2, sealed), unseal(['one'], 1, `${sealed.slice(0, -2)}AA`), unseal(['one'], 1, 'x')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

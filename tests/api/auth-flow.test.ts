// Signing in for real, without a browser: our server, the embedded OpenID provider on its own port, every
// redirect followed. What is refused comes first, then the way in, then what it left behind.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identify } from '#server/auth/identify.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { addPerson, browserAt, cotton, dairy, openStage, type Stage } from './sign-in-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
})
beforeEach(() => {
  stage.ahead.ms = 0
  stage.logged.length = 0
})

const signIn = (origin: string, login: string, callbackUrl = '/') => signInOverHttp(origin, login, { transport: stage.transport, callbackUrl })
const access = async (origin: string, token: string) =>
  (await stage.send(`${origin}/api/auth`, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<Record<string, unknown>>
const personOf = async (id: string) =>
  stage.database.transaction(stage.tenants.cotton.id, (db) =>
    db.selectFrom('user').selectAll().where('tenant_id', '=', stage.tenants.cotton.id).where('id', '=', id).executeTakeFirstOrThrow(),
  )

describe('a sign-in that is refused', () => {
  it('lets a person whom the programme does not know sign in with the provider, and answers allow false', async () => {
    const { accessToken } = await signIn(cotton, 'nobody@cotton')
    expect(await access(cotton, accessToken)).toMatchObject({ allow: false, operator: null, roles: [], user: null })
    const call = await stage.send(`${cotton}/api/whoami`, { headers: { authorization: `Bearer ${accessToken}` } })
    expect(call.status).toBe(403)
    expect(await call.json()).toMatchObject({ code: 'FORBIDDEN', detail: 'You are not allowed to login.' })
  })
  it('answers allow false to somebody suspended, at once and without a new sign-in', async () => {
    const id = await stage.database.transaction(stage.tenants.cotton.id, (db) => addPerson(db, stage.tenants.cotton, 'sunil', { role: 'ADMIN' }))
    const { accessToken } = await signIn(cotton, 'sunil@cotton.example')
    expect(await access(cotton, accessToken)).toMatchObject({ allow: true })
    await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db.updateTable('user').set({ status: 'SUSPENDED' }).where('tenant_id', '=', stage.tenants.cotton.id).where('id', '=', id).execute(),
    )
    expect(await access(cotton, accessToken)).toMatchObject({ allow: false, user: null })
    expect((await stage.send(`${cotton}/api/whoami`, { headers: { authorization: `Bearer ${accessToken}` } })).status).toBe(403)
  })
  it('does not let in an invited person whose invitation has lapsed, nor at an address that was corrected since; once invited anew they are in', async () => {
    const change = (changes: Record<string, unknown>) =>
      stage.database.transaction(stage.tenants.cotton.id, (db) =>
        db.updateTable('user').set(changes).where('tenant_id', '=', stage.tenants.cotton.id).where('id', '=', id).execute(),
      )
    const id = await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      addPerson(db, stage.tenants.cotton, 'bela', { role: 'ADMIN' }, 'bela@cotton.example', 'INVITED'),
    )
    for (const changes of [
      { invitation_expires_at: new Date(Date.now() - 1000) },
      { invitation_expires_at: null },
      { invitation_expires_at: new Date(Date.now() + 60_000), email: 'bela.right@cotton.example' },
    ]) {
      await change(changes)
      const { accessToken } = await signIn(cotton, 'bela@cotton.example')
      expect(await access(cotton, accessToken)).toMatchObject({ allow: false, user: null })
      expect(await personOf(id)).toMatchObject({ status: 'INVITED', identity_subject: null, last_login_at: null })
    }
    const { accessToken } = await signIn(cotton, 'bela.right@cotton.example')
    expect(await access(cotton, accessToken)).toMatchObject({ allow: true })
    expect(await personOf(id)).toMatchObject({ status: 'ACTIVE' })
  })
  it('does not give a person’s place to another account with the same address (OAuthAccountNotLinked)', async () => {
    const id = await stage.database.transaction(stage.tenants.cotton.id, (db) => addPerson(db, stage.tenants.cotton, 'lata', { role: 'ADMIN' }))
    await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db
        .updateTable('user')
        .set({ identity_subject: 'https://elsewhere.example|lata' })
        .where('tenant_id', '=', stage.tenants.cotton.id)
        .where('id', '=', id)
        .execute(),
    )
    const sent = signInOverHttp(cotton, 'lata@cotton.example', { transport: stage.transport })
    await expect(sent).rejects.toThrow('/public/login?error=OAuthAccountNotLinked')
    expect(stage.logged).toContainEqual(expect.objectContaining({ message: 'sign-in: AccountNotLinkedError' }))
  })
  it('asks for the second factor that a person’s programme requires, and lets them in when the provider says that it was shown', async () => {
    const { tenants, database } = stage
    const id = await database.transaction(tenants.cotton.id, (db) => addPerson(db, tenants.cotton, 'mira', { role: 'ADMIN' }))
    await database.transaction(tenants.cotton.id, (db) =>
      db.updateTable('user').set({ mfa: true }).where('tenant_id', '=', tenants.cotton.id).where('id', '=', id).execute(),
    )
    const sent = signInOverHttp(cotton, 'mira@cotton.example', { transport: stage.transport })
    await expect(sent).rejects.toThrow('/public/login?error=SecondFactorNeeded')
    expect(await personOf(id)).toMatchObject({ identity_subject: null, last_login_at: null })
    const profile = { provider: { id: 'oidc', issuer: 'https://id.example' }, subject: 'mira', email: 'mira@cotton.example', isEmailVerified: true, name: null }
    const found = (isTwoFactor: boolean) =>
      database.transaction(tenants.cotton.id, (db) =>
        identify(db, { tenant: tenants.cotton, behaviours: {}, now: new Date(), requestId: 'r' }, { ...profile, isTwoFactor }),
      )
    await expect(found(false)).rejects.toThrow('second factor')
    expect(await found(true)).toEqual({ userId: id, isIn: true })
  })
  it('comes back to the login page with a reason when the person cancels at the provider', async () => {
    const browser = browserAt(stage, cotton)
    const { url } = (await (await browser.post('/api/auth/signin/oidc', { callbackUrl: `${cotton}/` })).json()) as { url: string }
    const state = new URL(url).searchParams.get('state') ?? ''
    const back = await browser.send(
      `/api/auth/callback/oidc?error=access_denied&state=${encodeURIComponent(state)}&iss=${encodeURIComponent(stage.idp.issuer)}`,
    )
    expect([back.status, back.headers.get('location')]).toEqual([302, `${cotton}/public/login?error=OAuthCallbackError`])
  })
  it('refuses a callback that this browser did not begin (login CSRF), opening no session', async () => {
    const attacker = browserAt(stage, cotton)
    const { url } = (await (await attacker.post('/api/auth/signin/oidc', { callbackUrl: `${cotton}/` })).json()) as { url: string }
    const state = new URL(url).searchParams.get('state') ?? ''
    const victim = browserAt(stage, cotton)
    const back = await victim.send(`/api/auth/callback/oidc?code=stolen&state=${encodeURIComponent(state)}&iss=${encodeURIComponent(stage.idp.issuer)}`)
    expect(back.headers.get('location')).toBe(`${cotton}/public/login?error=OAuthCallbackError`)
    expect(await victim.json('/api/auth/session')).toEqual({})
  })
})

describe('a sign-in that succeeds', () => {
  it('goes through the provider and back to the page that was asked for', async () => {
    const { uid, accessToken, landedOn } = await signIn(cotton, 'omar@cotton', '/private/farmbook/OP1/farmer/list?page=2')
    expect(landedOn).toBe(`${cotton}/private/farmbook/OP1/farmer/list?page=2`)
    expect(uid).toBe('omar@cotton.example')
    const answer = await access(cotton, accessToken)
    expect(answer).toMatchObject({
      allow: true,
      operator: 'OP1',
      roles: ['OPERATOR_MANAGER'],
      permissions: { farmer: 'LVCEARXI', collective: 'VER', user: 'L', client: 'V' },
      tenantId: String(stage.tenants.cotton.id),
      operators: [{ id: stage.operatorId, code: 'OP1', name: 'Narmada Organic Growers' }],
      user: {
        id: stage.people['omar@cotton'],
        name: 'Omar',
        email: 'omar@cotton.example',
        grants: [{ role: 'OPERATOR_MANAGER', operatorIds: [stage.operatorId] }],
      },
    })
    expect(Date.parse(answer.expiresAt as string) - Date.now()).toBeGreaterThan(14 * 60_000)
  })
  it('binds the provider’s account to the person at the first sign-in, makes them active and records it', async () => {
    const id = await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      addPerson(db, stage.tenants.cotton, 'asha', { role: 'ADMIN' }, 'asha@cotton.example', 'INVITED'),
    )
    await signIn(cotton, 'asha@cotton.example')
    const person = await personOf(id)
    expect(person).toMatchObject({ status: 'ACTIVE', identity_subject: `${stage.idp.issuer}|asha@cotton.example` })
    expect(person.last_login_at).not.toBeNull()
    const events = await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db.selectFrom('event').select(['event_type', 'recorded_by']).where('tenant_id', '=', stage.tenants.cotton.id).where('subject_id', '=', id).execute(),
    )
    expect(events).toContainEqual({ event_type: 'SIGNED_IN_FIRST', recorded_by: id })
    await signIn(cotton, 'asha@cotton.example')
    const again = await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db
        .selectFrom('event')
        .select('id')
        .where('tenant_id', '=', stage.tenants.cotton.id)
        .where('subject_id', '=', id)
        .where('event_type', '=', 'SIGNED_IN_FIRST')
        .execute(),
    )
    expect(again).toHaveLength(1)
  })
  it('gives an administrator every operator of the programme at the address "-"', async () => {
    const { accessToken } = await signIn(cotton, 'ada@cotton')
    expect(await access(cotton, accessToken)).toMatchObject({ allow: true, operator: '-', roles: ['ADMIN'] })
  })
  it('keeps no token of the provider in the browser: the session cookie is opaque and small', async () => {
    const { cookie } = await signIn(cotton, 'omar@cotton')
    expect(cookie.length).toBeLessThan(2_500)
    const [row] = await stage.database.transaction(stage.tenants.cotton.id, (db) =>
      db
        .selectFrom('session_token')
        .selectAll()
        .where('tenant_id', '=', stage.tenants.cotton.id)
        .where('user_id', '=', stage.people['omar@cotton'] ?? null)
        .orderBy('created_at', 'desc')
        .execute(),
    )
    expect(row?.sealed_tokens).not.toContain('{')
    expect(row?.refresh_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(cookie).not.toContain(row?.refresh_hash)
  })
  it('opens a session of its own at each sign-in, and leaves the former one of the same browser', async () => {
    const first = await signIn(cotton, 'fatima@cotton')
    const open = () =>
      stage.database.transaction(stage.tenants.cotton.id, (db) =>
        db
          .selectFrom('session_token')
          .select('sid')
          .where('tenant_id', '=', stage.tenants.cotton.id)
          .where('user_id', '=', stage.people['fatima@cotton'] ?? null)
          .execute(),
      )
    const [before] = await open()
    const second = await signInOverHttp(cotton, 'fatima@cotton', {
      transport: (request) => {
        const cookie = request.headers.get('cookie')
        if (new URL(request.url).origin === cotton) request.headers.set('cookie', [cookie, first.cookie].filter(Boolean).join('; '))
        return stage.transport(request)
      },
    })
    const after = await open()
    expect(after).toHaveLength(1)
    expect(after[0]?.sid).not.toBe(before?.sid)
    expect(second.accessToken).not.toBe(first.accessToken)
  })
})

describe('one browser, two programmes', () => {
  it('decides access for each tenant by itself, though one account signs in to both', async () => {
    const inCotton = await signIn(cotton, 'omar@cotton')
    const inDairy = await signIn(dairy, 'omar@cotton.example')
    expect((await access(cotton, inCotton.accessToken)).roles).toEqual(['OPERATOR_MANAGER'])
    expect((await access(dairy, inDairy.accessToken)).roles).toEqual(['ADMIN'])
  })
  it('refuses tenant A’s token on tenant B (401), for data and for the access check', async () => {
    const { accessToken } = await signIn(cotton, 'omar@cotton')
    for (const path of ['/api/auth', '/api/whoami']) {
      const answer = await stage.send(dairy + path, { headers: { authorization: `Bearer ${accessToken}` } })
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 401, 'UNAUTHENTICATED'])
    }
  })
  it('does not take tenant A’s session cookie on tenant B, and clears it', async () => {
    const { cookie } = await signIn(cotton, 'omar@cotton')
    expect((await stage.send(`${dairy}/api/whoami`, { headers: { cookie } })).status).toBe(401)
    const browser = browserAt(stage, dairy, cookie)
    expect(await browser.json('/api/auth/session')).toEqual({})
    expect([...browser.jar.keys()].filter((name) => !name.includes('csrf') && !name.includes('callback'))).toEqual([])
  })
})

describe('POST /api/auth/signout', () => {
  it('ends the session for every tab at once: cookies gone, token refused, tokens revoked at the provider', async () => {
    const { cookie, accessToken } = await signIn(cotton, 'ines@cotton')
    const browser = browserAt(stage, cotton, cookie)
    expect((await browser.send('/api/whoami')).status).toBe(200)
    const answer = await browser.post('/api/auth/signout', { callbackUrl: `${cotton}/public/login` })
    expect([answer.status, await answer.json()]).toEqual([200, { url: `${cotton}/public/login` }])
    expect([...browser.jar.keys()].filter((name) => !name.includes('callback'))).toEqual([])
    expect(await browser.json('/api/auth/session')).toEqual({})
    expect((await stage.send(`${cotton}/api/whoami`, { headers: { authorization: `Bearer ${accessToken}` } })).status).toBe(401)
    expect((await stage.send(`${cotton}/api/whoami`, { headers: { cookie } })).status).toBe(401)
    expect(await browserAt(stage, cotton, cookie).json('/api/auth/session')).toEqual({})
  })
  it('refuses without a CSRF token, and the session stays', async () => {
    const { cookie } = await signIn(cotton, 'ines@cotton')
    const browser = browserAt(stage, cotton, cookie)
    const answer = await browser.post('/api/auth/signout', { csrfToken: 'x' })
    expect(await answer.json()).toEqual({ url: `${cotton}/public/login?error=MissingCSRF` })
    expect((await browser.send('/api/whoami')).status).toBe(200)
  })
})

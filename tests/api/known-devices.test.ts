// A sign-in on a device that somebody has not used before is said to them and to administrators (LOGIN_NEW_DEVICE, domain dictionary 9): not the first
// one, once each, whichever way they sign in. Nothing is stored in the browser for it, and no sign-in waits for it or fails with it.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { noteSignIn } from '#server/auth/known-devices.ts'
import type { Secrets } from '#server/auth/tokens.ts'
import { behaviours } from '#server/behaviours.ts'
import { standInPassword } from '#server/dev/identity-toolkit.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { deliverAll } from '#server/jobs/deliver.ts'
import { notify, notifyingJob } from '#server/store/notify.ts'
import { ownDatabase } from '../harness/database.ts'
import { addPerson, browserAt, cotton, dairy, openStage, type Stage, wool } from './sign-in-stage.ts'

const phone = 'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'
const office = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36 Edg/124.0'
const day = 86_400_000

let stage: Stage
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  stage = await openStage({ database: await ownDatabase() })
  const { database, signIn, hosts } = stage
  const now = () => new Date(Date.now() + stage.ahead.ms)
  const invitations = { linkOf: () => '', read: () => null }
  app = createApp({ database, signIn, tenants: hosts, behaviours, authenticate: signIn.authenticate, invitations, log: () => {}, now })
})
afterAll(async () => {
  await stage.close()
})

type Programme = 'cotton' | 'dairy' | 'wool'
const within = <T>(work: Parameters<typeof stage.database.transaction<T>>[1], programme: Programme = 'cotton') =>
  stage.database.transaction(stage.tenants[programme].id, work)
/** Somebody who has never signed in. */
let person: { id: string; email: string }
let number = 0
beforeEach(async () => {
  stage.ahead.ms = 0
  stage.logged.length = 0
  const key = `nina${++number}`
  const role = { role: 'FIELD_OFFICER', operatorIds: [stage.operatorId] }
  person = { id: await within((db) => addPerson(db, stage.tenants.cotton, key, role)), email: `${key}@cotton.example` }
})
afterEach(() => expect(JSON.stringify(stage.logged)).not.toMatch(/Mozilla|Firefox|Chrome/))

const signIn = (userAgent: string | null, login = person.email, origin = cotton) =>
  signInOverHttp(origin, login, {
    transport: (request) => {
      if (userAgent !== null) request.headers.set('user-agent', userAgent)
      return stage.transport(request)
    },
  })
const devices = (userId = person.id, programme: Programme = 'cotton') =>
  within(
    (db) => db.selectFrom('known_device').selectAll().where('tenant_id', '=', stage.tenants[programme].id).where('user_id', '=', userId).execute(),
    programme,
  )
type News = { figures: { browser: string; system: string; at: string }; occurrences: number }
const news = async (userId = person.id, programme: Programme = 'cotton'): Promise<News[]> =>
  within(async (db) => {
    const { rows } = await sql<News>`select figures, occurrences from outbox where tenant_id = ${stage.tenants[programme].id}
      and code = 'LOGIN_NEW_DEVICE' and ${userId}::uuid = any(subject_ids) order by raised_at, id`.execute(db)
    return rows
  }, programme)
const announced = async (userId = person.id, programme: Programme = 'cotton') =>
  (await news(userId, programme)).map(({ figures: { browser, system } }) => `${browser} ${system}`)
const owner = (secrets: Secrets = stage.settings.secrets) => ({ secrets, tenantId: stage.tenants.cotton.id, userId: person.id })
const requested = (path: string, who: string, { body, programme = 'cotton' }: { body?: object; programme?: 'cotton' | 'dairy' } = {}) =>
  stage.token(who).then((token) =>
    app.request(`http://${programme}.localhost:4310/api/operators/-/user/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { host: `${programme}.localhost:4310`, authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
const knownOf = async () => ((await (await requested(`${person.id}/sessions`, 'ada@cotton')).json()) as { known: { device: string | null }[] }).known
const record = async (eventType: string, data: object = {}) =>
  expect([
    eventType,
    (await requested(`${person.id}/events`, 'ada@cotton', { body: { eventType, occurredAt: new Date().toISOString(), data } })).status,
  ]).toEqual([eventType, 201])

describe('one device that is signed out', () => {
  type Line = { id: string; device: string | null }
  const listed = async (): Promise<Line[]> => ((await (await requested(`${person.id}/sessions`, 'ada@cotton')).json()) as { items: Line[] }).items
  const revoke = (id: string, who = 'ada@cotton', of = person.id) => requested(`${of}/sessions/${id}/revoke`, who, { body: {} })
  const idOf = async (device: string) => (await listed()).find((one) => one.device === device)?.id ?? ''
  const send = (cookie: string) => stage.send(`${cotton}/api/auth/session`, { headers: { cookie } }).then((answer) => answer.json())
  const withToken = (accessToken: string, path: string, body?: object) =>
    app.request(`http://cotton.localhost:4310/api/operators/OP1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { host: 'cotton.localhost:4310', authorization: `Bearer ${accessToken}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const submitWith = (accessToken: string) => withToken(accessToken, 'submission', {})

  it('is signed out by administrators and its person: by no other (403), none that is not there or of another person (404)', async () => {
    await signIn(phone)
    const id = await idOf('Chrome, Android')
    expect((await revoke(id, 'omar@cotton')).status).toBe(403)
    for (const wrong of ['x', crypto.randomUUID()]) expect((await revoke(wrong)).status).toBe(404)
    const ada = await within((db) => db.selectFrom('user').select('id').where('email', '=', 'ada@cotton.example').executeTakeFirstOrThrow())
    expect((await revoke(id, 'ada@cotton', ada.id)).status).toBe(404)
    expect(await listed()).toHaveLength(1)
    // Their own they sign out themselves.
    const { accessToken } = await signIn(laptop)
    const own = await withToken(accessToken, `user/${person.id}/sessions/${id}/revoke`, {})
    expect([own.status, (await listed()).map(({ device }) => device)]).toEqual([200, ['Firefox, Linux']])
  })
  it('is listed for its person, who is no administrator, with the one they are on; not for another person without that right (403)', async () => {
    await signIn(phone)
    const { accessToken } = await signIn(laptop)
    const { items } = (await (await withToken(accessToken, `user/${person.id}/sessions`)).json()) as { items: { device: string; isCurrent: boolean }[] }
    expect(Object.fromEntries(items.map(({ device, isCurrent }) => [device, isCurrent]))).toEqual({ 'Chrome, Android': false, 'Firefox, Linux': true })
    expect((await requested(`${person.id}/sessions`, 'fatima@cotton')).status).toBe(403)
  })
  it('is shown to an administrator as the one they are on, that one alone, and to another one as no such', async () => {
    const key = `admin${++number}`
    const id = await within((db) => addPerson(db, stage.tenants.cotton, key, { role: 'ADMIN' }))
    const [there, here] = [await signIn(phone, `${key}@cotton.example`), await signIn(laptop, `${key}@cotton.example`)]
    const shown = async (token: string) => {
      const { items } = (await (await withToken(token, `user/${id}/sessions`)).json()) as { items: { device: string; isCurrent: boolean }[] }
      return Object.fromEntries(items.map(({ device, isCurrent }) => [device, isCurrent]))
    }
    expect(await shown(there.accessToken)).toEqual({ 'Chrome, Android': true, 'Firefox, Linux': false })
    expect(await shown(here.accessToken)).toEqual({ 'Chrome, Android': false, 'Firefox, Linux': true })
    expect(await shown(await stage.token('ada@cotton'))).toEqual({ 'Chrome, Android': false, 'Firefox, Linux': false })
    // Administrators are written to: of this one there is none after.
    await within((db) => db.updateTable('user').set({ status: 'SUSPENDED' }).where('id', '=', id).execute())
  })
  it('is in no more: its calls and what it sends later are refused (401), its cookies open nothing; the other one goes on', async () => {
    const [lost, other] = [await signIn(phone), await signIn(laptop)]
    const subscribed = async () =>
      (await within((db) => db.selectFrom('push_subscription').select('name').where('user_id', '=', person.id).orderBy('name').execute())).map(
        ({ name }) => name,
      )
    await within(async (db) => {
      for (const name of ['Chrome · Android', 'Firefox · Linux', 'Safari · iPhone'])
        await sql`insert into push_subscription (tenant_id, id, user_id, endpoint, keys, name, created_at)
          values (${stage.tenants.cotton.id}, gen_random_uuid(), ${person.id}::uuid, ${`https://push.example/${crypto.randomUUID()}`}, '{"p256dh":"x","auth":"y"}', ${name}, now())`.execute(
          db,
        )
    })
    expect((await submitWith(lost.accessToken)).status).toBe(400)
    const id = await idOf('Chrome, Android')
    const [first, second] = await Promise.all([revoke(id), revoke(id)])
    expect([first.status, second.status, (await revoke(id)).status]).toEqual([200, 200, 200])
    expect(await listed()).toMatchObject([{ device: 'Firefox, Linux' }])
    const refused = await submitWith(lost.accessToken)
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED', detail: 'The session has ended. Please sign in again.' }])
    expect(await send(lost.cookie)).toEqual({})
    expect((await submitWith(other.accessToken)).status).toBe(400)
    expect(await subscribed()).toEqual(['Firefox · Linux', 'Safari · iPhone'])
    // Who did it is in the history of the person, once.
    const noted = await within((db) =>
      db.selectFrom('event').select(['recorded_by', 'data']).where('event_type', '=', 'DEVICE_REVOKED').where('subject_id', '=', person.id).execute(),
    )
    expect(noted).toMatchObject([{ recorded_by: expect.any(String), data: { device: 'Chrome, Android' } }])
    // Whoever signs in on it again is announced.
    expect((await knownOf()).map(({ device }) => device)).toEqual(['Firefox, Linux'])
    const before = (await announced()).length
    await signIn(phone)
    expect((await announced()).slice(before)).toEqual(['Chrome Android'])
  })
})

describe('no news', () => {
  it('is the first device of a person, nor the same one again, after signing out or not', async () => {
    await signIn(phone)
    await signIn(phone)
    expect([await announced(), (await devices()).length]).toEqual([[], 1])
  })
  it('is a browser that does not say what it is, nor one that says 10 kB of something: of that nothing is stored, and the sign-in goes through', async () => {
    const hostile = `<script>alert(1)</script>'; drop table "user"; --${'x'.repeat(10_000)}`
    for (const line of [null, '', hostile]) expect((await signIn(line)).accessToken).not.toBe('')
    expect([await announced(), (await devices()).length]).toEqual([[], 1])
    expect(await knownOf()).toMatchObject([{ device: null }])
  })
  it('is made of somebody who is suspended, or whom the programme does not know: neither is in', async () => {
    await signIn(phone)
    await within((db) => db.updateTable('user').set({ status: 'SUSPENDED' }).where('id', '=', person.id).execute())
    await signIn(laptop)
    await signIn(laptop, 'nobody@elsewhere.example')
    expect([await announced(), (await devices()).length]).toEqual([[], 1])
  })
  it('is the renewal of a session, on whatever device its cookies are shown: that is not a sign-in', async () => {
    const { cookie } = await signIn(phone)
    const before = await devices()
    stage.ahead.ms = 2 * 3_600_000
    const session = (userAgent: string) => stage.send(`${cotton}/api/auth/session`, { headers: { cookie, 'user-agent': userAgent } })
    expect((await session(laptop)).status).toBe(200)
    expect([await announced(), await devices()]).toEqual([[], before])
  })
  it('is a device that is in use without a sign-in for half a year', async () => {
    await signIn(laptop)
    const { cookie } = await signIn(phone)
    expect(await announced()).toEqual(['Chrome Android'])
    const jar = browserAt(stage, cotton, cookie)
    for (let days = 20; days <= 200; days += 20) {
      stage.ahead.ms = days * day
      expect((await jar.send('/api/auth/session', { headers: { 'user-agent': phone } })).status).toBe(200)
    }
    await signIn(phone)
    expect(await announced()).toEqual(['Chrome Android'])
    // The laptop was not seen all the while.
    expect((await devices()).length).toBe(1)
    await signIn(laptop)
    expect(await announced()).toEqual(['Chrome Android', 'Firefox Linux'])
  })
  it('stays in the browser: no cookie but those of the session, and none of them after signing out', async () => {
    const { cookie } = await signIn(phone)
    const jar = browserAt(stage, cotton, cookie)
    expect([...jar.jar.keys()].filter((name) => !/csrf|callback/.test(name)).sort()).toEqual(['farmbook.session', 'refreshToken', 'uid', 'userToken'])
    await jar.post('/api/auth/signout', { callbackUrl: cotton })
    expect([...jar.jar.keys()].filter((name) => !/csrf|callback/.test(name))).toEqual([])
    await signIn(phone)
    expect(await announced()).toEqual([])
  })
  it('reaches another programme, which reads no device of this one and writes none into it', async () => {
    await signIn(phone)
    const mine = sql<{ n: number }>`select count(*)::integer as n from known_device where user_id = ${person.id}::uuid`
    expect((await within((db) => mine.execute(db))).rows).toEqual([{ n: 1 }])
    expect((await within((db) => mine.execute(db), 'dairy')).rows).toEqual([{ n: 0 }])
    const { id } = stage.tenants.cotton
    const planted = within(
      (db) =>
        sql`insert into known_device (tenant_id, user_id, digest, first_seen_at, last_seen_at, known_until)
          values (${id}, ${person.id}::uuid, 'x', now(), now(), now())`.execute(db),
      'dairy',
    )
    await expect(planted).rejects.toThrow(/row-level security/)
    await within((db) => sql`update known_device set known_until = now()`.execute(db), 'dairy')
    expect(await knownOf()).toMatchObject([{ device: 'Chrome, Android' }])
    expect((await requested(`${person.id}/sessions`, 'dina@dairy', { programme: 'dairy' })).status).toBe(404)
  })
  it('can be kept, and is then logged, while the person is signed in all the same', async () => {
    await stage.database.script('alter table known_device rename to known_device_away')
    try {
      expect((await signIn(phone)).accessToken).not.toBe('')
    } finally {
      await stage.database.script('alter table known_device_away rename to known_device')
    }
    expect(stage.logged).toContainEqual(expect.objectContaining({ level: 'error', message: 'a device could not be noted' }))
    expect([await announced(), await devices()]).toEqual([[], []])
    await signIn(phone)
    expect([await announced(), (await devices()).length]).toEqual([[], 1])
  })
})

describe('a new device', () => {
  it('is said to the person and to administrators, in the inbox and by mail, with what it is and when', async () => {
    await signIn(phone)
    const before = Date.now()
    await signIn(laptop)
    const [one] = await news()
    expect(one).toMatchObject({ occurrences: 1, figures: { browser: 'Firefox', system: 'Linux' } })
    const at = Date.parse(one?.figures.at ?? '')
    expect([at >= before, at <= Date.now()]).toEqual([true, true])
    const context = { database: stage.database, behaviours, log: () => {}, clock: () => new Date(), stop: new AbortController().signal }
    const ways = { mail: true, push: false, telephone: false }
    // The second round finds nothing left.
    for (const some of [true, false]) expect((await deliverAll(context, stage.tenants.cotton, ways)) > 0).toBe(some)
    const { rows } = await within((db) =>
      sql<{ to: string; headline: string; mails: number }>`select n.recipient_user_id as "to", n.headline,
          (select count(*)::integer from delivery as d where d.tenant_id = n.tenant_id and d.source_id = n.id and d.channel = 'MAIL') as mails
        from notification as n where n.tenant_id = ${stage.tenants.cotton.id} and n.event = 'LOGIN_NEW_DEVICE' and n.subject_id = ${person.id}`.execute(db),
    )
    const words = Object.fromEntries(rows.map(({ to, headline }) => [to, headline]))
    expect([rows.length, ...rows.map(({ mails }) => mails)]).toEqual([2, 1, 1])
    const zone = { timeZone: 'Asia/Kolkata', dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const
    const when = new Intl.DateTimeFormat('en-IN', zone).format(at)
    expect(words[person.id]).toBe(
      `You have signed in on a new device: Firefox, Linux, ${when}. If it was not you, sign out everywhere, change your password and tell an administrator.`,
    )
    expect(words[stage.people['ada@cotton'] ?? '']).toMatch(/^Nina\d+ has signed in on a new device: Firefox, Linux, .*sign them out everywhere/)
  })
  it('is said once for several sign-ins at the same moment, and two devices at the same moment each once', async () => {
    await signIn(phone)
    await Promise.all([signIn(laptop), signIn(laptop), signIn(office), signIn(laptop), signIn(office)])
    expect((await announced()).sort()).toEqual(['Edge Windows', 'Firefox Linux'])
    expect((await news()).map(({ occurrences }) => occurrences)).toEqual([1, 1])
    expect((await devices()).length).toBe(3)
  })
  it('is none for two first sign-ins at the same moment on one device, and one for those on two', async () => {
    await Promise.all([signIn(phone), signIn(phone)])
    expect(await announced()).toEqual([])
    const other = await within((db) => addPerson(db, stage.tenants.cotton, `olga${number}`, { role: 'ADMIN' }))
    await Promise.all([signIn(phone, `olga${number}@cotton.example`), signIn(laptop, `olga${number}@cotton.example`)])
    expect((await announced(other)).length).toBe(1)
  })
  it('is known or not by the same digests for both ways in: the identity provider, and an address with a password', async () => {
    const omar = stage.people['omar@wool'] ?? ''
    const byPassword = async (userAgent: string) => {
      const answer = await fetch(`${stage.toolkit.settings.standIn}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'omar@cotton.example', password: standInPassword }),
      })
      const { idToken, refreshToken } = (await answer.json()) as { idToken: string; refreshToken: string }
      const browser = browserAt(stage, wool)
      const { csrfToken } = await browser.json<{ csrfToken: string }>('/api/auth/csrf')
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: wool, 'user-agent': userAgent }
      const body = new URLSearchParams({ json: 'true', csrfToken, idToken, refreshToken })
      expect((await browser.send('/api/auth/callback/firebase', { method: 'POST', headers, body })).status).toBe(200)
    }
    await byPassword(phone)
    expect(await announced(omar, 'wool')).toEqual([])
    await byPassword(laptop)
    expect(await announced(omar, 'wool')).toEqual(['Firefox Linux'])
    await within((db) => db.updateTable('user').set({ identity_subject: null }).where('id', '=', omar).execute(), 'wool')
    await signIn(laptop, 'omar@cotton.example', wool)
    await signIn(office, 'omar@cotton.example', wool)
    expect(await announced(omar, 'wool')).toEqual(['Firefox Linux', 'Edge Windows'])
  })
  it('is one of one person: somebody else’s known browser is new to them, and their digests differ', async () => {
    await signIn(phone)
    await signIn(laptop, 'ines@cotton')
    await signIn(phone, 'ines@cotton')
    expect([await announced(stage.people['ines@cotton']), await announced()]).toEqual([['Chrome Android'], []])
    const theirs = (await devices(stage.people['ines@cotton'])).map(({ digest }) => digest)
    for (const { digest } of await devices()) expect(theirs).not.toContain(digest)
  })
  it('is one of one programme', async () => {
    await signIn(laptop, 'dina@dairy', dairy)
    await signIn(phone, 'dina@dairy', dairy)
    expect(await announced(stage.people['dina@dairy'], 'dairy')).toEqual(['Chrome Android'])
    expect(await announced(stage.people['dina@dairy'], 'cotton')).toEqual([])
  })
  it('is noted with its news or not at all: what died before the commit is said by the next sign-in', async () => {
    await signIn(phone)
    const died = within(async (db) => {
      const now = new Date()
      const { isNew, digest } = await noteSignIn(db, owner(), { browser: 'Firefox', system: 'Linux' }, 180, now)
      expect(isNew).toBe(true)
      notify(notifyingJob(db, stage.tenants.cotton, { now }), 'LOGIN_NEW_DEVICE', { type: 'user', id: person.id, operatorId: null }, { key: digest })
      await sql`select 1`.execute(db)
      throw new Error('killed')
    })
    await expect(died).rejects.toThrow('killed')
    expect([await announced(), (await devices()).length]).toEqual([[], 1])
    await signIn(laptop)
    expect([await announced(), (await devices()).length]).toEqual([['Firefox Linux'], 2])
  })
})

describe('known devices', () => {
  const isNews = (days: number, now: Date, secrets?: Secrets, browser = 'Firefox') =>
    within(async (db) => (await noteSignIn(db, owner(secrets), { browser, system: 'Linux' }, days, now)).isNew)
  const start = Date.parse('2030-01-01T00:00:00Z')
  const on = (days: number) => new Date(start + days * day)
  it('are forgotten after as many days as the programme says, also the only one', async () => {
    expect([await isNews(30, on(0)), await isNews(30, on(29)), await isNews(30, on(58)), await isNews(30, on(89))]).toEqual([false, false, false, true])
    expect((await devices()).map(({ first_seen_at: first }) => new Date(first))).toEqual([on(89)])
  })
  it('are recognised after a rotation of the secret, and written by the new one', async () => {
    expect([await isNews(30, on(0), ['old secret']), await isNews(30, on(0), ['old secret'], 'Chrome')]).toEqual([false, true])
    const rotated: Secrets = ['new secret', 'old secret']
    expect([await isNews(30, on(1), rotated), await isNews(30, on(1), rotated, 'Edge')]).toEqual([false, true])
    expect((await devices()).length).toBe(3)
    // The former secret is gone: what is written by it is nobody's device any more.
    expect([await isNews(30, on(2), ['new secret']), await isNews(30, on(2), ['new secret'], 'Chrome')]).toEqual([false, true])
  })
  it('count for nothing where the secret was replaced by another: everybody would be warned of their own device', async () => {
    expect([await isNews(30, on(0)), await isNews(30, on(1), ['altogether another'])]).toEqual([false, false])
    expect(await isNews(30, on(2), ['altogether another'], 'Chrome')).toBe(true)
  })
  it('are listed for administrators and the person, last used first, without what they are recognised by', async () => {
    await signIn(phone)
    stage.ahead.ms = 60_000
    await signIn(laptop)
    const answer = await (await requested(`${person.id}/sessions`, 'ada@cotton')).text()
    expect(JSON.parse(answer).known).toEqual([
      { device: 'Firefox, Linux', firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) },
      { device: 'Chrome, Android', firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) },
    ])
    for (const { digest } of await devices()) expect(answer).not.toContain(digest)
    stage.ahead.ms = 181 * day
    expect(await knownOf()).toEqual([])
  })
  it('are unknown after signing out everywhere, by the person or an administrator: whoever signs in next on one of them is said', async () => {
    const { cookie } = await signIn(phone)
    const jar = browserAt(stage, cotton, cookie)
    await jar.post('/api/auth/signout', { callbackUrl: cotton, everywhere: 'true' })
    expect(await knownOf()).toEqual([])
    await signIn(phone)
    expect(await announced()).toEqual(['Chrome Android'])
    await record('SIGNED_OUT')
    expect(await knownOf()).toEqual([])
    await signIn(laptop)
    expect(await announced()).toEqual(['Chrome Android', 'Firefox Linux'])
  })
  it('go with the person', async () => {
    await signIn(phone)
    await record('DEACTIVATED', { reason: 'Has left' })
    expect(await devices()).toEqual([])
  })
})

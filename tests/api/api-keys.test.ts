// API keys (domain dictionary 6.4): a program calls in a person's name, and is refused whatever would let a key outlive its end. Nothing stored, listed or logged
// opens a door: the key is in one answer, and in the database there is its SHA-256.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiKey, MadeApiKey } from '#domain/people/api-key-answers.ts'
import { createApp } from '#server/app.ts'
import { createInvitationLinks } from '#server/auth/invitation-link.ts'
import { behaviours } from '#server/behaviours.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'
import { deliverAll } from '#server/jobs/deliver.ts'
import { ownDatabase } from '../harness/database.ts'
import { expectDeclared } from '../harness/declared.ts'
import { addPerson, browserAt, cotton, openStage, type Stage } from './sign-in-stage.ts'

const dayMs = 86_400_000
let stage: Stage
let app: ReturnType<typeof createApp>
const build = (given: Partial<Parameters<typeof createApp>[0]> = {}) => {
  const { database, signIn, hosts } = stage
  const now = () => new Date(Date.now() + stage.ahead.ms)
  const invitations = createInvitationLinks({ secrets: ['x'.repeat(32)], origin: new URL('http://localhost:4310') })
  const log = (level: string, message: string, details: Record<string, unknown> = {}) => void stage.logged.push({ level, message, details })
  return createApp({
    database,
    signIn,
    tenants: hosts,
    behaviours,
    authenticate: signIn.authenticate,
    invitations,
    log,
    now,
    platformToken: 'p'.repeat(40),
    ...given,
  })
}
beforeAll(async () => {
  stage = await openStage({ database: await ownDatabase() })
  app = build()
})
afterAll(async () => {
  await stage.close()
})

type Programme = 'cotton' | 'dairy'
type Sent = { method?: string; body?: unknown; programme?: Programme; headers?: Record<string, string>; at?: ReturnType<typeof createApp> }
type Answered = { status: number; body: Record<string, unknown> & { code?: string; message?: string }; text: string; headers: Headers }
async function requested(authorization: string, path: string, { method, body, programme = 'cotton', headers = {}, at = app }: Sent = {}): Promise<Answered> {
  const verb = method ?? (body === undefined ? 'GET' : 'POST')
  const host = `${programme}.localhost:4310`
  const answer = await at.request(`http://${host}${path}`, {
    method: verb,
    headers: { host, authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = /json/.test(answer.headers.get('content-type') ?? '')
  const read = isJson ? JSON.parse(text) : {}
  if (isJson) expectDeclared(verb, path, answer.status, read)
  return { status: answer.status, body: read, text, headers: answer.headers }
}
const signedIn = async (who: string, path: string, sent: Sent = {}) => requested(`Bearer ${await stage.token(who)}`, path, sent)
const byKey = (key: string, path: string, sent: Sent = {}) => requested(`Bearer ${key}`, path, sent)
const within = <T>(work: Parameters<typeof stage.database.transaction<T>>[1], programme: Programme = 'cotton') =>
  stage.database.transaction(stage.tenants[programme].id, work)

let number = 0
/** Somebody of their own in each test: counts of keys are theirs alone. */
let who: string
let id: string
beforeEach(async () => {
  stage.ahead.ms = 0
  stage.logged.length = 0
  who = `kim${++number}@cotton`
  id = await within((db) => addPerson(db, stage.tenants.cotton, `kim${number}`, { role: 'OPERATOR_MANAGER', operatorIds: [stage.operatorId] }))
  stage.people[who] = id
})
/** Every key that a test made, to be looked for where none may be. */
const madeKeys: string[] = []
afterEach(() => {
  const logged = JSON.stringify(stage.logged)
  for (const key of madeKeys) expect([logged.includes(key), logged.includes(hash(key))]).toEqual([false, false])
})
const text = (value: unknown) => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
const hash = (key: string) => createHash('sha256').update(key).digest('hex')
const pathOf = (userId = id, operator = 'OP1') => `/api/operators/${operator}/user/${userId}/api-keys`
const wish = { name: 'Accounts', scope: 'READ_WRITE', days: 30 }
async function newKey(values: Record<string, unknown> = {}, by = who, operator = 'OP1'): Promise<{ item: ApiKey; key: string }> {
  const { status, body, text: shown } = await signedIn(by, pathOf(stage.people[by], operator), { body: { ...wish, ...values } })
  expect([status, shown]).toEqual([201, expect.any(String)])
  const { item, key } = body as unknown as MadeApiKey
  madeKeys.push(key ?? '')
  return { item, key: key ?? '' }
}
const keysOf = async (by = who, of = id, operator = 'OP1') => (await signedIn(by, pathOf(of, operator))).body.items as ApiKey[]
const farmers = '/api/operators/OP1/farmer'
const tasks = '/api/operators/OP1/task'
const someTask = () => ({ fourEyes: false, team: 'Centre', subject: `Call ${crypto.randomUUID()}`, type: 'OTHER', dueDate: '2030-01-01', priority: 'P3' })
const revoke = (by: string, keyId: string, of = id, operator = 'OP1') => signedIn(by, `${pathOf(of, operator)}/${keyId}/revoke`, { method: 'POST' })
const setUser = (values: { status?: 'ACTIVE' | 'SUSPENDED' | 'DEACTIVATED' }) =>
  within((db) => db.updateTable('user').set(values).where('tenant_id', '=', stage.tenants.cotton.id).where('id', '=', id).execute())

describe('a key is refused', () => {
  const refused = async (key: string, sent: Sent = {}) => {
    const { status, body, headers } = await byKey(key, farmers, sent)
    expect(headers.get('www-authenticate')).toContain('invalid_token')
    return [status, body.code, body.detail ?? body.message]
  }
  it('with one sentence, whatever is wrong: unknown, another secret, another form, revoked, expired, suspended, another programme (401)', async () => {
    const sentence = [401, 'UNAUTHENTICATED', expect.stringContaining('This API key is not valid here.')]
    const { item, key } = await newKey()
    expect((await byKey(key, farmers)).status).toBe(200)
    const other = await newKey()
    const [, prefix = ''] = key.split('_')
    const wrong = `fbk_${prefix}_${other.key.slice(`fbk_${prefix}_`.length)}`
    for (const one of [wrong, `fbk_aaaaaaaaaa_${'A'.repeat(43)}`, 'fbk_', `${key}x`, key.toUpperCase().replace('FBK', 'fbk'), `fbk_${prefix}_`])
      expect([one.slice(0, 6), ...(await refused(one))]).toEqual(['fbk_'.concat(one.slice(4, 6)), ...sentence])
    expect(await refused(key, { programme: 'dairy' })).toEqual(sentence)
    await setUser({ status: 'SUSPENDED' })
    expect(await refused(key)).toEqual(sentence)
    await setUser({ status: 'ACTIVE' })
    expect((await byKey(key, farmers)).status).toBe(200)
    stage.ahead.ms = 30 * dayMs - 60_000
    expect((await byKey(key, farmers)).status).toBe(200)
    stage.ahead.ms = 30 * dayMs + 1000
    expect(await refused(key)).toEqual(sentence)
    stage.ahead.ms = 0
    expect((await revoke(who, item.id)).status).toBe(200)
    expect(await refused(key)).toEqual(sentence)
  })
  it('on a write where it may only read (403), and nothing is written', async () => {
    const { key } = await newKey({ scope: 'READ' })
    const before = await byKey(key, tasks)
    const { status, body } = await byKey(key, tasks, { body: someTask() })
    expect([before.status, status, body.code]).toEqual([200, 403, 'FORBIDDEN'])
    expect((await byKey(key, tasks)).text).toBe(before.text)
  })
  it('at every address but those of its operator (403)', async () => {
    const { key } = await newKey({ operatorId: stage.operatorId }, 'ada@cotton')
    expect([(await byKey(key, farmers)).status, (await byKey(key, `/api/operators/${stage.operatorId}/farmer`)).status]).toEqual([200, 200])
    for (const path of ['/api/operators/-/farmer', '/api/tolerances', '/api/imports', '/api/notifications/summary'])
      expect([path, (await byKey(key, path)).status]).toEqual([path, 403])
  })
  it('for sign-in, sessions, keys, people, own settings, those of the programme, and how it is run', async () => {
    const { key, item } = await newKey({}, 'ada@cotton')
    const ada = stage.people['ada@cotton'] ?? ''
    const person = { name: 'Eve', email: 'eve@cotton.example', locale: 'en', mfa: false, roles: [{ role: 'ADMIN' }] }
    const client = `/api/client/${stage.tenants.cotton.id}`
    const at = (path: string) => `/api/operators/-/user${path}`
    const sent: [string, Sent][] = [
      [at(`/${ada}/api-keys`), {}],
      [at(`/${ada}/api-keys`), { body: wish }],
      [at(`/${ada}/api-keys/${item.id}/revoke`), { method: 'POST' }],
      [at(`/${ada}/sessions`), {}],
      [at(`/${ada}/invitation`), {}],
      [at(''), { body: person }],
      [at(`/${ada}`), { method: 'PATCH', body: { mfa: true }, headers: { 'if-match': '"1"' } }],
      [at(`/${id}`), { method: 'DELETE' }],
      [at(`/${id}/events`), { body: { eventType: 'SIGNED_OUT', occurredAt: new Date().toISOString(), data: {} } }],
      [at('/import'), { body: {} }],
      [client, { method: 'PATCH', body: { providers: ['oidc'] }, headers: { 'if-match': '"1"' } }],
      ['/api/notifications/settings', { method: 'PUT', body: {} }],
      ['/api/notifications/stream', {}],
      ['/api/operations', {}],
      ['/api/operations/tables', {}],
    ]
    for (const [path, given] of sent) expect([path, given.method, (await byKey(key, path, given)).status]).toEqual([path, given.method, 403])
    expect((await byKey(key, client)).status).toBe(200)
    expect((await byKey(key, '/api/auth')).status).toBe(401)
    expect((await byKey(key, '/api/platform/tenants', { body: {} })).status).toBeGreaterThanOrEqual(401)
    // Who opens a session page with it has no session.
    expect((await byKey(key, '/api/auth/session')).text).toBe('{}')
    expect(await within((db) => db.selectFrom('user').select('id').where('email', '=', 'eve@cotton.example').execute())).toEqual([])
  })
  it('when it comes too often, as a sign-in is (429)', async () => {
    const { key } = await newKey()
    const at = build({ signedInRate: { burst: 3, perMinute: 1 } })
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await byKey(key, farmers, { at })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

describe('making one is refused', () => {
  const flaw = async (values: Record<string, unknown>) => {
    const { status, body } = await signedIn(who, pathOf(), { body: { ...wish, ...values } })
    return [status, (body.fields as { path: string }[] | undefined)?.[0]?.path]
  }
  it('without a name, a known scope, an end within a year, or with an operator that is not theirs', async () => {
    for (const [values, path] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ scope: 'ALL' }, 'scope'],
      [{ days: 0 }, 'days'],
      [{ days: 366 }, 'days'],
      [{ days: 1.5 }, 'days'],
      [{ days: undefined }, 'days'],
      [{ operatorId: 'OP1' }, 'operatorId'],
      [{ operatorId: crypto.randomUUID() }, 'operatorId'],
    ] as const)
      expect([values, ...(await flaw(values))]).toEqual([values, 400, path])
    expect(await keysOf()).toEqual([])
  })
  it('for somebody else: an administrator sees and revokes (403), whoever is none does not find them (404)', async () => {
    const { item } = await newKey()
    expect((await signedIn('ada@cotton', pathOf(id, '-'), { body: wish })).status).toBe(403)
    for (const method of ['GET', 'POST']) expect((await signedIn('fatima@cotton', pathOf(), method === 'GET' ? {} : { body: wish })).status).toBe(404)
    expect((await revoke('fatima@cotton', item.id)).status).toBe(404)
    expect((await revoke(who, crypto.randomUUID())).status).toBe(404)
    expect((await signedIn('dina@dairy', pathOf(id, '-'), { programme: 'dairy' })).status).toBe(404)
    expect((await requested('Basic abc', pathOf())).status).toBe(401)
  })
  it('beyond ten live ones, several at once too; one that has ended counts no more', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await signedIn(who, pathOf(), { body: wish })).status))
    expect(statuses.sort()).toEqual([...Array.from({ length: 10 }, () => 201), 422, 422])
    const [first, ...others] = await keysOf()
    expect(others).toHaveLength(9)
    expect((await signedIn(who, pathOf(), { body: wish })).body).toMatchObject({ code: 'RULE_BLOCKED', ruleId: '6.4', figures: { most: 10 } })
    await revoke(who, first?.id ?? '')
    await newKey()
    stage.ahead.ms = 31 * dayMs
    await newKey()
    expect((await keysOf()).filter(({ state }) => state === 'LIVE')).toHaveLength(1)
  })
})

describe('a key', () => {
  it('is shown once: in no list, event, stored answer or table, where its SHA-256 is, which no answer has', async () => {
    const sent = { body: wish, headers: { 'idempotency-key': `once-${number}` } }
    const first = await signedIn(who, pathOf(), sent)
    const { item, key } = first.body as unknown as MadeApiKey
    madeKeys.push(key ?? '')
    expect(key).toMatch(/^fbk_[a-z0-9]{10}_[\w-]{43}$/)
    // Repeated, it makes none, and says no key.
    const again = await signedIn(who, pathOf(), sent)
    expect([again.status, again.body]).toEqual([201, { item, key: null }])
    const lists = [
      await signedIn(who, pathOf()),
      await signedIn('ada@cotton', pathOf(id, '-')),
      await signedIn('ada@cotton', `/api/operators/-/user/${id}/history`),
    ]
    for (const { status, text: shown } of lists) expect([status, shown.includes(key ?? '?'), shown.includes(hash(key ?? ''))]).toEqual([200, false, false])
    expect(lists[0]?.text).not.toContain('hash')
    const stored = await within((db) => sql<{ hash: string; prefix: string }>`select * from api_key where user_id = ${id}::uuid`.execute(db))
    expect(stored.rows).toHaveLength(1)
    expect(stored.rows[0]).toMatchObject({ hash: hash(key ?? ''), prefix: item.prefix })
    const dump = text([
      stored.rows,
      await within((db) => sql`select * from idempotency`.execute(db)),
      await within((db) => sql`select data from event`.execute(db)),
    ])
    expect([dump.includes(key ?? '?'), dump.includes((key ?? '').slice(15))]).toEqual([false, false])
  })
  it('acts as its person, with the rights they have at each call, and everything by it has the source API', async () => {
    const { key } = await newKey()
    const made = await byKey(key, tasks, { body: someTask(), headers: { 'x-client': 'web' } })
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    const taskId = String(made.body.id)
    expect(made.body.createdBy).toBe(id)
    const { rows } = await within((db) => sql<{ source: string; recorded_by: string }>`select source from event where subject_id = ${taskId}::uuid`.execute(db))
    expect(rows.map(({ source }) => source)).toEqual(['API'])
    const viewer = JSON.stringify([{ role: 'READ_ONLY_VIEWER', operatorIds: [stage.operatorId] }])
    await within((db) => sql`update "user" set roles = ${viewer}::jsonb where id = ${id}::uuid`.execute(db))
    expect([(await byKey(key, farmers)).status, (await byKey(key, tasks, { body: someTask() })).status]).toEqual([200, 403])
  })
  it('of one operator narrows roles at several to that one', async () => {
    const elsewhere = crypto.randomUUID()
    const both = JSON.stringify([
      { role: 'READ_ONLY_VIEWER', operatorIds: [stage.operatorId] },
      { role: 'OPERATOR_MANAGER', operatorIds: [elsewhere] },
    ])
    const { key } = await newKey({ operatorId: stage.operatorId })
    await within((db) => sql`update "user" set roles = ${both}::jsonb where id = ${id}::uuid`.execute(db))
    expect([(await byKey(key, farmers)).status, (await byKey(key, tasks, { body: someTask() })).status]).toEqual([200, 403])
  })
  it('leaves a trace: made and revoked in the history of its person, by whom, once each, and a message to them', async () => {
    const { item } = await newKey({ name: 'Weighbridge', operatorId: stage.operatorId })
    const revoked = await Promise.all([revoke(who, item.id), revoke('ada@cotton', item.id, id, '-')])
    expect(revoked.map(({ status }) => status)).toEqual([200, 200])
    const revokedAt = (await keysOf())[0]?.revokedAt
    expect((await revoke(who, item.id)).status).toBe(200)
    expect((await keysOf())[0]).toMatchObject({ state: 'REVOKED', revokedAt })
    const history = (await signedIn('ada@cotton', `/api/operators/-/user/${id}/history`)).body.items as { eventType: string; data: unknown; actorId?: string }[]
    expect(history.filter(({ eventType }) => eventType.startsWith('API_KEY')).map(({ eventType }) => eventType)).toEqual(['API_KEY_REVOKED', 'API_KEY_MADE'])
    expect(history.find(({ eventType }) => eventType === 'API_KEY_MADE')?.data).toMatchObject({
      name: 'Weighbridge',
      prefix: item.prefix,
      scope: 'READ_WRITE',
      keyOperatorId: stage.operatorId,
    })
    const context = { database: stage.database, behaviours, log: () => {}, clock: () => new Date(), stop: new AbortController().signal }
    await deliverAll(context, stage.tenants.cotton, { mail: true, push: false, telephone: false })
    const { rows } = await within((db) =>
      sql<{
        headline: string
      }>`select headline from notification where event = 'API_KEY_MADE' and recipient_user_id = ${id}::uuid and subject_id = ${id}`.execute(db),
    )
    expect(rows).toEqual([{ headline: expect.stringContaining('Weighbridge') }])
  })
  it('notes the day of its last use in the programme’s time zone, several calls at once included', async () => {
    const { key } = await newKey()
    expect((await keysOf())[0]?.lastUsedOn).toBeNull()
    expect((await Promise.all(Array.from({ length: 6 }, () => byKey(key, farmers)))).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    const dayNow = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + stage.ahead.ms)
    expect((await keysOf())[0]?.lastUsedOn).toBe(dayNow())
    stage.ahead.ms = 3 * dayMs
    await byKey(key, farmers)
    expect((await keysOf())[0]?.lastUsedOn).toBe(dayNow())
  })
  it('ends with whoever is freed from their sign-in, deactivated or deleted, and stays ended', async () => {
    const at = `/api/operators/-/user/${id}/events`
    const record = (eventType: string) =>
      signedIn('ada@cotton', at, { body: { eventType, occurredAt: new Date().toISOString(), data: { reason: 'another account' } } })
    const first = await newKey()
    expect((await record('SIGN_IN_FREED')).status).toBe(201)
    expect((await byKey(first.key, farmers)).status).toBe(401)
    const second = await newKey()
    expect((await byKey(second.key, farmers)).status).toBe(200)
    expect((await record('DEACTIVATED')).status).toBe(201)
    await setUser({ status: 'ACTIVE' })
    expect((await byKey(second.key, farmers)).status).toBe(401)
  })
  it('ends when an administrator signs its person out everywhere, who suspects that somebody else is in', async () => {
    const { key } = await newKey()
    const body = { eventType: 'SIGNED_OUT', occurredAt: new Date().toISOString(), data: {} }
    expect((await signedIn('ada@cotton', `/api/operators/-/user/${id}/events`, { body })).status).toBe(201)
    expect([(await byKey(key, farmers)).status, (await keysOf('ada@cotton', id, '-')).map(({ state }) => state)]).toEqual([401, ['REVOKED']])
  })
  it('goes on when its person signs out, on every device too, unless they end their keys with it: then all end, and it stands in their history', async () => {
    const omar = 'omar@cotton'
    const [one, other, another] = [await newKey({ name: 'One' }, omar), await newKey({ name: 'Other' }, omar), await newKey()]
    const browser = async () => browserAt(stage, cotton, (await signInOverHttp(cotton, omar, { transport: stage.transport })).cookie)
    const statuses = async () => Promise.all([one, other, another].map(async ({ key }) => (await byKey(key, farmers)).status))
    // Of one device there is nothing to end but its session.
    for (const how of [{}, { everywhere: 'true' }, { keys: 'true' }, { everywhere: 'true', keys: 'yes' }]) {
      await (await browser()).post('/api/auth/signout', how)
      expect([how, await statuses()]).toEqual([how, [200, 200, 200]])
    }
    const here = await browser()
    await here.post('/api/auth/signout', { everywhere: 'true', keys: 'true', csrfToken: 'x' })
    expect(await statuses()).toEqual([200, 200, 200])
    await here.post('/api/auth/signout', { everywhere: 'true', keys: 'true' })
    expect([await statuses(), await here.json('/api/auth/session')]).toEqual([[401, 401, 200], {}])
    const of = stage.people[omar] ?? ''
    const { items } = (await signedIn('ada@cotton', `/api/operators/-/user/${of}/history`)).body as { items: { eventType: string; data: { name?: string } }[] }
    const revoked = items.filter(({ eventType }) => eventType === 'API_KEY_REVOKED').map(({ data }) => data.name)
    expect(revoked.sort()).toEqual(['One', 'Other'])
  })
  it('works after a restart: nothing of it is in memory alone', async () => {
    const { key } = await newKey()
    expect((await byKey(key, farmers, { at: build() })).status).toBe(200)
  })
  it('is of one programme: row security shows its row to no other, which writes none into it', async () => {
    const { item } = await newKey()
    const mine = sql<{ n: number }>`select count(*)::integer as n from api_key where id = ${item.id}::uuid`
    expect([(await within((db) => mine.execute(db))).rows, (await within((db) => mine.execute(db), 'dairy')).rows]).toEqual([[{ n: 1 }], [{ n: 0 }]])
    const planted = within(
      (db) =>
        sql`insert into api_key (tenant_id, id, user_id, name, prefix, hash, scope, created_at, expires_at)
          values (${stage.tenants.cotton.id}, ${crypto.randomUUID()}::uuid, ${id}::uuid, 'x', 'x', 'x', 'READ', now(), now())`.execute(db),
      'dairy',
    )
    await expect(planted).rejects.toThrow(/row-level security/)
    await within((db) => sql`update api_key set revoked_at = now()`.execute(db), 'dairy')
    expect((await keysOf())[0]?.state).toBe('LIVE')
  })
})

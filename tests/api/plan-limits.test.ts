// Limits of the plan (6.6): set by whoever runs the installation, shown to the administrators of the programme, and in force for every way in which
// a member, a person or a group comes to be or comes back.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { planLimits } from '#domain/tenancy/plan-limits.ts'
import { createApp } from '#server/app.ts'
import { findTenant } from '#server/db/platform.ts'
import { type Answer, type Client, clientOf } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Chain, chainOf, type Json, ok, clock as start } from './chain-stage.ts'
import { farmers, person } from './exchange-stage.ts'

const token = 'q'.repeat(40)
const bearer = { authorization: `Bearer ${token}` }
const none = { memberLimit: null, peopleLimit: null, groupLimit: null, fileQuotaMb: null }
let world: World
let owner: Client
let chain: Chain
let now = start().getTime()
const cotton = () => world.tenants.cotton
const limitsOf = (subdomain = cotton().subdomain) => `/api/platform/tenants/${subdomain}/limits`
const set = async (limits: Record<string, unknown>): Promise<Json> => {
  const answer = await owner.patch(limitsOf(), limits, bearer)
  expect(answer).toMatchObject({ status: 200, body: limits })
  world.deps.tenants.forget()
  return answer.body
}
const ada = (operator = '-') => world.as('ada', operator)
const omar = () => world.as('omar', 'OP1')
const address = () => `/api/client/${cotton().id}/limits`
const use = async (): Promise<Json> => (await ada().get(address())).body.items
/** Counted by itself: what has not left. */
const counted = (table: 'farmer' | 'user' | 'collective', ...gone: string[]): Promise<number> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const rows = await db.selectFrom(table).select(['id', 'status']).where('tenant_id', '=', tenant.id).where('deleted_at', 'is', null).execute()
    return rows.filter(({ status }) => !gone.includes(status)).length
  })
const members = () => counted('farmer', 'EXITED', 'MERGED')
const storedBytes = (): Promise<number> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const rows = await db.selectFrom('file').select('size').where('tenant_id', '=', tenant.id).execute()
    return rows.reduce((total, { size }) => total + size, 0)
  })
const people = () => counted('user', 'DEACTIVATED')
const groups = () => counted('collective', 'WITHDRAWN')
const full = (path: string, limit: number, used = limit) => ({
  status: 422,
  body: { code: 'RULE_BLOCKED', ruleId: '6.6', fields: [{ path, code: 'quota' }], figures: { limit, used } },
})
let made = 0
/** Somebody who resembles nobody. */
const farmerBody = (): Json => {
  const word = [...String(++made)].map((digit) => 'klmnopqrst'[Number(digit)]).join('')
  return {
    memberNo: `L-${made}`,
    firstName: `W${word}`,
    lastName: `V${word}`,
    gender: 'F',
    noPhone: true,
    language: 'hi',
    village: `Place ${word}`,
    block: 'Kasrawad',
    district: 'Khargone',
    state: 'Madhya Pradesh',
    country: 'IN',
    totalHoldingHa: 1,
    otherGroupMembership: false,
    joinedOn: '2021-04-01',
  }
}
const enrol = (who = omar(), body = farmerBody()) => who.post('/farmer', body)
const invite = () =>
  ada().post('/user', {
    name: 'Nina Rao',
    email: `limit.${++made}.${cotton().subdomain}@cotton.example`,
    locale: 'en',
    mfa: false,
    roles: [{ role: 'FIELD_OFFICER', operatorIds: [world.places.cotton.OP1?.id] }],
  })
const groupBody = (): Json => ({ ...sampleOf(entityOf('collective')), legalName: `Group of limits ${++made}` })
const record = (who: Client, entity: string, id: string, eventType: string, data: Json = {}): Promise<Answer> => {
  now += 60_000
  return who.post(`/${entity}/${id}/events`, { eventType, occurredAt: new Date(now).toISOString(), data })
}
const activeMember = async (): Promise<string> => (await chain.member({ isInspected: false })).farmerId
const exits = (id: string) => ok(record(ada('OP1'), 'farmer', id, 'EXITED', { reason: 'Moved away' }))

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  owner = clientOf(createApp({ ...world.deps, platformToken: token }), 'farmbook.test', {}, '')
})
beforeEach(async () => {
  now += 3_600_000
  await set(none)
})

describe('limits of a plan', () => {
  it.each(Object.values(planLimits))('count $entity by states and refuse at a field that there are', ({ entity: name, gone, field }) => {
    const entity = entityOf(name)
    expect(Object.keys(entity.states)).toEqual(expect.arrayContaining([...gone]))
    expect(Object.keys(entity.fields)).toContain(field)
  })
  it('are set by nobody without the token of the platform (401, 404), and by no administrator of the programme', async () => {
    for (const headers of [{}, { authorization: `Bearer ${token}x` }])
      expect(await owner.patch(limitsOf(), { memberLimit: 1 }, headers)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect((await owner.get(limitsOf())).status).toBe(401)
    expect((await world.stranger().patch(limitsOf(), { memberLimit: 1 }, { authorization: 'Bearer null' })).status).toBe(404)
    const { headers } = await ada().get(`/api/client/${cotton().id}`)
    const patch = await ada().patch(`/api/client/${cotton().id}`, { memberLimit: 1 }, { 'if-match': headers.get('etag') ?? '' })
    expect(patch).toMatchObject({ status: 400, body: { fields: [{ path: 'memberLimit', code: 'unknown' }] } })
    expect(await owner.get(limitsOf(), bearer)).toMatchObject({ status: 200, body: none })
  })
  it.each([
    [{ memberLimit: -1 }, 'memberLimit', 'min'],
    [{ memberLimit: 1.5 }, 'memberLimit', 'type'],
    [{ memberLimit: '10' }, 'memberLimit', 'type'],
    [{ peopleLimit: 0 }, 'peopleLimit', 'min'],
    [{ groupLimit: 10_000_001 }, 'groupLimit', 'max'],
    [{ fileQuotaMb: -1 }, 'fileQuotaMb', 'min'],
    [{ name: 'Mine' }, 'name', 'unknown'],
  ])('%j is refused (400 %s %s)', async (limits, path, code) => {
    const { status, body } = await owner.patch(limitsOf(), limits, bearer)
    expect([status, body.fields?.map((one: Json) => [one.path, one.code])]).toEqual([400, [[path, code]]])
  })
  it('of a programme that is not there are not found (404)', async () => {
    for (const subdomain of ['nowhere', 'Not%20a%20name', '%00', 'x'.repeat(300)]) {
      expect((await owner.patch(limitsOf(subdomain), { memberLimit: 1 }, bearer)).status).toBe(404)
      expect((await owner.get(limitsOf(subdomain), bearer)).status).toBe(404)
    }
  })
  it('stay where they are not named, also when an administrator changes settings, and come with a new programme', async () => {
    await set({ memberLimit: 4_000, groupLimit: 90 })
    expect(await set({ memberLimit: 5_000 })).toEqual({ ...none, subdomain: cotton().subdomain, memberLimit: 5_000, groupLimit: 90 })
    const { headers } = await ada().get(`/api/client/${cotton().id}`)
    expect((await ada().patch(`/api/client/${cotton().id}`, { invitationDays: 20 }, { 'if-match': headers.get('etag') ?? '' })).status).toBe(200)
    const { status, body } = await owner.get(limitsOf(), bearer)
    expect([status, flawsOfAnswer('client.planLimits', 200, body)]).toEqual([200, []])
    expect(body).toMatchObject({ memberLimit: 5_000, groupLimit: 90 })
    const subdomain = `plan-${process.pid.toString(36)}-${Date.now().toString(36)}`
    const founder = { name: 'Ada Deshmukh', email: `ada@${subdomain}.example` }
    const founded = await owner.post('/api/platform/tenants', { subdomain, name: 'Plan', administrator: founder, peopleLimit: 1, memberLimit: 0 }, bearer)
    expect(founded.status).toBe(201)
    expect((await owner.get(limitsOf(subdomain), bearer)).body).toEqual({ ...none, subdomain, peopleLimit: 1, memberLimit: 0 })
    expect((await world.database.platform((db) => findTenant(db, subdomain)))?.config).toEqual({ peopleLimit: 1, memberLimit: 0 })
  })
})

describe('what is used of them', () => {
  it('is for administrators of the programme: a stranger signs in (401), others are refused (403), another programme is not there (404)', async () => {
    expect((await world.stranger().get(address())).status).toBe(401)
    for (const who of ['omar', 'fatima', 'carla']) expect((await world.as(who).get(address())).status).toBe(403)
    expect((await world.as('dina').get(address())).status).toBe(404)
  })
  it('is said of the limits that are set, and of no other', async () => {
    expect(await use()).toEqual([])
    await set({ memberLimit: 4_000, peopleLimit: 300, groupLimit: 90, fileQuotaMb: 7 })
    const { status, body } = await ada().get(address())
    expect([status, flawsOfAnswer('client.limits', 200, body)]).toEqual([200, []])
    expect(body.items).toEqual([
      { of: 'members', used: await members(), limit: 4_000 },
      { of: 'people', used: await people(), limit: 300 },
      { of: 'groups', used: await groups(), limit: 90 },
      { of: 'storageBytes', used: await storedBytes(), limit: 7_000_000 },
    ])
  })
})

describe('a member beyond the limit', () => {
  it('is refused and leaves nothing; at the limit the last one is taken; once it is raised or lifted, the next', async () => {
    const before = await members()
    await set({ memberLimit: before + 1 })
    expect((await enrol()).status).toBe(201)
    const refused = await enrol()
    expect(refused).toMatchObject(full('memberNo', before + 1))
    expect(refused.body.detail).toBe(
      `Members: the limit of this programme is ${before + 1}, and it has ${before + 1}. Whoever runs the installation can raise the limit.`,
    )
    expect(await members()).toBe(before + 1)
    expect(await use()).toEqual([{ of: 'members', used: before + 1, limit: before + 1 }])
    await set({ memberLimit: before + 2 })
    expect((await enrol()).status).toBe(201)
    expect(await enrol()).toMatchObject(full('memberNo', before + 2))
    await set({ memberLimit: null })
    expect((await enrol()).status).toBe(201)
    expect(await members()).toBe(before + 3)
  })
  it('is refused where the limit was lowered below what there is; those who are there go on', async () => {
    const id = await activeMember()
    const used = await members()
    await set({ memberLimit: 1 })
    expect(await enrol()).toMatchObject(full('memberNo', 1, used))
    expect((await ada('OP1').get(`/farmer/${id}`)).status).toBe(200)
    await ok(record(world.as('fatima', 'OP1'), 'farmer', id, 'GRIEVANCE', { text: 'Late payment', channel: 'PHONE', dueOn: '2030-01-01' }))
    await ok(record(omar(), 'farmer', id, 'SUSPENDED', { reason: 'Papers' }))
    await ok(record(ada('OP1'), 'farmer', id, 'REINSTATED', { reason: 'Papers are there' }))
  })
  it('is one of several at once: as many are taken as there are places', async () => {
    const before = await members()
    await set({ memberLimit: before + 2 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => enrol()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422])
    expect(await members()).toBe(before + 2)
  })
  it('does not come back, by rejoining or by an exit that is taken back; whoever left makes room', async () => {
    const [left, mistaken] = [await activeMember(), await activeMember()]
    await exits(left)
    const exit = await exits(mistaken)
    const before = await members()
    await set({ memberLimit: before })
    expect(await record(ada('OP1'), 'farmer', left, 'REJOINED')).toMatchObject(full('status', before))
    const taken = () => ada('OP1').post(`/farmer/${mistaken}/events/${exit.event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(await taken()).toMatchObject(full('status', before))
    expect(await members()).toBe(before)
    // The day of an exit is corrected in a full programme, too: nobody comes back by it.
    const corrected = await ada('OP1').post(`/farmer/${mistaken}/events`, {
      eventType: 'EXITED',
      occurredAt: new Date(now - 1_000).toISOString(),
      data: { reason: 'Moved to Khandwa' },
      supersedesEventId: exit.event.id,
    })
    expect(corrected.status).toBe(201)
    await set({ memberLimit: before + 1 })
    await ok(record(ada('OP1'), 'farmer', left, 'REJOINED'))
    expect(await enrol()).toMatchObject(full('memberNo', before + 1))
    expect(await members()).toBe(before + 1)
  })
  it('is one of somebody new and somebody who comes back at once', async () => {
    const left = await activeMember()
    await exits(left)
    const before = await members()
    await set({ memberLimit: before + 1 })
    const answers = await Promise.all([enrol(), record(ada('OP1'), 'farmer', left, 'REJOINED')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await members()).toBe(before + 1)
  })
  it('is refused by row in an import, one by one and in sets alike: rows with a place are in', async () => {
    const before = await members()
    await set({ memberLimit: before + 3 })
    const rows = Array.from({ length: 5 }, () => person())
    const send = (trial = '', sent = rows) =>
      omar().send(`/farmer/import?name=a.csv${trial}`, { method: 'POST', headers: { 'content-type': 'text/csv', prefer: 'wait=30' }, body: farmers(...sent) })
    const trial = await send('&dryRun=true')
    expect(trial.body).toMatchObject({ rejected: 2 })
    expect(await members()).toBe(before)
    const answer = await send()
    expect(answer.body).toMatchObject({ created: 3, rejected: 2 })
    const problems: Json[] = (await omar().get(`/farmer/imports/${answer.body.importId}`)).body.problems
    expect(problems.map(({ column, code, ruleId }) => [column, code, ruleId])).toEqual(Array(2).fill(['member_no', 'quota', '6.6']))
    expect(await members()).toBe(before + 3)
    // The same file again finds what is there, and refuses what is not.
    expect((await send()).body).toMatchObject({ created: 0, unchanged: 3, rejected: 2 })
    expect((await send('', rows.slice(4))).body).toMatchObject({ created: 0, rejected: 1 })
    await set({ memberLimit: null })
    expect((await send()).body).toMatchObject({ created: 2, unchanged: 3, rejected: 0 })
  })
  it('is not made by the approval of what was sent in: it waits, and is applied once there is a place', async () => {
    const before = await members()
    await set({ memberLimit: before })
    const id = randomUUIDv7()
    const answers = Object.entries(farmerBody()).map(([name, value]) => ({
      field: name,
      value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: String(value) },
    }))
    const sent = await ok(
      world.as('fatima', 'OP1').post('/submission', {
        formCode: 'FARMER_REG',
        formVersion: 1,
        answers,
        deviceId: 'SM-A146',
        capturedAt: new Date(now).toISOString(),
        targetId: id,
      }),
    )
    const seen = () => ok(omar().get(`/submission/${sent.id}`))
    await ok(record(omar(), 'submission', sent.id, 'APPROVED'))
    expect(await seen()).toMatchObject({ status: 'APPLY_FAILED', extra: { failure: { code: 'RULE_BLOCKED', ruleId: '6.6' } } })
    expect([(await omar().get(`/farmer/${id}`)).status, await members()]).toEqual([404, before])
    await set({ memberLimit: before + 1 })
    await ok(record(omar(), 'submission', sent.id, 'RETRIED'))
    expect(await seen()).toMatchObject({ status: 'APPLIED', resultId: id })
    expect(await members()).toBe(before + 1)
  })
})

describe('people and groups beyond the limit', () => {
  it('are not invited; whoever is deactivated makes room', async () => {
    const before = await people()
    await set({ peopleLimit: before + 1 })
    const { id } = await ok(invite())
    expect(await invite()).toMatchObject(full('email', before + 1))
    expect(await people()).toBe(before + 1)
    await ok(record(ada(), 'user', id, 'SUSPENDED', { reason: 'On leave' }))
    expect(await invite()).toMatchObject(full('email', before + 1))
    await ok(record(ada(), 'user', id, 'DEACTIVATED', { reason: 'Has left' }))
    expect((await invite()).status).toBe(201)
    expect(await invite()).toMatchObject(full('email', before + 1))
  })
  it('are not made; another programme has its own', async () => {
    const before = await groups()
    await set({ groupLimit: before })
    expect(await ada().post('/collective', groupBody())).toMatchObject(full('legalName', before))
    expect((await world.as('dina', '-').post('/collective', groupBody())).status).toBe(201)
    await set({ groupLimit: before + 1 })
    expect((await ada().post('/collective', groupBody())).status).toBe(201)
    expect(await groups()).toBe(before + 1)
  })
})

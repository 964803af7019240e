// Whom a message to telephones reaches: by group, village, role and what the rest describes; counted beforehand as it is sent; and that
// each is asked for anew when it is their turn: what they want, their number, their language, whether it is night where they live.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Telephone, TelephoneMessage } from '#server/channels/telephone.ts'
import { runClock } from '#server/jobs/clock.ts'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { createBySystem } from '#server/store/create.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { chainOf, type Json, ok } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'

/** Noon in Nimar. */
const noon = Date.parse('2026-01-15T06:30:00Z')
const hours = (n: number) => n * 3_600_000
let ahead = 0
const clock = () => new Date(noon + ahead)
let world: World
let stage: ReturnType<typeof delivererOf>
const consent = (withdrawnAt: string | null = null) => [
  { purpose: 'CERTIFICATION', textVersion: '1', givenAt: '2025-04-01T06:30:00Z', channel: 'PAPER', withdrawnAt },
]
const groupOf = (code: 'OP1' | 'OP2') => world.places.cotton[code]?.id ?? ''
let members = 0
const farmerIn = (village: string, values: Record<string, unknown> = {}): Promise<string> =>
  world.scoped('ada', async (scope) => {
    const farmer = entityOf('farmer')
    const own = {
      operatorId: groupOf('OP1'),
      village,
      status: 'ACTIVE',
      phone: `98260${String(++members).padStart(5, '0')}`,
      noPhone: false,
      language: 'hi',
      joinedOn: '2021-04-01',
    }
    const body = { ...sampleOf(farmer), ...own, consent: consent(), ...values }
    return (await createBySystem({ ...scope, behaviours: {} }, farmer, body as never)).row.id
  })
const change = (table: 'farmer' | 'user', id: string, set: ReturnType<typeof sql>) =>
  world.scoped('ada', ({ db, tenant }) => sql`update ${sql.table(table)} set ${set} where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db))
const body = (values: Record<string, unknown> = {}) => ({
  name: 'Rain on Thursday',
  channel: 'SMS',
  text: 'Rain is expected.',
  versions: [{ language: 'hi', text: 'बारिश होगी।' }],
  groupIds: [],
  roles: [],
  villages: [],
  claims: [],
  farmerIds: [],
  ...values,
})
const count = async (who: string, values: Record<string, unknown>, operator?: string): Promise<Json> =>
  ok(world.as(who, operator).post('/mobilenotification/audience', values))
const record = (who: string, id: string, eventType: string, operator?: string) =>
  world.as(who, operator).post(`/mobilenotification/${id}/events`, { eventType, occurredAt: clock().toISOString(), data: {} })
const scheduled = async (values: Record<string, unknown>): Promise<string> => {
  const { id } = await ok(world.as('omar').post('/mobilenotification', body(values)))
  await ok(record('omar', id, 'SUBMITTED'))
  return id
}
const tick = () => runClock(stage.context, world.tenants.cotton)
const view = async (id: string): Promise<Json> => (await world.as('omar').get(`/mobilenotification/${id}`)).body
let sent: TelephoneMessage[] = []
const telephone: Telephone = {
  send: async (message) => {
    sent.push(message)
    return { state: 'DELIVERED' }
  },
}
const sendAll = (by = telephone) => telephoneAll(stage.context, world.tenants.cotton, by)
const stateOf = (message: Json, id: string): string => message.recipients.find(({ farmerId, userId }: Json) => farmerId === id || userId === id)?.state

beforeAll(async () => {
  world = await openWorld({ now: clock })
  stage = delivererOf(world, clock)
  stage.setAhead(0)
}, 120_000)
beforeEach(() => {
  ahead = 0
  sent = []
})

describe('by group', () => {
  it('reaches another operator’s members by nobody who may not see them, and a message of one operator none of another', async () => {
    await farmerIn('Groups', { operatorId: groupOf('OP2') })
    expect(await count('omar', { groupIds: [groupOf('OP2')], villages: ['Groups'] })).toMatchObject({ chosen: 0 })
    const id = await scheduled({ groupIds: [groupOf('OP2')], villages: ['Groups'] }).catch(() => null)
    if (id) {
      await tick()
      await sendAll()
    }
    expect(sent).toEqual([])
  })
  it('reaches the members of these alone', async () => {
    await Promise.all([farmerIn('Both'), farmerIn('Both', { operatorId: groupOf('OP2') })])
    expect(await count('ada', { villages: ['Both'] }, '-')).toMatchObject({ chosen: 2, reached: 2 })
    expect(await count('ada', { villages: ['Both'], groupIds: [groupOf('OP2')] }, '-')).toMatchObject({ chosen: 1, reached: 1 })
    expect(await count('omar', { villages: ['Both'], groupIds: [groupOf('OP1')] })).toMatchObject({ chosen: 1 })
  })
})

describe('by stage of the crop and open findings', () => {
  it('refuses a stage that is none (400), and reaches members whose crop stands so, or of whom such a finding is open', async () => {
    expect((await world.as('omar').post('/mobilenotification/audience', { stages: ['RIPE'] })).status).toBe(400)
    const [one, two, three] = (await Promise.all([farmerIn('Stages'), farmerIn('Stages'), farmerIn('Stages')])) as [string, string, string]
    const chain = await chainOf(world)
    const [first, second, third] = [await chain.sown(), await chain.sown(), await chain.member()]
    const give = (table: 'crop' | 'landparcel', id: string, farmerId: string, set = sql`status = status`) =>
      world.scoped('ada', ({ db, tenant }) =>
        sql`update ${sql.table(table)} set farmer_id = ${farmerId}::uuid, ${set} where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db),
      )
    await give('crop', first.cropId, one)
    await give('crop', second.cropId, two, sql`status = 'HARVESTING'`)
    await give('landparcel', second.parcelId, two)
    await give('landparcel', third.parcelId, three)
    const [plot, other] = [second.parcelId, third.parcelId]
    const reached = async (values: Json) => (await count('omar', { villages: ['Stages'], ...values })).reached
    expect([await reached({}), await reached({ stages: [] }), await reached({ stages: ['SOWN'] }), await reached({ stages: ['SOWN', 'HARVESTING'] })]).toEqual([
      3, 3, 1, 2,
    ])
    const finding = (subjectType: string, subjectId: string, closed: boolean) =>
      world.scoped('ada', ({ db, tenant }) =>
        sql`insert into flag (tenant_id, id, subject_type, subject_id, rule_id, severity, message, owner_role, opened_at, closed_at, closed_reason)
          values (${tenant.id}, gen_random_uuid(), ${subjectType}, ${subjectId}, 'BR-03', 'WARN', 'x', 'OPERATOR_MANAGER', now(), ${closed ? sql`now(), 'CORRECTED'` : sql`null, null`})`.execute(
          db,
        ),
      )
    await finding('landparcel', plot, false)
    await finding('landparcel', other, true)
    await finding('farmer', one, false)
    expect([await reached({ flags: ['BR-03'] }), await reached({ flags: ['BR-99'] }), await reached({ flags: [] })]).toEqual([2, 0, 3])
    expect(await reached({ flags: ['BR-03'], stages: ['HARVESTING'] })).toBe(1)
    // What was counted is what goes out.
    const id = await scheduled({ villages: ['Stages'], flags: ['BR-03'], stages: ['HARVESTING'] })
    await tick()
    await sendAll()
    expect([sent.length, stateOf(await view(id), two)]).toEqual([1, 'DELIVERED'])
  })
})

describe('by role', () => {
  const number = (person: string, phone: string | null) => change('user', world.people[person]?.id ?? '', sql`phone = ${phone}`)
  it('is for managers: a field officer writes to members alone', async () => {
    expect(await world.as('fatima').post('/mobilenotification', body({ roles: ['FIELD_OFFICER'] }))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'roles' }] },
    })
    expect(await world.as('omar').post('/mobilenotification', body({ roles: ['KING'] }))).toMatchObject({ status: 400 })
  })
  it('reaches people on the telephone of their account, of this operator, and no members', async () => {
    await number('fatima', '+919826000001')
    await number('leela', '+919826000002')
    await farmerIn('Roles')
    const expected = await count('omar', { roles: ['FIELD_OFFICER', 'OPERATOR_MANAGER'] })
    const id = await scheduled({ roles: ['FIELD_OFFICER', 'OPERATOR_MANAGER'] })
    await tick()
    await sendAll()
    const message = await view(id)
    expect(sent.map(({ to }) => to)).toEqual(['+919826000001'])
    expect(stateOf(message, world.people.fatima?.id ?? '')).toBe('DELIVERED')
    expect(stateOf(message, world.people.leela?.id ?? '')).toBeUndefined()
    expect(expected).toMatchObject({
      reached: 1,
      chosen: message.recipients.length,
      noPhone: message.recipients.filter(({ state }: Json) => state === 'NO_PHONE').length,
    })
    await number('fatima', null)
    await number('leela', null)
  })
  it('with members among them reaches both', async () => {
    await farmerIn('Mixed')
    await number('fatima', '+919826000001')
    expect(await count('omar', { roles: ['FARMER', 'FIELD_OFFICER'], villages: ['Mixed'] })).toMatchObject({
      reached: 2,
      villages: [{ village: 'Mixed', reached: 1 }],
    })
    await number('fatima', null)
  })
  it('a person who was suspended since gets nothing', async () => {
    const [ines] = [world.people.ines?.id ?? '']
    await number('ines', '+919826000003')
    const id = await scheduled({ roles: ['INTERNAL_INSPECTOR'] })
    await tick()
    await change('user', ines, sql`status = 'SUSPENDED'`)
    await sendAll()
    await change('user', ines, sql`status = 'ACTIVE'`)
    expect([sent, stateOf(await view(id), ines)]).toEqual([[], 'FAILED'])
    await number('ines', null)
  })
})

describe('who is left out', () => {
  it('is counted by reason as it is sent, in order of what they said before what they have', async () => {
    const village = 'Reasons'
    const [reached, optedOut, withdrawn, never, noPhone] = await Promise.all([
      farmerIn(village),
      farmerIn(village, { tags: ['no-messages'], consent: [] }),
      farmerIn(village, { consent: consent('2025-12-01T06:30:00Z') }),
      farmerIn(village, { consent: [{ ...consent()[0], purpose: 'PAYMENTS' }], phone: null, noPhone: true }),
      farmerIn(village, { phone: null, noPhone: true }),
      farmerIn(village, { status: 'SUSPENDED' }),
    ])
    expect(await count('omar', { villages: [village] })).toMatchObject({ chosen: 5, reached: 1, optedOut: 1, noConsent: 2, noPhone: 1 })
    const id = await scheduled({ villages: [village] })
    await tick()
    await sendAll()
    const message = await view(id)
    expect([reached, optedOut, withdrawn, never, noPhone].map((one) => stateOf(message, one))).toEqual([
      'DELIVERED',
      'OPTED_OUT',
      'NO_CONSENT',
      'NO_CONSENT',
      'NO_PHONE',
    ])
    expect([message.audienceCount, sent.length, message.status]).toEqual([1, 1, 'SENT'])
  })
})

describe('between composing and sending', () => {
  it('a consent that is withdrawn, a message that is not wanted any more and a membership that ends count until the last moment', async () => {
    const village = 'Between'
    const [stays, withdraws, optsOut, suspended, loses] = await Promise.all([
      farmerIn(village),
      farmerIn(village),
      farmerIn(village),
      farmerIn(village),
      farmerIn(village),
    ])
    expect(await count('omar', { villages: [village] })).toMatchObject({ reached: 5 })
    const id = await scheduled({ villages: [village] })
    await tick()
    await ok(
      world.as('omar').post(`/farmer/${withdraws}/events`, {
        eventType: 'CONSENT_CHANGED',
        occurredAt: clock().toISOString(),
        data: { purpose: 'CERTIFICATION', given: false, textVersion: '1', channel: 'VOICE' },
      }),
    )
    await change('farmer', optsOut, sql`tags = '{no-messages}'`)
    await change('farmer', suspended, sql`status = 'SUSPENDED'`)
    await change('farmer', loses, sql`phone = null, no_phone = true`)
    await sendAll()
    const message = await view(id)
    expect(sent).toHaveLength(1)
    expect([stays, withdraws, optsOut, suspended, loses].map((one) => stateOf(message, one))).toEqual([
      'DELIVERED',
      'NO_CONSENT',
      'OPTED_OUT',
      'FAILED',
      'NO_PHONE',
    ])
    expect(message.status).toBe('PARTIAL')
  })
  it('the number and the language of that moment are used', async () => {
    const id = await farmerIn('Changed')
    await scheduled({ villages: ['Changed'] })
    await tick()
    await change('farmer', id, sql`phone = '+919826077777', language = 'en'`)
    await sendAll()
    expect(sent).toMatchObject([{ to: '+919826077777', language: 'en', text: 'Rain is expected.' }])
  })
  it('a language that the message has not is answered in Hindi', async () => {
    await farmerIn('Bhili', { language: 'bhb' }).catch(() => farmerIn('Bhili', { language: 'mr' }))
    await scheduled({ villages: ['Bhili'] })
    await tick()
    await sendAll()
    expect(sent).toHaveLength(1)
  })
})

describe('at night in the zone of the programme', () => {
  it('nothing is handed over, a second try neither; in the morning it goes', async () => {
    await farmerIn('Night')
    // 20:59 in Nimar, 15:29 UTC.
    ahead = hours(8) + 59 * 60_000
    const id = await scheduled({ villages: ['Night'] })
    await tick()
    await sendAll({ send: async () => ({ state: 'FAILED', reason: 'Busy', isFinal: false }) })
    ahead = hours(9.5)
    expect(await sendAll()).toBe(0)
    ahead = hours(18.9)
    expect(await sendAll()).toBe(0)
    expect((await view(id)).status).toBe('SENDING')
    ahead = hours(19.1)
    expect(await sendAll()).toBe(1)
    expect([sent.length, (await view(id)).status]).toEqual([1, 'SENT'])
  })
  it('what concerns one member waits as well', async () => {
    const id = await farmerIn('Paid at night')
    ahead = hours(10)
    const withTelephone = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    withTelephone.setAhead(0)
    await withTelephone.deliver()
    await ok(
      world
        .as('omar')
        .post(`/farmer/${id}/events`, { eventType: 'PAYMENT', occurredAt: clock().toISOString(), data: { kind: 'PREMIUM', amount: 125_000, ref: 'P-1' } }),
    )
    await withTelephone.deliver()
    expect(await sendAll()).toBe(0)
    ahead = hours(19.1)
    await sendAll()
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('₹1,250')])
  })
  it('it is day elsewhere: the zone of the programme counts and not that of the machine', async () => {
    await farmerIn('Zone')
    const elsewhere = { ...world.tenants.cotton, timezone: 'Pacific/Auckland' }
    await scheduled({ villages: ['Zone'] })
    await tick()
    // Noon in Nimar is half past seven in the evening there, and two hours later it is night.
    ahead = hours(2)
    expect(await telephoneAll(stage.context, elsewhere, telephone)).toBe(0)
    expect(await sendAll()).toBe(1)
  })
})

// A message to many telephones: whom it may be written to, how many it reaches, and that each of them gets it once, whoever dies on
// the way and however often it is tried.
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { countAnew } from '#server/behaviours/work/mobilenotification.ts'
import { noTelephone, type Telephone, type TelephoneMessage } from '#server/channels/telephone.ts'
import { runClock } from '#server/jobs/clock.ts'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { createBySystem } from '#server/store/create.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Chain, chainOf, type Json, ok } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'

/** Noon in Nimar. */
const noon = Date.parse('2026-01-15T06:30:00Z')
let ahead = 0
const clock = () => new Date(noon + ahead)
let world: World
let chain: Chain
let stage: ReturnType<typeof delivererOf>
const operatorId = () => world.places.cotton.OP1?.id ?? ''
const consent = [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: '2025-04-01T06:30:00Z', channel: 'PAPER' }]
const farmerIn = (village: string, values: Record<string, unknown> = {}): Promise<string> =>
  world.scoped('ada', async (scope) => {
    const farmer = entityOf('farmer')
    const body = {
      ...sampleOf(farmer),
      operatorId: operatorId(),
      village,
      status: 'ACTIVE',
      phone: '9826012345',
      noPhone: false,
      language: 'hi',
      joinedOn: '2021-04-01',
      consent,
      ...values,
    }
    return (await createBySystem({ ...scope, behaviours: {} }, farmer, body as never)).row.id
  })
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  stage = delivererOf(world, clock)
  stage.setAhead(0)
}, 120_000)

const body = (values: Record<string, unknown> = {}) => ({
  name: 'Rain on Thursday',
  channel: 'SMS',
  text: 'Rain is expected on Thursday. Pick before.',
  versions: [{ language: 'hi', text: 'गुरुवार को बारिश होगी। पहले तुड़ाई करें।' }],
  groupIds: [],
  roles: [],
  villages: [],
  claims: [],
  farmerIds: [],
  ...values,
})
const record = (who: string, id: string, eventType: string, data = {}) =>
  world.as(who).post(`/mobilenotification/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
/** Written and submitted by Omar. */
const scheduled = async (values: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await ok(world.as('omar').post('/mobilenotification', body(values)))
  await ok(record('omar', id, 'SUBMITTED'))
  return id
}
/** So many telephones without approval; null: as for every programme. */
async function allowing(messageApproval: number | null): Promise<void> {
  const { version } = await ok(world.as('ada', '-').get('/api/tolerances'))
  await ok(world.as('ada', '-').patch('/api/tolerances', { messageApproval }, { 'if-match': `"${version}"` }))
}
const tick = (tenant = world.tenants.cotton) => runClock(stage.context, tenant)
const view = async (id: string): Promise<Json> => (await world.as('omar').get(`/mobilenotification/${id}`)).body
const recorder = (): { sent: TelephoneMessage[]; telephone: Telephone } => {
  const sent: TelephoneMessage[] = []
  const send: Telephone['send'] = async (message) => {
    sent.push(message)
    return { state: 'DELIVERED' }
  }
  return { sent, telephone: { send } }
}
const sendAll = (telephone: Telephone) => telephoneAll(stage.context, world.tenants.cotton, telephone)
const count = (who: string, values: Record<string, unknown>, operator?: string) => world.as(who, operator).post('/mobilenotification/audience', values)

describe('refused', () => {
  it('to ask for an audience: whoever writes no messages (403), what is not known (400), another operator’s farmers (none)', async () => {
    expect(await count('paul', {}, 'OP1')).toMatchObject({ status: 403 })
    expect(await count('omar', { village: 'Sawda' })).toMatchObject({ status: 400 })
    expect(await count('omar', { claims: ['HOLY'] })).toMatchObject({ status: 400 })
    await farmerIn('Sawda')
    expect(await count('leela', { villages: ['Sawda'] })).toMatchObject({ status: 200, body: { chosen: 0, reached: 0 } })
  })
  it('a message is not approved by whoever wrote it (422), and a voice call needs its recording (400)', async () => {
    const { id } = await ok(world.as('omar').post('/mobilenotification', body({ channel: 'IVR_VOICE', audioRef: 'rain.mp3' })))
    await ok(record('omar', id, 'SUBMITTED'))
    expect(await record('omar', id, 'APPROVED')).toMatchObject({ status: 422, body: { ruleId: 'BR-24' } })
    expect(await world.as('omar').post('/mobilenotification', body({ channel: 'IVR_VOICE' }))).toMatchObject({ status: 400 })
  })
  it('a field officer writes to their own villages alone, and orders no voice calls', async () => {
    const own = { id: randomUUIDv7(), name: 'F', email: null, grants: [{ role: 'FIELD_OFFICER' as const, operatorIds: [operatorId()], villages: ['Sawda'] }] }
    const officer = world.asUser(own)
    expect(await officer.post('/mobilenotification', body({ villages: ['Kasrawad'] }))).toMatchObject({ status: 403 })
    expect(await officer.post('/mobilenotification', body({ channel: 'IVR_VOICE', audioRef: 'a.mp3', villages: ['Sawda'] }))).toMatchObject({ status: 400 })
    expect(await officer.post('/mobilenotification', body())).toMatchObject({ status: 201, body: { villages: ['Sawda'] } })
  })
})

describe('the audience', () => {
  it('is counted while it is chosen, with those who are left out and why', async () => {
    const [one] = await Promise.all([
      farmerIn('Bamandi'),
      farmerIn('Bamandi'),
      farmerIn('Bamandi', { phone: null, noPhone: true }),
      farmerIn('Bamandi', { tags: ['no-messages'] }),
      farmerIn('Bamandi', { status: 'SUSPENDED' }),
    ])
    expect(await count('omar', { villages: ['Bamandi'] })).toMatchObject({
      status: 200,
      body: { chosen: 4, reached: 2, noPhone: 1, optedOut: 1, villages: [{ village: 'Bamandi', reached: 2 }] },
    })
    expect(await count('omar', { villages: ['Bamandi'], farmerIds: [one] })).toMatchObject({ body: { chosen: 1, reached: 1 } })
  })
  it('is narrowed by crop and claim', async () => {
    const { farmerId } = await chain.sown()
    const { village } = await chain.view('farmer', farmerId)
    const { body: all } = await count('omar', { farmerIds: [farmerId], cropTypeId: chain.cotton })
    expect(all).toMatchObject({ chosen: 1, villages: [{ village }] })
    expect(await count('omar', { farmerIds: [farmerId], claims: ['CONVENTIONAL'] })).toMatchObject({ body: { chosen: 0 } })
    expect(await count('omar', { villages: ['Bamandi'], cropTypeId: chain.cotton })).toMatchObject({ body: { chosen: 0 } })
  })
})

describe('the approval of a message', () => {
  const village = 'Approved'
  const sendIn = async (values: Record<string, unknown> = {}): Promise<[id: string, status: string]> => {
    const id = await scheduled({ villages: [village], scheduledAt: '2026-01-20T06:30:00Z', ...values })
    return [id, (await view(id)).status]
  }
  const cancel = (id: string) => ok(record('omar', id, 'CANCELLED', { reason: 'Enough' }))
  it('is needed of a voice call to one, and of what reaches more telephones than five hundred, or than the programme says', async () => {
    await Promise.all([farmerIn(village), farmerIn(village), farmerIn(village, { tags: ['no-messages'] })])
    const [few, fewStatus] = await sendIn()
    expect(fewStatus).toBe('SCHEDULED')
    expect(await record('ada', few, 'APPROVED')).toMatchObject({ status: 409 })
    const [call, callStatus] = await sendIn({ channel: 'IVR_VOICE', audioRef: 'rain.mp3' })
    expect(callStatus).toBe('PENDING_APPROVAL')
    await ok(record('ada', call, 'APPROVED'))
    expect((await view(call)).status).toBe('SCHEDULED')
    await allowing(2)
    const [two, twoStatus] = await sendIn()
    await farmerIn(village)
    const [three, threeStatus] = await sendIn()
    await allowing(null)
    expect([twoStatus, threeStatus]).toEqual(['SCHEDULED', 'PENDING_APPROVAL'])
    await Promise.all([few, call, two, three].map(cancel))
  })
  it('is five hundred telephones, to the one', async () => {
    // Twenty at a time: each takes a connection, and whoever waits five seconds for one is refused.
    for (let n = 0; n < 500; n += 20) await Promise.all(Array.from({ length: 20 }, () => farmerIn('Large')))
    await farmerIn('One more')
    const [at, atStatus] = await sendIn({ villages: ['Large'] })
    const [above, aboveStatus] = await sendIn({ villages: ['Large', 'One more'] })
    expect([atStatus, aboveStatus]).toEqual(['SCHEDULED', 'PENDING_APPROVAL'])
    await Promise.all([at, above].map(cancel))
  }, 120_000)
  it('is announced to whoever may give it when one is submitted that needs it, not to who submits it; of one that needs none nobody hears', async () => {
    const noticesOf = async (who: string, id: string) => (await stage.inbox(who, 'MESSAGE_APPROVAL')).filter(({ subjectId }) => subjectId === id)
    const free = await scheduled({ villages: ['Nowhere at all'] })
    const call = await scheduled({ channel: 'IVR_VOICE', audioRef: 'rain.mp3', villages: ['Nowhere at all'] })
    await stage.deliver()
    expect([(await view(free)).status, (await view(call)).status]).toEqual(['SCHEDULED', 'PENDING_APPROVAL'])
    expect(await noticesOf('ada', call)).toMatchObject([
      { status: 'UNREAD', headline: 'The message Rain on Thursday waits for an approval before it goes out.' },
    ])
    expect([await noticesOf('omar', call), await noticesOf('ada', free)]).toEqual([[], []])
    for (const id of [free, call]) await ok(record('omar', id, 'CANCELLED', { reason: 'It rained' }))
  })
  it('is asked for when others have joined those whom it is for, before it goes out; approved, it goes out, to each once', async () => {
    const joined = 'Joined'
    await farmerIn(joined)
    await allowing(1)
    const id = await scheduled({ villages: [joined] })
    expect((await view(id)).status).toBe('SCHEDULED')
    await farmerIn(joined)
    const tenant = { ...world.tenants.cotton, config: { ...world.tenants.cotton.config, tolerances: { messageApproval: 1 } } }
    await Promise.all([tick(tenant), tick(tenant)])
    expect((await view(id)).status).toBe('PENDING_APPROVAL')
    await tick(tenant)
    const { sent, telephone } = recorder()
    await sendAll(telephone)
    expect(sent).toEqual([])
    // Whoever may approve it hears of it once, and so does its author, for whom it does not go out yet.
    const noticesOf = async (who: string) => (await stage.inbox(who, 'MESSAGE_APPROVAL')).filter(({ subjectId }) => subjectId === id)
    expect([await noticesOf('ada'), await noticesOf('omar')]).toEqual([[], []])
    await stage.deliver()
    await stage.deliver()
    for (const [who, actionRequired] of [['ada', true] as const, ['omar', false] as const])
      expect(await noticesOf(who)).toMatchObject([{ status: 'UNREAD', actionRequired, timesSeen: 1, severity: 'WARN' }])
    expect(await noticesOf('leela')).toEqual([])
    await ok(record('ada', id, 'APPROVED'))
    await tick(tenant)
    for (const who of ['ada', 'omar']) expect((await noticesOf(who))[0]?.status).toBe('ACTIONED')
    await sendAll(telephone)
    expect([sent.length, (await view(id)).status]).toEqual([2, 'SENT'])
    await allowing(null)
  })
})

describe('a message', () => {
  it('that is only a draft or waits for approval does not go out, nor one that was cancelled or whose time has not come', async () => {
    const village = 'Never'
    await farmerIn(village)
    const draft = (await ok(world.as('omar').post('/mobilenotification', body({ villages: [village] })))).id
    const later = await scheduled({ villages: [village], scheduledAt: '2026-01-20T06:30:00Z' })
    const cancelled = await scheduled({ villages: [village] })
    await ok(record('omar', cancelled, 'CANCELLED', { reason: 'It rained' }))
    await tick()
    const { sent, telephone } = recorder()
    await sendAll(telephone)
    expect(sent).toEqual([])
    expect([(await view(draft)).status, (await view(later)).status, (await view(cancelled)).status]).toEqual(['DRAFT', 'SCHEDULED', 'CANCELLED'])
    await ok(record('omar', later, 'CANCELLED', { reason: 'Enough' }))
  })
  it('does not go out at night', async () => {
    await farmerIn('Night')
    const id = await scheduled({ villages: ['Night'] })
    ahead = 11 * 3_600_000
    await tick()
    expect((await view(id)).status).toBe('SCHEDULED')
    ahead = 20 * 3_600_000
    await tick()
    expect((await view(id)).status).toBe('SENDING')
    await sendAll(recorder().telephone)
    ahead = 0
  })
  it('reaches each telephone once, in the farmer’s language, by several workers, and says what became of it', async () => {
    const village = 'Once'
    const [hindi, english] = await Promise.all([farmerIn(village), farmerIn(village, { language: 'en' }), farmerIn(village, { tags: ['no-messages'] })])
    const id = await scheduled({ villages: [village] })
    await Promise.all([tick(), tick()])
    const { sent, telephone } = recorder()
    await Promise.all([sendAll(telephone), sendAll(telephone)])
    await sendAll(telephone)
    expect(sent.map(({ language, text }) => [language, text]).sort()).toEqual([
      ['en', 'Rain is expected on Thursday. Pick before.'],
      ['hi', 'गुरुवार को बारिश होगी। पहले तुड़ाई करें।'],
    ])
    const { status, audienceCount, deliveredShare, recipients } = await view(id)
    expect({ status, audienceCount, deliveredShare }).toEqual({ status: 'SENT', audienceCount: 2, deliveredShare: 1 })
    expect(recipients.map(({ state }: Json) => state).sort()).toEqual(['DELIVERED', 'DELIVERED', 'OPTED_OUT'])
    expect(recipients.map(({ farmerId }: Json) => farmerId)).toEqual(expect.arrayContaining([hindi, english]))
  })
  it('that was handed over by a process that died is handed over under the same number', async () => {
    await farmerIn('Dies')
    await scheduled({ villages: ['Dies'] })
    await tick()
    const tried: string[] = []
    const stop = new AbortController()
    await expect(
      telephoneAll(
        {
          ...stage.context,
          stop: stop.signal,
          database: {
            ...world.database,
            transaction: async (tenant, work, use) => {
              if (tried.length) throw new Error('Killed')
              return world.database.transaction(tenant, work, use)
            },
          },
        },
        world.tenants.cotton,
        {
          send: async ({ id }) => {
            tried.push(id)
            return { state: 'DELIVERED' }
          },
        },
      ),
    ).rejects.toThrow('Killed')
    ahead = 5 * 60_000
    const { sent, telephone } = recorder()
    await sendAll(telephone)
    ahead = 0
    expect(sent.map(({ id }) => id)).toEqual(tried)
  })
  it('is tried again where the provider was away, and ends in part or not at all', async () => {
    const [, second] = [await farmerIn('Part'), await farmerIn('Part', { phone: '9826099999' })]
    const part = await scheduled({ villages: ['Part'] })
    await tick()
    const busy: Telephone = { send: async ({ to }) => (to.endsWith('99999') ? { state: 'FAILED', reason: 'Busy', isFinal: true } : { state: 'DELIVERED' }) }
    await sendAll(busy)
    const { status, deliveredShare, recipients } = await view(part)
    expect({ status, deliveredShare }).toEqual({ status: 'PARTIAL', deliveredShare: 0.5 })
    expect(recipients).toContainEqual(expect.objectContaining({ farmerId: second, state: 'FAILED', failure: 'Busy' }))

    await farmerIn('None')
    const none = await scheduled({ villages: ['None'] })
    const nobody = await scheduled({ villages: ['Nobody lives here'] })
    await tick()
    await sendAll(noTelephone)
    expect([(await view(none)).status, (await view(nobody)).status]).toEqual(['FAILED', 'FAILED'])
  })
})

describe('whom a message went to', () => {
  const states = async (id: string) => (await view(id)).recipients.map(({ farmerId, state }: Json) => [farmerId, state]).sort()
  it('is fixed when it goes out: nobody joins or leaves by who lives there at its end, or when a provider reports', async () => {
    const [one, two] = await Promise.all([farmerIn('Fixed'), farmerIn('Fixed')])
    const id = await scheduled({ villages: ['Fixed'] })
    await tick()
    const expected = (state: string) => [one, two].sort().map((farmer) => [farmer, state])
    expect(await states(id)).toEqual(expected('QUEUED'))
    await farmerIn('Fixed')
    await world.scoped('ada', ({ db, tenant }) => sql`update farmer set village = 'Moved' where tenant_id = ${tenant.id} and id = ${one}::uuid`.execute(db))
    const { sent, telephone } = recorder()
    await sendAll(telephone)
    expect(sent.length).toBe(2)
    expect(await states(id)).toEqual(expected('DELIVERED'))
    // What became of one of them is another thing now; who they are is not.
    await world.scoped('ada', async (scope) => {
      await sql`update delivery set state = 'FAILED', is_reported = true where tenant_id = ${scope.tenant.id} and source_id = ${id}::uuid and recipient_id = ${two}::uuid`.execute(
        scope.db,
      )
      await countAnew(scope, id)
    })
    expect(await states(id)).toEqual(
      [
        [one, 'DELIVERED'],
        [two, 'FAILED'],
      ].sort(),
    )
    expect(await view(id)).toMatchObject({ audienceCount: 2, deliveredShare: 0.5 })
  })
  it('is there at its end by push as well, which reaches no member', async () => {
    const farmer = await farmerIn('Pushed')
    const id = await scheduled({ channel: 'PUSH', villages: ['Pushed'] })
    await tick()
    await tick()
    await sendAll(noTelephone)
    expect(await view(id)).toMatchObject({ status: 'FAILED', audienceCount: 0, deliveredShare: 0 })
    expect(await states(id)).toEqual([[farmer, 'FAILED']])
  })
})

describe('what concerns a member', () => {
  it('reaches their telephone in their language, once', async () => {
    const farmerId = await farmerIn('Paid')
    await ok(
      world.as('omar').post(`/farmer/${farmerId}/events`, {
        eventType: 'PAYMENT',
        occurredAt: clock().toISOString(),
        data: { kind: 'PREMIUM', amount: 125_000, ref: 'P-1' },
      }),
    )
    const withTelephone = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    withTelephone.setAhead(0)
    await withTelephone.deliver()
    await world.scoped('ada', ({ db, tenant }) => sql`update outbox set state = 'WAITING' where tenant_id = ${tenant.id} and code = 'PREMIUM_PAID'`.execute(db))
    await withTelephone.deliver()
    const { sent, telephone } = recorder()
    await sendAll(telephone)
    expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^आपका प्रीमियम चुकाया गया: ₹1,250/)])
  })
})

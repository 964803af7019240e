// What a provider of telephones reports of messages (6.2): signed, late, twice and in any order; counted at the message, and who does not want messages gets no more.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createApp } from '#server/app.ts'
import type { Telephone, TelephoneMessage } from '#server/channels/telephone.ts'
import { runClock } from '#server/jobs/clock.ts'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { createBySystem } from '#server/store/create.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { chainOf, type Json, ok } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'

/** Noon in Nimar. */
const clock = () => new Date('2026-01-15T06:30:00Z')
const secret = 'a secret of provider and programme, long enough'
const address = '/api/telephone/reports'
let world: World
let stage: ReturnType<typeof delivererOf>
const clients: Record<'cotton' | 'dairy', Client> = {} as Record<'cotton' | 'dairy', Client>

const signed = (text: string, seconds = clock().getTime() / 1000, key = secret) => ({
  'content-type': 'application/json',
  'x-timestamp': String(seconds),
  'x-signature': createHmac('sha256', key).update(`${seconds}.${text}`).digest('hex'),
})
const send = (reports: unknown, headers?: Record<string, string>, client = clients.cotton) => {
  const text = JSON.stringify(reports)
  return client.send(address, { method: 'POST', body: text, headers: headers ?? signed(text) })
}
const report = (id: string | undefined, state: string, more: Json = {}) => ({ id, state, at: '2026-01-15T06:29:00Z', ...more })

const consent = [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: '2025-04-01T06:30:00Z', channel: 'PAPER' }]
const farmerIn = (village: string): Promise<string> =>
  world.scoped('ada', async (scope) => {
    const farmer = entityOf('farmer')
    const values = {
      status: 'ACTIVE',
      phone: '9826012345',
      noPhone: false,
      language: 'hi',
      joinedOn: '2021-04-01',
      contractSignedOn: '2021-04-01',
      consent,
      village,
      operatorId: world.places.cotton.OP1?.id,
    }
    return (await createBySystem({ ...scope, behaviours: {} }, farmer, { ...sampleOf(farmer), ...values } as never)).row.id
  })
const view = async (id: string): Promise<Json> => ok(world.as('omar').get(`/mobilenotification/${id}`))
const tick = () => runClock(stage.context, world.tenants.cotton)
/** Handed over to a provider that says nothing more than that; answers the message and what went out, by farmer. */
async function sentIn(village: string): Promise<{ id: string; sent: Map<string, string> }> {
  const texts = { name: 'Rain', channel: 'SMS', text: 'Rain.', versions: [] }
  const chosen = { groupIds: [], roles: [], villages: [village], claims: [], farmerIds: [] }
  const { id } = await ok(world.as('omar').post('/mobilenotification', { ...texts, ...chosen }))
  await ok(world.as('omar').post(`/mobilenotification/${id}/events`, { eventType: 'SUBMITTED', occurredAt: clock().toISOString(), data: {} }))
  await tick()
  const messages: TelephoneMessage[] = []
  await work({
    async send(message) {
      messages.push(message)
      return { state: 'SENT' }
    },
  })
  const { rows } = await world.scoped('ada', ({ db }) =>
    sql<{ id: string; who: string }>`select id, recipient_id as who from delivery where source_id = ${id}::uuid`.execute(db),
  )
  expect(messages.map((one) => one.id).sort()).toEqual(rows.map((one) => one.id).sort())
  return { id, sent: new Map(rows.map((one) => [one.who, one.id])) }
}
const work = (telephone: Telephone = { send: async () => ({ state: 'SENT' }) }) => telephoneAll(stage.context, world.tenants.cotton, telephone)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  await chainOf(world)
  stage = delivererOf(world, clock)
  stage.setAhead(0)
  const app = createApp({ ...world.deps, telephoneSecret: secret })
  for (const key of ['cotton', 'dairy'] as const) clients[key] = clientOf(app, `${world.tenants[key].subdomain}.farmbook.test`, {}, '')
}, 120_000)

describe('a call', () => {
  it('is refused without a signature, with that of another body or secret, and with one of more than five minutes (401); nothing is written', async () => {
    await farmerIn('Signed')
    const { id, sent } = await sentIn('Signed')
    const reports = [report([...sent.values()][0], 'DELIVERED')]
    const text = JSON.stringify(reports)
    const now = clock().getTime() / 1000
    const refused = [
      { 'content-type': 'application/json' },
      { ...signed(text), 'x-signature': '' },
      signed('[]'),
      signed(text, now, `${secret}.`),
      signed(text, now - 301),
      signed(text, now + 301),
      { ...signed(text), 'x-timestamp': String(now + 1) },
      { ...signed(text), 'x-timestamp': 'now' },
    ]
    for (const headers of refused) expect(await send(reports, headers)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    // A session is none either, and where no secret is set, there is no such address.
    expect(await world.as('ada', '-').post(address, reports)).toMatchObject({ status: 404 })
    await work()
    expect(await view(id)).toMatchObject({ deliveredShare: 0, recipients: [{ state: 'SENT' }] })
    expect(await send(reports, signed(text, now - 300))).toMatchObject({ status: 200, body: { changed: 1 } })
  })
  it('is refused with what cannot be a report (400), and with more than five hundred', async () => {
    const id = '00000000-0000-7000-8000-000000000000'
    for (const wrong of [
      [],
      {},
      [report(id, 'SENT')],
      [report('x', 'READ')],
      [report(id, 'HEARD', { heardSeconds: -1 })],
      [report(id, 'FAILED', { code: '<b>' })],
      [{ id, state: 'READ' }],
    ])
      expect(await send(wrong)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await send(Array.from({ length: 501 }, () => report(id, 'READ')))).toMatchObject({ status: 400 })
  })
  it('knows no message of another programme, and none that was not handed over', async () => {
    await farmerIn('Ours')
    const { id, sent } = await sentIn('Ours')
    const [ours] = [...sent.values()]
    const text = JSON.stringify([report(ours, 'READ')])
    expect(await send([report(ours, 'READ')], signed(text), clients.dairy)).toMatchObject({ status: 200, body: { changed: 0, unchanged: 0, unknown: [ours] } })
    expect(await send([report(id, 'READ')])).toMatchObject({ status: 200, body: { changed: 0, unknown: [id] } })
    await work()
    expect(await view(id)).toMatchObject({ recipients: [{ state: 'SENT' }] })
  })
})

describe('reports', () => {
  it('are counted at their message, whatever their order, and once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => farmerIn('Heard')))
    const { id, sent } = await sentIn('Heard')
    expect(await view(id)).toMatchObject({ status: 'SENT', deliveredShare: 0, heardShare: 0 })
    const [read, delivered, heard, failed, silent] = people.map((one) => sent.get(one) ?? '')
    const first = [report(read, 'READ'), report(failed, 'FAILED', { code: '30003' }), report(heard, 'HEARD', { heardSeconds: 12 })]
    expect((await send(first)).body).toEqual({ changed: 3, unchanged: 0, unknown: [] })
    expect((await send(first)).body).toEqual({ changed: 0, unchanged: 3, unknown: [] })
    const late = [
      report(read, 'DELIVERED'),
      report(delivered, 'DELIVERED'),
      report(delivered, 'FAILED', { code: '1' }),
      report(heard, 'HEARD', { heardSeconds: 3 }),
    ]
    expect((await send(late)).body).toEqual({ changed: 1, unchanged: 2, unknown: [] })
    await work()
    const { status, deliveredShare, heardShare, recipients } = await view(id)
    expect({ status, deliveredShare, heardShare }).toEqual({ status: 'SENT', deliveredShare: 0.6, heardShare: 0.2 })
    const of = new Map(recipients.map((one: Json) => [sent.get(one.farmerId), [one.state, one.heardSeconds, one.failure]]))
    expect([read, delivered, heard, failed, silent].map((one) => of.get(one))).toEqual([
      ['READ', null, null],
      ['DELIVERED', null, null],
      ['HEARD', 12, null],
      ['FAILED', null, '30003'],
      ['SENT', null, null],
    ])
    // Counted once: nothing is left to count.
    const { version } = await view(id)
    await work()
    expect((await view(id)).version).toBe(version)
  })
  it('of two calls at once both count', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => farmerIn('Both')))
    const { id, sent } = await sentIn('Both')
    const ids = people.map((one) => sent.get(one) ?? '')
    const answers = await Promise.all([
      send(ids.map((one) => report(one, 'READ'))),
      send(ids.toReversed().map((one) => report(one, 'HEARD', { heardSeconds: 5 }))),
      work(),
    ])
    expect(answers.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }])
    await work()
    expect(await view(id)).toMatchObject({ deliveredShare: 1, heardShare: 1 })
  })
  it('that somebody does not want messages mark them, once and in their history, and the next message leaves them out', async () => {
    const [quiet, other] = [await farmerIn('Quiet'), await farmerIn('Quiet')]
    const { id, sent } = await sentIn('Quiet')
    const optedOut = [report(sent.get(quiet), 'OPTED_OUT')]
    expect((await send(optedOut)).body).toMatchObject({ changed: 1 })
    expect((await send(optedOut)).body).toMatchObject({ unchanged: 1 })
    await work()
    const states = async (message: string) =>
      (await view(message)).recipients.map((one: Json) => `${one.farmerId === quiet ? 'quiet' : 'other'} ${one.state}`).sort()
    expect(await states(id)).toEqual(['other SENT', 'quiet OPTED_OUT'])
    const { tags } = await ok(world.as('omar').get(`/farmer/${quiet}`))
    expect(tags).toEqual(['no-messages'])
    const { rows } = await world.scoped('ada', ({ db }) =>
      sql`select recorded_by as by, data->'changes'->'tags'->'to' as tags from event where subject_id = ${quiet}::uuid and event_type = 'EDITED'`.execute(db),
    )
    expect(rows).toEqual([{ by: null, tags: ['no-messages'] }])
    const next = await sentIn('Quiet')
    expect([...next.sent.keys()]).toEqual([other])
    expect(await states(next.id)).toEqual(['other SENT', 'quiet OPTED_OUT'])
    // Who has the mark taken away has decided after that report; what the provider hears after that counts again.
    const whoIs = () => ok(world.as('omar').get(`/farmer/${quiet}`))
    const { version } = await whoIs()
    await ok(world.as('omar').patch(`/farmer/${quiet}`, { tags: [] }, { 'if-match': `"${version}"` }))
    await ok(send(optedOut))
    expect(await whoIs()).toMatchObject({ tags: [] })
    await ok(send([report(sent.get(quiet), 'OPTED_OUT', { at: '2026-01-15T06:31:00Z' })]))
    expect(await whoIs()).toMatchObject({ tags: ['no-messages'] })
    // One that had arrived stays so.
    expect((await send([report(next.sent.get(other), 'READ'), report(next.sent.get(other), 'OPTED_OUT')])).body).toMatchObject({ changed: 1 })
    await work()
    expect(await states(next.id)).toEqual(['other READ', 'quiet OPTED_OUT'])
  })
  it('of somebody who was merged meanwhile mark the record that stays', async () => {
    const [gone, stays] = [await farmerIn('Merged'), await farmerIn('Elsewhere')]
    const { sent } = await sentIn('Merged')
    await world.scoped('ada', ({ db }) => sql`update farmer set merged_into_id = ${stays}::uuid, status = 'MERGED' where id = ${gone}::uuid`.execute(db))
    expect((await send([report(sent.get(gone), 'OPTED_OUT')])).body).toMatchObject({ changed: 1 })
    expect(await ok(world.as('omar').get(`/farmer/${stays}`))).toMatchObject({ tags: ['no-messages'] })
  })
})

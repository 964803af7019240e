// Identifiers of other systems of two records of one person (docs/decisions/0091, 0083): they go over with the merger to the record that stays, are nobody else's at any moment,
// and go back with it; entered there by hand, too.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
/** Minutes that have passed since the world began. */
let minutes = 0
const now = () => new Date(clock().getTime() + minutes * 60_000)
beforeAll(async () => {
  world = await openWorld({ now })
  chain = await chainOf(world)
})
const refused = refusing(() => world)
const omar = () => world.as('omar')
const ada = () => world.as('ada', 'OP1')
type Ids = { system: string; value: string }[]
const tracenet = (value: string): Ids => [{ system: 'TRACENET', value }]
const gtb = (value: string): Ids => [{ system: 'GTB', value }]
const taken = { status: 409, body: { code: 'DUPLICATE', fields: [{ path: 'externalIds', code: 'taken' }] } }
const member = async (name: string): Promise<string> => (await chain.member({ name, isInspected: false })).farmerId
const farmerOf = (id: string): Promise<Json> => chain.view('farmer', id)
const idsOf = async (id: string): Promise<Ids | null> => (await farmerOf(id)).externalIds
const enter = async (id: string, externalIds: Ids | null) => omar().patch(`/farmer/${id}`, { externalIds }, { 'if-match': `"${(await farmerOf(id)).version}"` })
const ask = (id: string, survivorId: string, day: string) => record(ada(), 'farmer', id, 'MERGE_REQUESTED', day, { survivorId, reason: 'Same ration card' })
const mergeOn = (day: string) => (id: string, survivorId: string) => record(omar(), 'farmer', id, 'MERGED', day, { survivorId }, 11)
const merge = mergeOn('2026-01-14')
const undo = (id: string, eventId: string) => omar().post(`/farmer/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const found = async (text: string): Promise<string[]> =>
  (await ok(omar().get(`/farmer?filter[externalId]=${encodeURIComponent(text)}`))).items.map(({ id }: Json) => id)
/** The record that is to end, the one that is to stay, and somebody else. */
async function three(name: string, ending: Ids | null, staying: Ids | null = null, day = '2026-01-14') {
  const [one, other, third] = [await member(name), await member(name), await member(`${name} Rao`)]
  if (ending) await ok(enter(one, ending))
  if (staying) await ok(enter(other, staying))
  await ok(ask(one, other, day))
  return [one, other, third] as const
}
/** What the database has, by record. */
const rowsOf = (...ids: string[]): Promise<string[]> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const rows = await db.selectFrom('external_id').selectAll().where('tenant_id', '=', tenant.id).where('record_id', 'in', ids).execute()
    return rows.map(({ system, value_key, record_id }) => `${ids.indexOf(record_id)} ${system}:${value_key}`).sort()
  })

describe('identifiers of a record that was merged', () => {
  it('are nobody else’s (409), before the merger and after it; only of the record that stays', async () => {
    const [one, other, third] = await three('Ahilya', tracenet('MP/1'))
    for (const id of [other, third]) await refused(() => enter(id, tracenet('mp / 1')), taken)
    await ok(merge(one, other))
    await refused(() => enter(third, tracenet('mp / 1')), taken)
    expect([await idsOf(one), await idsOf(other), await idsOf(third)]).toEqual([null, tracenet('MP/1'), null])
    expect(await found('TRACENET:mp/1')).toEqual([other])
    expect((await ok(omar().get('/farmer?q=MP/1'))).items.map(({ id }: Json) => id)).toEqual([other])
    expect(await rowsOf(one, other, third)).toEqual(['1 TRACENET:MP/1'])
  })
  it('go over beside those of other systems, with both histories saying so, and back when the merger is taken back', async () => {
    const [one, other] = await three('Bijal', [...tracenet('MP/2'), { system: 'TE_ID', value: '77' }], gtb('9'))
    const { event } = await ok(merge(one, other))
    expect(await idsOf(other)).toEqual([...gtb('9'), ...tracenet('MP/2'), { system: 'TE_ID', value: '77' }])
    for (const id of [one, other])
      expect((await ok(omar().get(`/farmer/${id}/history`))).items[0]).toMatchObject({
        eventType: 'EDITED',
        data: { changes: { externalIds: expect.anything() } },
      })
    await ok(undo(one, event.id))
    expect([await idsOf(one), await idsOf(other)]).toEqual([[...tracenet('MP/2'), { system: 'TE_ID', value: '77' }], gtb('9')])
    expect(await rowsOf(one, other)).toEqual(['0 TE_ID:77', '0 TRACENET:MP/2', '1 GTB:9'])
    // Merged again, and taken back again; twice is refused.
    const again = await ok(merge(one, other))
    expect(await rowsOf(one, other)).toEqual(['1 GTB:9', '1 TE_ID:77', '1 TRACENET:MP/2'])
    await refused(() => merge(one, other), { status: 409 })
    await ok(undo(one, again.event.id))
    await refused(() => undo(one, again.event.id), { status: 409 })
    expect(await rowsOf(one, other)).toEqual(['0 TE_ID:77', '0 TRACENET:MP/2', '1 GTB:9'])
  })
  it('of a system that the other one has, too, stay where they were and are found there, until they are entered at the record that stays', async () => {
    const [one, other] = await three('Chitra', tracenet('MP/3'), tracenet('MP/4'))
    const { event } = await ok(merge(one, other))
    expect([await idsOf(one), await idsOf(other)]).toEqual([tracenet('MP/3'), tracenet('MP/4')])
    expect((await found('TRACENET:MP/3')).sort()).toEqual([one, other].sort())
    await ok(enter(other, tracenet('mp/ 3')))
    expect([await idsOf(one), await idsOf(other)]).toEqual([null, tracenet('mp/ 3')])
    // As it was written there; and what it took the place of is here again.
    await ok(undo(one, event.id))
    expect([await idsOf(one), await idsOf(other)]).toEqual([tracenet('MP/3'), tracenet('MP/4')])
  })
  it('come back although they were taken off the record that stays; not from a third one, which is named (409)', async () => {
    const [one, other, third] = await three('Devika', [...tracenet('MP/5'), ...gtb('5')])
    const { event } = await ok(merge(one, other))
    await ok(enter(other, gtb('5')))
    await ok(enter(third, tracenet('MP/5')))
    await refused(() => undo(one, event.id), { ...taken, body: { ...taken.body, detail: expect.stringContaining('Rao') } })
    expect(await rowsOf(one, other, third)).toEqual(['1 GTB:5', '2 TRACENET:MP/5'])
    await ok(enter(third, null))
    await ok(undo(one, event.id))
    expect([await idsOf(one), await idsOf(other)]).toEqual([[...tracenet('MP/5'), ...gtb('5')], null])
  })
  it('go over with a merger that is recorded late, and are as they were at a moment before that', async () => {
    const [one, other] = await three('Ekta', tracenet('MP/6'), null, '2025-12-20')
    const before = now().toISOString()
    minutes += 2
    await ok(mergeOn('2025-12-21')(one, other))
    expect([await idsOf(one), await idsOf(other)]).toEqual([null, tracenet('MP/6')])
    const then = async (id: string) => (await ok(omar().get(`/farmer/${id}?asOf=${before}&knownAt=${before}`))).externalIds
    expect([await then(one), await then(other)]).toEqual([tracenet('MP/6'), null])
  })
  it('of two mergers into one record at once are of it once each, and one of a system of two records of it', async () => {
    const stays = await member('Falguni')
    const ended = [await member('Falguni'), await member('Falguni')]
    for (const [place, id] of ended.entries()) {
      await ok(enter(id, [...tracenet(`MP/7${place}`), { system: `S${place}`, value: '1' }]))
      await ok(ask(id, stays, '2026-01-14'))
    }
    const answers = await Promise.all(ended.map((id) => merge(id, stays)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const systems = ((await idsOf(stays)) ?? []).map(({ system }) => system).sort()
    expect(systems).toEqual(['S0', 'S1', 'TRACENET'])
    expect(await rowsOf(stays, ...ended)).toHaveLength(4)
  })
  it('entered elsewhere at the moment of the merger are of exactly one record', async () => {
    const [one, other, third] = await three('Gita', tracenet('MP/8'))
    const [merged, entered] = await Promise.all([merge(one, other), enter(third, tracenet('MP/8'))])
    expect([merged.status, entered.status]).toEqual([201, 409])
    // Taken back while somebody enters it: to whom it goes back, or to them and the merger stays.
    const after = await Promise.all([undo(one, merged.body.event.id), enter(other, null).then(() => enter(third, tracenet('MP/8')))])
    expect(after.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await rowsOf(one, other, third)).toHaveLength(1)
  })
  it('are hidden in both histories from who does not see data of the person', async () => {
    const [one, other] = await three('Hemlata', tracenet('HIDDEN-5512'))
    await ok(merge(one, other))
    for (const id of [one, other])
      for (const path of ['', '/events', '/history'])
        expect(JSON.stringify((await world.as('pooja', 'OP1').get(`/farmer/${id}${path}`)).body)).not.toContain('5512')
    expect(JSON.stringify((await omar().get(`/farmer/${one}/history`)).body)).toContain('5512')
  })
})

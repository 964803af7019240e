// Reports of a past day call farmers, groups and products what they were called then, as it was known then: renamed since, and renamed back later.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let lot: string
let grower: { farmerId: string; cropId: string }
let group: string
let now = new Date('2026-01-15T06:30:00Z')
const onDay = (text: string) => {
  now = new Date(`${text}T06:30:00Z`)
}
const as = (who: string) => world.as(who, 'OP1')
const reports = ['purchase-register', 'farmer-passbook', 'training-register', 'stock-ledger'] as const
const rowsOf = async (id: string, query = ''): Promise<Json[]> => (await ok(as('ada').get(`/reports/${id}?${query}`))).rows
const change = async (entity: string, id: string, values: Json): Promise<void> => {
  const { version } = await chain.view(entity, id)
  await ok(as('ada').patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` }))
}
const saved: Record<string, Json[]> = {}
const former: Record<'farmer' | 'group' | 'product', Json> = { farmer: {}, group: {}, product: {} }
/** Who the purchases and the training are said to be of, and whose and what the stock is. */
const namesOf = async (query = ''): Promise<unknown[]> => {
  const [ticket] = await rowsOf('purchase-register', query)
  const [line] = await rowsOf('farmer-passbook', query)
  const [training] = await rowsOf('training-register', query)
  const [stock] = await rowsOf('stock-ledger', query)
  expect(line?.farmer).toBe(ticket?.farmer)
  expect(stock?.holder).toBe(training?.operator)
  return [ticket?.farmer, ticket?.village, training?.operator, stock?.product]
}
const traced = async (query = ''): Promise<unknown> => (await ok(as('ada').get(`/productbatch/${lot}/trace?direction=back${query}`))).parcels[0]?.farmer

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  group = world.places.cotton.OP1?.id as string
  grower = await chain.sown()
  await chain.decide('APPROVED', grower.farmerId)
  await chain.picked(grower.cropId, 500)
  lot = (await chain.lot()).id
  await ok(chain.buy(lot, grower.cropId, 300))
  await ok(record(as('omar'), 'collective', group, 'TRAINING', '2026-01-10', { topic: 'Traps', hours: 2, farmerIds: [grower.farmerId] }))
  onDay('2026-01-18')
  for (const id of reports) saved[id] = await rowsOf(id)
  const [{ lastName, village }, { shortName }, { name }] = [
    await chain.view('farmer', grower.farmerId),
    await chain.view('collective', group),
    await chain.view('product', chain.products.seedCotton),
  ]
  Object.assign(former, { farmer: { lastName, village }, group: { shortName }, product: { name } })
  onDay('2026-01-20')
  await change('farmer', grower.farmerId, { lastName: 'Bamne', village: 'Elsewhere' })
  await change('collective', group, { shortName: 'Renamed group' })
  await change('product', chain.products.seedCotton, { name: 'Renamed cotton' })
  onDay('2026-01-25')
}, 240_000)

describe('names of a past day', () => {
  it('are refused with a day that is none (400), and nothing is named before it was known', async () => {
    for (const id of [...reports, 'premium-statement', 'internal-inspections', 'input-use', 'processing-yield', 'volume-reconciliation']) {
      expect([id, (await as('ada').get(`/reports/${id}?knownAt=soon`)).status]).toEqual([id, 400])
      expect([id, await rowsOf(id, 'knownAt=2020-01-01')]).toEqual([id, []])
    }
  })
  it('are those of then, by the day on which it was and by the day on which it was known', async () => {
    const before = await namesOf('asOf=2026-01-18&knownAt=2026-01-18')
    expect(await namesOf()).toEqual([expect.stringContaining('Bamne'), 'Elsewhere', 'Renamed group', 'Renamed cotton'])
    for (const name of before) expect(await namesOf()).not.toContain(name)
    expect(await namesOf('asOf=2026-01-18')).toEqual(before)
    expect(await namesOf('knownAt=2026-01-18')).toEqual(before)
    for (const id of reports) expect([id, await rowsOf(id, 'asOf=2026-01-18&knownAt=2026-01-18')]).toEqual([id, saved[id]])
    expect(await namesOf('asOf=2026-01-20')).toEqual(await namesOf())
  })
  it('are those of the trace as well', async () => {
    expect(await traced()).toContain('Bamne')
    expect(await traced('&asOf=2026-01-18')).not.toContain('Bamne')
    expect(await traced('&knownAt=2026-01-20')).toContain('Bamne')
  })
  it('are the new ones for the days in between, where they were renamed back', async () => {
    const [before, after] = [await namesOf('asOf=2026-01-18'), await namesOf()]
    await change('farmer', grower.farmerId, former.farmer)
    await change('collective', group, former.group)
    await change('product', chain.products.seedCotton, former.product)
    onDay('2026-01-28')
    expect(await namesOf()).toEqual(before)
    for (const query of ['asOf=2026-01-22', 'knownAt=2026-01-22', 'asOf=2026-01-22&knownAt=2026-01-23'])
      expect([query, await namesOf(query)]).toEqual([query, after])
    for (const query of ['asOf=2026-01-19', 'knownAt=2026-01-19', 'asOf=2026-01-19&knownAt=2026-01-23'])
      expect([query, await namesOf(query)]).toEqual([query, before])
  })
  it('are of a ticket that is voided since as well', async () => {
    const { items } = await ok(as('ada').get(`/productbatch/${lot}/events`))
    const { id } = items.find(({ eventType }: Json) => eventType === 'PURCHASE')
    await ok(as('pooja').post(`/productbatch/${lot}/events/${id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await rowsOf('purchase-register')).toEqual([])
    expect((await rowsOf('purchase-register', 'knownAt=2026-01-22'))[0]?.farmer).toContain('Bamne')
  })
})

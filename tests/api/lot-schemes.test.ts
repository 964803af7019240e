// The schemes of a lot (domain dictionary 4.4 schemeIds; docs/decisions/0167): those that everything in it shares, whatever becomes known in which order. Refusals first.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { lotsOfOtherSchemes } from '../harness/shared-schemes.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let npop = ''
let roc = ''
let second = ''
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const group = () => world.places.cotton.OP1?.id as string
const moved: [string, string][] = []
async function move(type: 'SUSPENDED' | 'REINSTATED' | 'WITHDRAWN', day: string, id = second): Promise<void> {
  const { event } = await ok(record(as('carla'), 'scopecertificate', id, type, day, { reason: 'Finding of the audit' }))
  moved.push([id, event.id])
}
async function voidMoves(): Promise<void> {
  for (const [id, event] of moved.splice(0).reverse()) await ok(as('carla').post(`/scopecertificate/${id}/events/${event}/void`, { reason: 'DID_NOT_OCCUR' }))
}
const schemesOf = async (id: string): Promise<string[]> => (await chain.view('productbatch', id)).schemeIds ?? []
const farmLotOf = async (cropId: string): Promise<string> =>
  (await ok(as('ada').get(`/productbatch?filter[cropId]=${cropId}&filter[unitType]=FARM_LOT`))).items[0].id
/** A crop picked on these days, and a lot with a ticket of it. */
async function bought(days: readonly string[], kg = 40) {
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  for (const day of days) await chain.picked(cropId, 100, day)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, kg, '2025-11-20'))
  return { cropId, lot: id as string, farmLot: await farmLotOf(cropId) }
}
const both = () => [npop, roc].sort()
const expectAll = async (): Promise<void> => expect(await world.scoped('ada', lotsOfOtherSchemes)).toEqual([])

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  npop = await chain.standards.scheme('NPOP')
  roc = await chain.standards.scheme('ROC')
  // Of a part of the season only.
  second = (await chain.standards.certify({ collectiveId: group() }, { scheme: 'ROC', scNo: 'ROC/1', validTo: '2025-11-15' })).id
}, 240_000)
afterEach(async () => {
  await voidMoves()
  await expectAll()
})

describe('the schemes of a lot', () => {
  it('are never typed (400)', async () => {
    const { lot } = await bought(['2025-11-05'])
    const { version } = await chain.view('productbatch', lot)
    await refused(() => as('pooja').patch(`/productbatch/${lot}`, { schemeIds: [npop] }, { 'if-match': `"${version}"` }), { status: 400 })
  })

  it('are those under which every picking was certified, and none of conventional goods', async () => {
    const [early, late] = [await bought(['2025-11-05']), await bought(['2025-11-05', '2025-11-16'])]
    expect([await schemesOf(early.farmLot), await schemesOf(early.lot)]).toEqual([both(), both()])
    expect([await schemesOf(late.farmLot), await schemesOf(late.lot)]).toEqual([[npop], [npop]])
    const { id } = await chain.lot()
    expect(await schemesOf(id)).toEqual([])
    await ok(chain.buy(id, early.cropId, 10, '2025-11-20', { asConventional: true }))
    expect(await schemesOf(id)).toEqual([])
  })

  it('follow a late ticket, its void, a split and a heap', async () => {
    const [early, late] = [await bought(['2025-11-05']), await bought(['2025-11-16'])]
    await ok(record(as('pooja'), 'productbatch', early.lot, 'CLOSED', '2025-11-22'))
    const { id: heap } = await chain.lot()
    await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-11-23', { inputs: [{ batchId: early.lot, kg: 20 }] }))
    expect(await schemesOf(heap)).toEqual(both())
    const { event } = await ok(chain.buy(early.lot, late.cropId, 10, '2025-11-19'))
    expect([await schemesOf(early.lot), await schemesOf(heap)]).toEqual([[npop], [npop]])
    await expectAll()
    await ok(as('ada').post(`/productbatch/${early.lot}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect([await schemesOf(early.lot), await schemesOf(heap)]).toEqual([both(), both()])
  })

  it('follow what the body does with a certificate, whenever that becomes known, through the lots made of the goods', async () => {
    const [early, late] = [await bought(['2025-11-03']), await bought(['2025-11-12'])]
    await ok(record(as('pooja'), 'productbatch', late.lot, 'CLOSED', '2025-11-22'))
    const { id: heap } = await chain.lot()
    await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-11-23', { inputs: [{ batchId: late.lot, kg: 20 }] }))
    await move('SUSPENDED', '2025-11-10')
    expect([await schemesOf(early.lot), await schemesOf(late.farmLot), await schemesOf(heap)]).toEqual([both(), [npop], [npop]])
    await expectAll()
    await move('REINSTATED', '2025-11-12')
    expect(await schemesOf(heap)).toEqual(both())
    await move('WITHDRAWN', '2025-11-13')
    expect(await schemesOf(heap)).toEqual(both())
    await voidMoves()
    expect(await schemesOf(heap)).toEqual(both())
  })

  it('are none while the certificate is not confirmed any more', async () => {
    const { farmLot } = await bought(['2025-11-05'])
    const { items } = await ok(as('carla').get(`/scopecertificate/${second}/events`))
    const { id } = items.find(({ eventType }: Json) => eventType === 'CONFIRMED')
    await ok(as('carla').post(`/scopecertificate/${second}/events/${id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await schemesOf(farmLot)).toEqual([npop])
    await expectAll()
    second = (await chain.standards.certify({ collectiveId: group() }, { scheme: 'ROC', scNo: 'ROC/2', validTo: '2025-11-15' })).id
    expect(await schemesOf(farmLot)).toEqual(both())
  })

  it('are found by filter, and of a past day are those by what had happened to the certificates until then', async () => {
    const { lot } = await bought(['2025-11-05'])
    const ids = async (scheme: string) => (await ok(as('ada').get(`/productbatch?filter[schemeIds]=${scheme}&limit=200`))).items.map((one: Json) => one.id)
    expect([(await ids(roc)).includes(lot), (await ids(npop)).includes(lot)]).toEqual([true, true])
    await move('SUSPENDED', '2025-11-04')
    expect((await ids(roc)).includes(lot)).toBe(false)
    const then = async (query: string) => (await ok(as('ada').get(`/productbatch/${lot}?${query}`))).schemeIds ?? []
    expect(await then('asOf=2026-01-15')).toEqual([npop])
    expect(await then('asOf=2025-11-20')).toEqual([npop])
  })

  it('follow a late event of a certificate with few statements for each of many lots: those of a depth are locked and read at once', async () => {
    const statements = async (): Promise<number> => statementsIn(await messagesOf(() => move('SUSPENDED', '2025-11-04'))).length
    await bought(['2025-11-05'])
    const before = await statements()
    await voidMoves()
    const more = 10
    const lots: string[] = []
    for (let n = 0; n < more; n++) lots.push((await bought(['2025-11-05'])).lot)
    const after = await statements()
    for (const lot of lots) expect(await schemesOf(lot)).toEqual([npop])
    // Each crop has its farm lot and the lot that its ticket made.
    expect((after - before) / (2 * more)).toBeLessThanOrEqual(4)
  })

  it('were filled by the migration of lots that were there before as they are written now', async () => {
    await bought(['2025-11-03', '2025-11-07'])
    await move('SUSPENDED', '2025-11-06')
    const [, ...fill] = readFileSync(new URL('../../src/server/db/migrations/0106-schemes-of-lots.sql', import.meta.url), 'utf8').split('\n')
    await world.scoped('ada', async ({ db, tenant }) => {
      const stored = async () => (await sql`select id, scheme_ids from productbatch where tenant_id = ${tenant.id} order by id`.execute(db)).rows
      const before = await stored()
      await sql`update productbatch set scheme_ids = null where tenant_id = ${tenant.id}`.execute(db)
      await sql.raw(fill.join('\n')).execute(db)
      const orNull = (row: unknown) => JSON.stringify(row).replace('[]', 'null')
      expect((await stored()).map(orNull)).toEqual(before.map(orNull))
    })
  })
})

// Every figure of /procdashboard (domain dictionary 11.2), counted once more in plain code from receipts, runs, presses and dispatches as they were recorded
// (tests/recount): goods heaped with goods from nowhere, a lot restricted twice, a voided run, a receipt that weighs less, certificates on a part.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { controlLimits } from '#domain/chain/control-chart.ts'
import { gapsOf } from '#domain/processing/mass-balance.ts'
import { figureLists, lyingBetween, receivedBy, uncertifiedLots } from '#domain/reports/figure-lists.ts'
import { openWorld, type World } from '../harness/world.ts'
import { factsOf } from '../recount/facts.ts'
import { copiedToDairy } from '../recount/other-tenant.ts'
import { answeredProcessing, countedProcessing, ProcessingCount } from '../recount/processing.ts'
import { answeredBooks, answeredCharts, limitsOf, ProcessingCharts } from '../recount/processing-charts.ts'
import { certifiable } from '../recount/season-charts.ts'
import { type Season, seasonOfFaults } from '../recount/season-stage.ts'
import { type Chain, chainOf, clock, cropBody, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let season: Season
const as = (who: string, operator = 'OP1') => world.as(who, operator)
const atGin = (type: string, day: string, data: Json, hour = 12) => record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour)
const ask = (query: ReturnType<typeof sql>) => world.scoped('ada', async ({ db }) => (await query.execute(db)).rows as Json[])

async function run(batchId: string, kg: number, day: string): Promise<Json> {
  await ok(atGin('CLEANING', day, { area: 'Gin stands', method: 'BLOWN' }, 6))
  const [lint, seed, waste] = [kg * 0.34, kg * 0.62, kg * 0.03]
  const outputs = [
    { productId: chain.products.lint, kg: lint },
    { productId: chain.products.cottonseed, kg: seed },
  ]
  const hours = { startedAt: `${day}T04:00:00Z`, endedAt: `${day}T06:00:00Z` }
  return ok(
    atGin('PROCESS_RUN', day, { process: 'GINNING', inputs: [{ batchId, kg }], outputs, wasteKg: waste, invisibleKg: kg - lint - seed - waste, ...hours }),
  )
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  season = await seasonOfFaults(world, chain)
  const pointed = async (entity: string, id: string, ...coordinates: number[]) => {
    const { version } = await chain.view(entity, id)
    await ok(as('ada').patch(`/${entity}/${id}`, { point: { type: 'Point', coordinates } }, { 'if-match': `"${version}"` }))
  }
  await pointed('processingsystem', chain.centre, 75.6, 22.1)
  await pointed('processingsystem', chain.gin, 75.7, 21.8)
  // 300 kg of opening stock and 200 kg of tickets in one heap: two fifths of it lead to plots, also of what is made of it.
  await ok(record(as('pooja'), 'productbatch', season.bought, 'CLOSED', '2026-01-10'))
  await ok(record(as('omar'), 'productbatch', season.bought, 'RELEASED', '2026-01-10', {}, 11))
  const { id: heap } = await chain.lot()
  const inputs = [
    { batchId: season.opening, kg: 300 },
    { batchId: season.bought, kg: 200 },
  ]
  await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2026-01-10', { inputs }, 12))
  await ok(record(as('pooja'), 'productbatch', heap, 'CLOSED', '2026-01-10', {}, 13))
  await ok(record(as('omar'), 'productbatch', heap, 'RELEASED', '2026-01-10', {}, 14))
  const sales = salesOf(chain)
  const mixed = await sales.send(heap, 400, 'H-1', '2026-01-11')
  await ok(atGin('GOODS_RECEIVED', '2026-01-11', { batchId: mixed.partId, grossKg: 498, tareKg: 100, netKg: 398 }))
  // Goods of the fields alone, of which a part is on a certificate.
  const lot = await sales.lot(1000)
  const sent = await sales.send(lot, 800, 'L-1', '2025-12-01')
  await ok(atGin('GOODS_RECEIVED', '2025-12-02', { batchId: sent.partId, grossKg: 896, tareKg: 100, netKg: 796 }))
  await sales.issued([{ ...sent, kg: 600 }])
  await run(sent.partId, 500, '2025-12-04')
  // What is left of the lot is moved to another store since, and so is some of what came to the gin.
  const store = async (name: string, owner: Json, systemType: string) => {
    const place = { name, place: name, district: 'Khargone', capacityKgPerDay: 20_000, systemType, segregation: 'DEDICATED', ...owner }
    const { id } = await ok(as('ada').post('/processingsystem', { ...place, point: { type: 'Point', coordinates: [75.1, 22.5] } }))
    await ok(record(as('ada'), 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
    return id
  }
  const barn = await store('Barn', { collectiveId: world.places.cotton.OP1?.id }, 'COLLECTION')
  const yard = await store('Yard', { processorId: chain.ginner }, 'GINNING')
  await ok(record(as('pooja'), 'productbatch', lot, 'MOVE', '2025-12-06', { processingSystemId: barn }))
  await ok(record(as('paul'), 'productbatch', sent.partId, 'MOVE', '2026-01-14', { processingSystemId: yard }))
  const mistaken = await run(sent.partId, 100, '2025-12-05')
  await ok(as('paul').post(`/processingsystem/${chain.gin}/events/${mistaken.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  await run(mixed.partId, 350, '2026-01-12')
  const lots: Json[] = (await ok(as('paul').get('/productbatch?filter[status]=CLOSED&limit=200'))).items
  const lint = lots.find(({ productId, onHandKg }) => productId === chain.products.lint && onHandKg === 170)
  const bales = [160.5].map((kg, index) => ({ no: `B-${index}`, kg }))
  await ok(atGin('BALE_PRESSED', '2026-01-13', { batchId: lint.id, productId: chain.products.bale, lintKg: 161, bales }))
}, 240_000)

const readers = [
  ['ada', '-'],
  ['ada', 'OP1'],
  ['omar', 'OP1'],
  ['paul', 'OP1'],
  ['leela', 'OP2'],
] as const

/** What is recorded, as a reader lists it; rows of all lots, lines and companies. */
async function known(who: string, operator: string) {
  const get = async (path: string) => {
    const { status, body } = await as(who, operator).get(path)
    return status === 200 ? body : null
  }
  const rows = (table: string) => ask(sql`select * from ${sql.table(table)} where deleted_at is null`)
  const [lots, places, companies] = [await rows('productbatch'), await rows('processingsystem'), await rows('processor')]
  return { facts: await factsOf({ get, ask }), lots, places, companies }
}

describe('/procdashboard', () => {
  it('is what was recorded, for each of its readers and each season', async () => {
    for (const [who, operator] of readers) {
      const { facts, lots } = await known(who, operator)
      const crops = await ask(
        sql`select c.id, p.boundary is not null as "isMapped" from crop as c join landparcel as p on p.tenant_id = c.tenant_id and p.id = c.parcel_id`,
      )
      const certificates = await ask(sql`select * from transactioncertificate`)
      for (const seasonId of [null, chain.season, season.rabi]) {
        const figures = await ok(as(who, operator).get(`/reports/processing-figures${seasonId ? `?seasonId=${seasonId}` : ''}`))
        const count = new ProcessingCount(facts, lots, { seasonId, today: '2026-01-15' }).withCrops(crops as { id: string; isMapped: boolean }[])
        expect(answeredProcessing(figures)).toEqual(countedProcessing(count, certificates))
      }
    }
  })
  it('draws what was recorded: what became what, how long it took, the ways of goods, and certificates in time', async () => {
    const seen = new Set<string>()
    for (const [who, operator] of readers) {
      const { facts, lots, places, companies } = await known(who, operator)
      for (const seasonId of [null, chain.season, season.rabi]) {
        const figures = await ok(as(who, operator).get(`/reports/processing-figures${seasonId ? `?seasonId=${seasonId}` : ''}`))
        const own = new ProcessingCount(facts, lots, { seasonId, today: '2026-01-15' }).lots
        const charts = new ProcessingCharts(facts, own, lots, places, figures.from)
        const shown = answeredCharts(figures)
        expect(shown).toEqual({ flows: charts.flows(), cycles: charts.cycles(), routes: charts.routes(companies), timeline: charts.timeline() })
        for (const [name, part] of Object.entries(shown)) if (Object.keys(part as Json).length > 0) seen.add(name)
      }
    }
    expect([...seen].sort()).toEqual(['cycles', 'flows', 'routes', 'timeline'])
  })
  it('leaves to be certified what no certificate binds, by product and claim (BR-12 T05)', async () => {
    const seen = new Set<string>()
    for (const [who, operator] of [
      ['ada', '-'],
      ['omar', 'OP1'],
      ['leela', 'OP2'],
    ] as const) {
      const { facts } = await known(who, operator)
      for (const seasonId of [null, chain.season, season.rabi]) {
        const indicators = await ok(as(who, operator).get(`/reports/season-indicators${seasonId ? `?seasonId=${seasonId}` : ''}`))
        const shown = Object.fromEntries(indicators.certifiable.map(({ product, claim, kg }: Json) => [`${product} ${claim}`, kg]))
        const lots = facts.rows.productbatch.filter((one) => one.unit_type !== 'FARM_LOT' && (seasonId === null || one.season_id === seasonId))
        expect(shown).toEqual(certifiable(facts, lots))
        for (const key of Object.keys(shown)) seen.add(key)
      }
    }
    expect(seen.size).toBe(2)
  })
  it('says of each lot by what events its kilograms came and went', async () => {
    const { facts, lots, places } = await known('ada', '-')
    const charts = new ProcessingCharts(facts, lots, lots, places, '2025-01-01')
    for (const { id, title } of lots) expect([title, answeredBooks(await ok(as('ada').get(`/productbatch/${id}/ledger`)))]).toEqual([title, charts.books(id)])
    expect(lots.length).toBeGreaterThan(15)
  })
  it('has the out-turn of each run, and limits of two sigma from it', async () => {
    const { facts, lots, places } = await known('ada', '-')
    const charts = new ProcessingCharts(facts, lots, lots, places, '2025-01-01')
    const { items, meanShare } = await ok(as('ada').get(`/processingsystem/${chain.gin}/run-history`))
    const runs = charts.runsOf(chain.gin, 'LINT')
    expect(items.map(({ id, share }: Json) => ({ id, share }))).toEqual(runs)
    expect(meanShare).toBeCloseTo(runs.reduce((all, { share }) => all + share, 0) / runs.length, 5)
    // Of a longer history of the same kind.
    for (const length of [4, 5, 59, 60, 61, 90]) {
      const shares = Array.from({ length }, (_, at) => 0.34 + ((at * 7919) % 23) / 1000)
      const limits = controlLimits(shares, 2)
      expect(limits && [limits.lower, limits.upper].map((one) => one.toFixed(9))).toEqual(limitsOf(shares, 2)?.map((one) => one.toFixed(9)) ?? null)
    }
  })
  it('says since when a lot is restricted, whatever was found of it meanwhile', async () => {
    const { restricted } = await ok(as('ada').get('/reports/processing-figures'))
    // Since 10 December; the negative test of the 28th changes nothing.
    expect(restricted).toEqual([{ id: season.restricted, title: expect.any(String), kg: 200, days: 36, reason: 'Moisture' }])
  })
  it('opens lists of the lots that it has added up: not of farm lots, which are bought first', async () => {
    const [{ id: farmLot }] = await ask(sql`select id from productbatch where unit_type = 'FARM_LOT' and on_hand_kg > 0 order by id limit 1`)
    const { event } = await ok(record(as('omar'), 'productbatch', farmLot, 'QUARANTINE', '2026-01-14', { reason: 'Wet' }))
    const { restricted, restrictedKg, stock } = await ok(as('ada').get('/reports/processing-figures'))
    const lotsIn = async (search: Readonly<Record<string, string>>): Promise<Json[]> =>
      (await ok(as('ada').get(`/productbatch?${new URLSearchParams({ ...search, limit: '200' })}`))).items.filter(({ onHandKg }: Json) => onHandKg > 0)
    const kg = (list: Json[]) => list.reduce((sum, { onHandKg }) => sum + onHandKg, 0)
    const listed = await lotsIn(figureLists.restricted.search)
    expect([listed.map(({ id }) => id), kg(listed)]).toEqual([restricted.map(({ id }: Json) => id), restrictedKg])
    const lying = await lotsIn(figureLists.lots.search)
    expect([lying.length, kg(lying)]).toEqual([
      stock.reduce((sum: number, { lots }: Json) => sum + lots, 0),
      stock.reduce((sum: number, one: Json) => sum + one.kg, 0),
    ])
    await ok(as('omar').post(`/productbatch/${farmLot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
  })
  it('opens of each class of age and of each row of the mass balance the lots that it has added up, for whoever reads it', async () => {
    const seen = new Set<string>()
    for (const [who, operator] of readers) {
      const listed = async (search: Readonly<Record<string, string>>): Promise<Json[]> =>
        (await ok(as(who, operator).get(`/productbatch?${new URLSearchParams({ ...search, limit: '200' })}`))).items
      const { stock, cover, from, to } = await ok(as(who, operator).get('/reports/processing-figures'))
      const day = (days: number) => new Date(Date.parse(to) - days * 86_400_000).toISOString().slice(0, 10)
      for (const [age, least, longest] of [
        ['0-30', null, 30],
        ['31-60', 31, 60],
        ['61-90', 61, 90],
        ['91+', 91, null],
      ] as const) {
        const { search } = lyingBetween(longest === null ? null : day(longest), least === null ? null : day(least))
        const lots = await listed(search)
        const own = stock.filter((one: Json) => one.age === age)
        const kg = lots.reduce((sum, { onHandKg }) => sum + onHandKg, 0)
        expect([who, operator, age, lots.length, kg]).toEqual([
          ...[who, operator, age],
          own.reduce((sum: number, { lots: count }: Json) => sum + count, 0),
          expect.closeTo(
            own.reduce((sum: number, one: Json) => sum + one.kg, 0),
            3,
          ),
        ])
        // What the list says of each lot is what it was filtered by.
        for (const { lyingSince, receivedAt, producedOn } of lots)
          expect(lyingSince).toBe(receivedAt ? new Date(Date.parse(receivedAt) + 5.5 * 3_600_000).toISOString().slice(0, 10) : producedOn)
        for (const { claim, kg: part, lots: count } of own) {
          const ofClaim = await listed(lyingBetween(longest === null ? null : day(longest), least === null ? null : day(least), claim).search)
          expect([who, age, claim, ofClaim.length]).toEqual([who, age, claim, count])
          expect(ofClaim.reduce((sum, { onHandKg }) => sum + onHandKg, 0)).toBeCloseTo(part, 3)
        }
        if (lots.length > 0) seen.add(age)
      }
      for (const row of cover) {
        const lots = await listed(receivedBy(row, from).search)
        expect([who, operator, row.holder, row.material, lots.length]).toEqual([who, operator, row.holder, row.material, row.lots])
        expect(new Set(lots.map(({ claimStatus, processorId }) => `${processorId} ${claimStatus}`))).toEqual(new Set([`${row.holderId} ${row.claim}`]))
        seen.add(row.material)
      }
      for (const gap of gapsOf(cover)) {
        const own = cover.filter((row: Json) => row.holderId === gap.holderId && row.claim === gap.claim)
        expect([who, (await listed(receivedBy(gap, from).search)).length]).toEqual([who, own.reduce((sum: number, { lots }: Json) => sum + lots, 0)])
      }
      const bare = await listed(uncertifiedLots.search)
      const ofStock = stock.filter(({ claim }: Json) => claim !== 'CONVENTIONAL').reduce((sum: number, { uncertifiedKg }: Json) => sum + uncertifiedKg, 0)
      expect(bare.reduce((sum, { onHandKg, certifiableKg }) => sum + Math.min(onHandKg, certifiableKg), 0)).toBeCloseTo(ofStock, 3)
      if (ofStock > 0) seen.add('without a certificate')
    }
    expect([...seen].sort()).toEqual(['0-30', '31-60', '61-90', 'SEED_COTTON', 'without a certificate'])
  })
  it('traces nothing that came from nowhere, however often it was mixed', async () => {
    const { traceability } = await ok(as('ada').get('/reports/processing-figures'))
    // Of the heap 100 kg lie at the centre, 48 at the gin, and 119 of lint and 217 of seed made of it: two fifths of 484. All of 1,506 of the others.
    expect(traceability).toEqual({ onHandKg: 1990, mappedKg: 1699.6, share: expect.closeTo(1699.6 / 1990, 9) })
  })
  it('changes by nothing that another group records, nor by the same facts of another tenant; nor does /dashboard', async () => {
    const figures = async (who: string, operator: string) => {
      const reports = ['processing-figures', 'season-indicators', 'season-charts', 'season-summary'].map((name) =>
        ok(as(who, operator).get(`/reports/${name}`)),
      )
      const books = ok(as('ada').get(`/productbatch/${season.bought}/ledger`))
      return Promise.all([...reports, books, ok(as('ada').get(`/processingsystem/${chain.gin}/run-history`))])
    }
    const own = [await figures('omar', 'OP1'), await figures('paul', 'OP1')]
    const ada = as('ada', 'OP2')
    const [plot] = (await ok(ada.get('/landparcel?limit=1'))).items
    const planned = { parcelId: plot.id, seasonId: chain.season, systemType: 'SOLE', areaHa: 1, waterRegime: 'RAINFED', plannedSowing: '2025-06-20' }
    const { id: systemId } = await ok(ada.post('/croppingsystem', { ...planned, plannedEnd: '2026-01-31', managedOrganically: true }))
    const { id: cropId } = await ok(ada.post('/crop', cropBody(chain, systemId, { areaHa: 1 })))
    const sowing = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-9',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-9',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    await ok(record(ada, 'crop', cropId, 'SOWING', '2025-06-20', sowing))
    await ok(record(ada, 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'EYE', kgPerHa: 700 }))
    await ok(record(ada, 'crop', cropId, 'HARVEST', '2025-11-20', { pickNo: 1, kg: 100 }))
    expect([await figures('omar', 'OP1'), await figures('paul', 'OP1')]).toEqual(own)
    const all = await figures('ada', '-')
    const { rows, left } = await copiedToDairy(world)
    expect([rows > 1000, left]).toEqual([true, []])
    expect([await figures('omar', 'OP1'), await figures('paul', 'OP1'), await figures('ada', '-')]).toEqual([...own, all])
  })
})

// What the overviews of a farmer, a plot, a system and a line say of a past day: crops with claim and kilograms, and runs. What was read on the 18th is compared with
// what is said later to have been known then, after a late purchase, a corrected picking, a voided ticket and a run that came late.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
const onDay = (day: string) => {
  now = new Date(`${day}T06:30:00Z`)
}
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const ids = { farmer: '', landparcel: '', croppingsystem: '', crop: '', lot: '', atGin: '' }
const kinds = ['farmer', 'landparcel', 'croppingsystem'] as const
const figures = (kind: (typeof kinds)[number], query = ''): Promise<Json> => ok(as('omar').get(`/${kind}/${ids[kind]}/crop-figures${query}`))
const kilograms = async (query: string): Promise<Json> => {
  const { items } = await figures('farmer', query)
  return items.map(({ harvestedKg, purchasedKg, leftKg }: Json) => [harvestedKg, purchasedKg, leftKg])
}
const chainPaths = () => [
  `/productbatch/${ids.lot}/tickets`,
  `/farmer/${ids.farmer}/tickets`,
  `/productbatch/${ids.atGin}/origin`,
  `/landparcel/${ids.landparcel}/trace`,
]
const chainOfCrop = async (query = ''): Promise<Json> => (await ok(as('omar').get(`/reports/kilogram-chain?subject=crop&id=${ids.crop}${query}`))).items[0]
const stock = (place: string, query = '', who = 'omar'): Promise<Json> => ok(as(who).get(`/processingsystem/${place}/stock${query}`))
const runs = (query = ''): Promise<Json> => ok(as('paul').get(`/processingsystem/${chain.gin}/run-history${query}`))
const ginned = (batchId: string, kg: number, day: string) =>
  ok(
    record(
      as('paul'),
      'processingsystem',
      chain.gin,
      'PROCESS_RUN',
      day,
      {
        ...{ process: 'GINNING', inputs: [{ batchId, kg }], wasteKg: kg * 0.03, invisibleKg: 0 },
        outputs: [
          { productId: chain.products.lint, kg: kg * 0.34 },
          { productId: chain.products.cottonseed, kg: kg * 0.63 },
        ],
        ...{ startedAt: `${day}T05:00:00Z`, endedAt: `${day}T06:00:00Z` },
      },
      13,
    ),
  )
let saved: Json

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  const grower = await chain.sown()
  Object.assign(ids, { farmer: grower.farmerId, landparcel: grower.parcelId, crop: grower.cropId })
  ids.croppingsystem = (await chain.view('crop', grower.cropId)).croppingSystemId
  await chain.decide('APPROVED', grower.farmerId)
  const { event: picking } = await chain.picked(grower.cropId, 700, '2025-10-25')
  const { id: lotId } = await chain.lot()
  ids.lot = lotId
  const { event: first } = await ok(chain.buy(lotId, grower.cropId, 300, '2025-11-03'))
  const { event: second } = await ok(chain.buy(lotId, grower.cropId, 100, '2025-11-05'))
  const atGin = await chain.boughtAtGin(500)
  ids.atGin = atGin
  await ok(record(as('paul'), 'processingsystem', chain.gin, 'CLEANING', '2025-11-28', { area: 'Gin', method: 'BLOWN' }, 9))
  await ginned(atGin, 100, '2025-11-28')
  onDay('2026-01-18')
  saved = { chain: await chainOfCrop(), runs: await runs(), centre: await stock(chain.centre), gin: await stock(chain.gin, '', 'paul') }
  for (const kind of kinds) saved[kind] = await figures(kind)
  for (const path of chainPaths()) saved[path] = await ok(as('omar').get(path))
  onDay('2026-01-20')
  await ok(chain.buy(lotId, grower.cropId, 50, '2025-11-10'))
  onDay('2026-01-22')
  await ok(as('pooja').post(`/productbatch/${lotId}/events/${second.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  await ok(
    as('fatima').post(`/crop/${grower.cropId}/events`, {
      ...{
        eventType: picking.eventType,
        occurredAt: picking.occurredAt,
        data: { ...picking.data, kg: 650 },
        supersedesEventId: picking.id,
        lateReason: 'Weighed again',
      },
    }),
  )
  await ok(record(as('omar'), 'productbatch', lotId, 'PURCHASE_DISPUTED', '2026-01-22', { purchaseEventId: first.id, reason: 'Only 280 kg' }))
  await ginned(atGin, 200, '2026-01-16')
  onDay('2026-01-28')
}, 180_000)

describe('figures of a past day are refused', () => {
  it('on a day that is none (400), before anything was known (404), and to strangers (404)', async () => {
    const figuresOf = kinds.map((kind) => `/${kind}/${ids[kind]}/crop-figures`)
    for (const path of [
      ...figuresOf,
      ...chainPaths(),
      `/productbatch/${ids.lot}/units`,
      `/processingsystem/${chain.gin}/run-history`,
      `/processingsystem/${chain.centre}/stock`,
    ]) {
      await refused(() => as('ada').get(`${path}?asOf=2026-02-30`), { status: 400, body: { fields: [{ path: 'asOf', code: 'format' }] } })
      await refused(() => as('ada').get(`${path}?day=2026-01-18`), { status: 400 })
      await refused(() => as('ada').get(`${path}?knownAt=2020-01-01`), { status: 404 })
      await refused(() => world.as('dina').get(`${path}?asOf=2026-01-18`), { status: 404 })
    }
    await refused(() => world.as('leela', 'OP2').get(`/farmer/${ids.farmer}/crop-figures`), { status: 404 })
  })
})

describe('crops of a farmer, a plot and a system', () => {
  it('are as they were known what was read on that day, in claim, state and kilograms', async () => {
    for (const kind of kinds) {
      expect(saved[kind]).toMatchObject({ items: [{ id: ids.crop, claim: 'ORGANIC', harvestedKg: 700, purchasedKg: 400, leftKg: 300 }], isCut: false })
      // The ceiling of the past is the planned one: norm and water are those of today.
      const { capKg: _, ...read } = saved[kind].items[0]
      for (const query of ['?knownAt=2026-01-18', '?asOf=2026-01-18&knownAt=2026-01-18'])
        expect((await figures(kind, query)).items).toEqual([expect.objectContaining(read)])
      expect((await figures(kind)).items).not.toEqual(saved[kind].items)
    }
  })
  it('follow what became known, and are as they were by what is known today', async () => {
    expect(await kilograms('?knownAt=2026-01-20')).toEqual([[700, 450, 250]])
    expect(await kilograms('')).toEqual([[650, 350, 300]])
    expect(await kilograms('?asOf=2025-10-24')).toEqual([[0, 0, 0]])
    expect(await kilograms('?asOf=2025-10-31')).toEqual([[650, 0, 650]])
    expect(await kilograms('?asOf=2025-11-04')).toEqual([[650, 300, 350]])
    expect(await kilograms('?asOf=2025-11-10')).toEqual([[650, 350, 300]])
  })
  it('say what the page of the crop says of that day', async () => {
    for (const query of ['?asOf=2025-11-04', '?knownAt=2026-01-20', '?asOf=2025-11-04&knownAt=2026-01-18']) {
      const { status, claimStatus, harvestedKg, purchasedKg, remainingSellableKg, yieldCapKg } = await ok(as('omar').get(`/crop/${ids.crop}${query}`))
      const figuresOfCrop = { status, claim: claimStatus, harvestedKg, purchasedKg, leftKg: remainingSellableKg, capKg: yieldCapKg }
      expect((await figures('landparcel', query)).items).toMatchObject([figuresOfCrop])
    }
  })
})

describe('runs of a line', () => {
  it('are those that were known, and that had been by the day', async () => {
    const kg = (answer: Json) => answer.items.map(({ inputKg }: Json) => inputKg)
    expect(kg(saved.runs)).toEqual([100])
    const known = await runs('?asOf=2026-01-18&knownAt=2026-01-18')
    expect(known.items).toEqual(saved.runs.items)
    expect(known.meanShare).toBe(saved.runs.meanShare)
    expect(kg(await runs())).toEqual([100, 200])
    expect(kg(await runs('?asOf=2026-01-15'))).toEqual([100])
    expect(kg(await runs('?asOf=2025-11-27'))).toEqual([])
    // In the thirty days before the day.
    expect((await runs('?asOf=2025-12-10')).throughputKg30Days).toBe(100)
    expect((await runs('?asOf=2026-01-18')).throughputKg30Days).toBe(200)
  })
})

describe('tickets, origin and what came of a plot', () => {
  const tickets = async (query: string) => {
    const { items } = await ok(as('omar').get(`/farmer/${ids.farmer}/tickets${query}`))
    return items.map(({ netKg, state }: Json) => [netKg, state])
  }
  it('are as they were known what was read on that day', async () => {
    for (const path of chainPaths()) expect([path, await ok(as('omar').get(`${path}?knownAt=2026-01-18`))]).toEqual([path, saved[path]])
  })
  it('follow what became known of tickets, and are as they were by what is known today', async () => {
    const [early, second, late] = [300, 100, 50]
    expect(await tickets('?knownAt=2026-01-20')).toEqual([
      [late, 'SIGNED'],
      [second, 'SIGNED'],
      [early, 'SIGNED'],
    ])
    expect(await tickets('')).toEqual([
      [late, 'SIGNED'],
      [early, 'DISPUTED'],
    ])
    expect(await tickets('?asOf=2026-01-21')).toEqual([
      [late, 'SIGNED'],
      [early, 'SIGNED'],
    ])
    expect(await tickets('?asOf=2025-11-04')).toEqual([[early, 'SIGNED']])
    expect(await tickets('?asOf=2025-11-02')).toEqual([])
  })
  it('have of a plot what was picked, and the lots that it was in', async () => {
    const trace = async (query: string) => {
      const { root, lots } = await ok(as('omar').get(`/landparcel/${ids.landparcel}/trace${query}`))
      return { kg: root.kg, lots: lots.map(({ id }: Json) => id).includes(ids.lot) }
    }
    expect(await trace('?asOf=2025-10-24')).toEqual({ kg: 0, lots: false })
    expect(await trace('?asOf=2025-10-31')).toEqual({ kg: 650, lots: false })
    expect(await trace('?asOf=2025-11-04')).toEqual({ kg: 650, lots: true })
    expect(await trace('?knownAt=2026-01-20')).toEqual({ kg: 700, lots: true })
  })
})

describe('the stock of a place', () => {
  const kilogramsOf = ({ materials }: Json): Json => Object.fromEntries(materials.map(({ material, kg }: Json) => [material, kg]))
  const inLot = ({ lots }: Json, id: string): Json => lots.find((lot: Json) => lot.id === id)?.kg ?? 0
  it('is, as it was known, what was read on that day, and what the pages of its lots say of it', async () => {
    for (const query of ['?knownAt=2026-01-18', '?asOf=2026-01-18&knownAt=2026-01-18']) {
      expect(await stock(chain.centre, query)).toEqual(saved.centre)
      expect(await stock(chain.gin, query, 'paul')).toEqual(saved.gin)
    }
    expect(await stock(chain.centre)).not.toEqual(saved.centre)
    const query = '?asOf=2025-11-30&knownAt=2026-01-18'
    const { lots } = await stock(chain.centre, query)
    for (const lot of lots) {
      const { claimStatus: claim, status, onHandKg: kg, reservedKg } = await ok(as('omar').get(`/productbatch/${lot.id}${query}`))
      expect(lot).toMatchObject({ claim, status, kg, reservedKg: reservedKg ?? 0 })
    }
  })
  it('follows what came late, was corrected and was taken back, worked out by hand', async () => {
    // Bought into the lot: 300 and 100, of which 100 was taken back on the 22nd; 50 came late on the 20th.
    expect(inLot(await stock(chain.centre, '?knownAt=2026-01-18'), ids.lot)).toBe(400)
    expect(inLot(await stock(chain.centre, '?knownAt=2026-01-20'), ids.lot)).toBe(450)
    expect(inLot(await stock(chain.centre), ids.lot)).toBe(350)
    expect(inLot(await stock(chain.centre, '?asOf=2025-11-04'), ids.lot)).toBe(300)
    expect(inLot(await stock(chain.centre, '?asOf=2025-11-10'), ids.lot)).toBe(350)
    expect(inLot(await stock(chain.centre, '?asOf=2025-11-02'), ids.lot)).toBe(0)
    // 500 at the gin; 100 were ginned on 28 November, 200 on 16 January, which was recorded on the 22nd.
    const ginned = (kg: number) => ({ SEED_COTTON: 500 - kg, LINT: (kg * 34) / 100, COTTONSEED: (kg * 63) / 100 })
    expect(kilogramsOf(await stock(chain.gin, '?knownAt=2026-01-18', 'paul'))).toEqual(ginned(100))
    expect(kilogramsOf(await stock(chain.gin, '?asOf=2026-01-17&knownAt=2026-01-20', 'paul'))).toEqual(ginned(100))
    expect(kilogramsOf(await stock(chain.gin, '?asOf=2026-01-17', 'paul'))).toEqual(ginned(300))
    expect(kilogramsOf(await stock(chain.gin, '?asOf=2026-01-15', 'paul'))).toEqual(ginned(100))
    expect(kilogramsOf(await stock(chain.gin, '?asOf=2025-11-01', 'paul'))).toEqual({})
  })
})

describe('the chain of kilograms', () => {
  it('has of a crop the picking before its correction, the ticket before its void and none that came late', async () => {
    const kg = ({ harvestedKg, purchasedKg, toCertifyKg }: Json): Json => [harvestedKg, purchasedKg, toCertifyKg]
    expect(await chainOfCrop('&knownAt=2026-01-18')).toEqual(saved.chain)
    expect(kg(saved.chain)).toEqual([700, 400, 400])
    expect(kg(await chainOfCrop('&knownAt=2026-01-20'))).toEqual([700, 450, 450])
    expect(kg(await chainOfCrop())).toEqual([650, 350, 350])
    expect(kg(await chainOfCrop('&asOf=2025-11-04')).slice(0, 2)).toEqual([650, 300])
  })
})

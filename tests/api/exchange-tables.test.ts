// The tables of section 12 that make more than one record of a row: purchases with their lot, opening stock as a proposal, crops with their cropping system and
// sowing. What comes back with row and column, and the same file twice.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
/** As files name them. */
let names: { crop: string; centre: string }
const as = (who: string) => world.as(who, 'OP1')
const send = async (who: string, path: string, rows: readonly Record<string, string>[]): Promise<Json> => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const body = csvText(
    header,
    rows.map((row) => header.map((name) => row[name] ?? '')),
  )
  return ok(as(who).send(path, { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } }))
}
const problems = (job: Json) => job.problems.map(({ row, column, code }: Json) => [row, column, code])
const codeOf = async (entity: string, id: string): Promise<string> => (await chain.view(entity, id)).code
const memberNo = async (id: string): Promise<string> => (await chain.view('farmer', id)).memberNo

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  names = { crop: await codeOf('croptype', chain.cotton), centre: await codeOf('processingsystem', chain.centre) }
}, 120_000)

describe('purchases.csv', () => {
  const ticket = (values: Record<string, string>) => ({
    crop: names.crop,
    season: 'KH-2025',
    centre_code: names.centre,
    at: '2025-11-03 10:15',
    gross_kg: '102',
    tare_kg: '2',
    price_per_kg: '72.50',
    premium_per_kg: '6',
    farmer_confirmation: 'SIGNATURE',
    ...values,
  })
  it('fills the open lot of the centre with what may be bought, gives the rest back, and counts a ticket once', async () => {
    const { farmerId, cropId } = await chain.sown()
    await chain.picked(cropId, 300)
    await chain.decide('APPROVED', farmerId)
    const member_no = await memberNo(farmerId)
    const rows = [
      ticket({ member_no, ticket_no: 'T-1' }),
      ticket({ member_no, ticket_no: 'T-2', gross_kg: '9002', net_kg: '9000' }),
      ticket({ member_no, ticket_no: 'T-3', net_kg: '90' }),
      ticket({ member_no: 'M-nobody', ticket_no: 'T-4' }),
      ticket({ member_no, ticket_no: 'T-5', gross_kg: 'much' }),
      ticket({ member_no, ticket_no: '' }),
    ]
    const job = await send('pooja', '/productbatch/import?kind=purchases', rows)
    expect([job.created, job.rejected]).toEqual([1, 5])
    expect(problems(job).map(([row]: [number]) => row)).toEqual(expect.arrayContaining([3, 4, 5, 6, 7]))
    expect(problems(job)).toEqual(
      expect.arrayContaining([
        [6, 'gross_kg', 'type'],
        [7, 'ticket_no', 'required'],
      ]),
    )
    expect(await chain.view('crop', cropId)).toMatchObject({ purchasedKg: 100 })
    const { items } = await ok(as('ada').get('/productbatch?filter[unitType]=HEAP'))
    expect(items).toMatchObject([{ onHandKg: 100, status: 'OPEN', processingSystemId: chain.centre }])
    const again = await send('pooja', '/productbatch/import?kind=purchases', rows)
    expect([again.created, again.unchanged, again.rejected]).toEqual([0, 1, 5])
    expect(await chain.view('crop', cropId)).toMatchObject({ purchasedKg: 100 })
  })
  it('is carried out in sets that grow from ten by three at most, so that whoever suspends the group does not wait for all of it', async () => {
    const rows = Array.from({ length: 45 }, (_, at) => ticket({ member_no: 'M-nobody', ticket_no: `N-${at}` }))
    const done = new Set<number>()
    const { transaction } = world.database
    world.database.transaction = (tenantId, work, options) =>
      transaction.call(
        world.database,
        tenantId,
        async (db) => {
          const result = await work(db)
          const { rows: jobs } = await sql<{ done: number }>`
            select done_row as done from import_job where tenant_id = ${tenantId} and file_name = 'many.csv'`.execute(db)
          if (jobs[0]?.done) done.add(jobs[0].done)
          return result
        },
        options,
      ) as never
    try {
      expect(await send('pooja', '/productbatch/import?kind=purchases&name=many.csv', rows)).toMatchObject({ state: 'DONE', rejected: 45 })
    } finally {
      world.database.transaction = transaction
    }
    const ends = [...done].sort((a, b) => a - b)
    expect(ends.at(-1)).toBe(46)
    expect(Math.max(...ends.map((end, at) => end - (ends[at - 1] ?? 1)))).toBeLessThanOrEqual(30)
  })
})

describe('purchases.csv and the farmer’s word (BR-08)', () => {
  it('believes a code only of days before the programme had its first record; of later ones the farmer is asked', async () => {
    const { farmerId, cropId } = await chain.sown()
    await chain.picked(cropId, 300)
    await chain.decide('APPROVED', farmerId)
    const member_no = await memberNo(farmerId)
    const ticket = (ticket_no: string, at: string, farmer_confirmation: string) => ({
      crop: names.crop,
      season: 'KH-2025',
      centre_code: names.centre,
      batch_no: 'WORDS-1',
      gross_kg: '52',
      tare_kg: '2',
      price_per_kg: '72.50',
      member_no,
      ticket_no,
      at,
      farmer_confirmation,
    })
    // The first record of this programme is of noon on 15 January.
    const rows = [
      ticket('W-1', '2026-01-14 10:15', 'OTP'),
      ticket('W-2', '2026-01-15 12:00', 'OTP'),
      ticket('W-3', '2026-01-15 12:00', 'IVR'),
      ticket('W-4', '2026-01-15 12:00', 'SIGNATURE'),
      ticket('W-5', '2026-01-14 10:15', ''),
    ]
    expect(await send('pooja', '/productbatch/import?kind=purchases', rows)).toMatchObject({ created: 5, rejected: 0 })
    const [lot] = (await ok(as('ada').get('/productbatch?q=WORDS-1'))).items
    const { items } = await ok(as('omar').get(`/productbatch/${lot.id}/tickets`))
    const unconfirmed = (await chain.view('productbatch', lot.id)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-08').map(({ eventId }: Json) => eventId)
    const found = items.map(({ receiptNo, state, eventId }: Json) => [receiptNo, state, unconfirmed.includes(eventId)]).sort()
    expect(found).toEqual([
      ['W-1', 'IMPORTED', false],
      ['W-2', 'WAITING', true],
      ['W-3', 'WAITING', true],
      ['W-4', 'WAITING', true],
      ['W-5', 'WAITING', true],
    ])
  })
})

describe('opening_stock.csv', () => {
  const stock = (values: Record<string, string>) => ({
    product: 'PRD-LINT',
    season: 'KH-2025',
    at: '2025-06-01',
    claim: 'ORGANIC',
    ext_tc_no: 'TC/2024/7',
    kg: '1250',
    ...values,
  })
  it('is a proposal that counts once an administrator approves it; known again by its number', async () => {
    const rows = [
      stock({ batch_no: 'OPEN-1' }),
      stock({ batch_no: 'OPEN-2', product: 'PRD-NONE' }),
      stock({ batch_no: 'OPEN-3', ext_tc_no: '' }),
      stock({ batch_no: 'OPEN-4', kg: '-5' }),
      stock({ batch_no: '' }),
    ]
    const job = await send('omar', '/productbatch/import?kind=opening', rows)
    expect([job.created, job.rejected]).toEqual([1, 4])
    expect(problems(job)).toEqual([
      [3, 'product', 'missing'],
      [4, 'ext_tc_no', 'required'],
      [5, 'kg', 'min'],
      [6, 'batch_no', 'required'],
    ])
    const [lot] = (await ok(as('ada').get('/productbatch?q=OPEN-1'))).items
    expect(await chain.view('productbatch', lot.id)).toMatchObject({ status: 'OPEN', onHandKg: 0, flags: [{ ruleId: '12' }] })
    expect((await ok(as('ada').get('/productbatch?q=OPEN-3'))).items).toEqual([])
    expect(await send('omar', '/productbatch/import?kind=opening', rows)).toMatchObject({ created: 0, unchanged: 1, rejected: 4 })
    await ok(record(as('ada'), 'productbatch', lot.id, 'OPENING_APPROVED', '2025-06-03'))
    expect(await chain.view('productbatch', lot.id)).toMatchObject({ status: 'CLOSED', onHandKg: 1250, claimStatus: 'ORGANIC' })
  })
})

describe('crops.csv', () => {
  it('makes crop, cropping system and sowing of one row, and refuses what does not fit on the plot (BR-03)', async () => {
    const { farmerId, parcelId } = await chain.member()
    const crop = (values: Record<string, string>) => ({
      parcel_no: parcelNo,
      season: 'KH-2025',
      crop: names.crop,
      variety: 'RVJK-SGF-1',
      role: 'MAIN',
      system_type: 'SOLE',
      area: '2',
      area_unit: 'acre',
      planned_sowing: '2025-06-15',
      seed_source: 'GROUP',
      seed_organic: 'Y',
      water_regime: 'RAINFED',
      ...values,
    })
    const { parcelNo } = await chain.view('landparcel', parcelId)
    const member_no = await memberNo(farmerId)
    const sowing = { sowing_date: '2025-06-20', seed_kg: '4', seed_lot: 'S-1', seed_treated: 'UNTREATED', non_gm_proof_ref: 'GMO-1' }
    const rows = [
      crop({ member_no, area: '9', ...sowing }),
      crop({ member_no, season: 'KH-1999' }),
      crop({ member_no, parcel_no: '' }),
      crop({ member_no, area: 'half' }),
      crop({ member_no, system_type: '' }),
    ]
    const refused = await send('omar', '/crop/import', rows)
    expect([refused.created, refused.rejected]).toEqual([0, 5])
    expect(problems(refused)).toEqual(
      expect.arrayContaining([
        [3, 'season', 'missing'],
        [4, 'parcel_no', 'required'],
        [5, 'area', 'type'],
        [6, 'system_type', 'required'],
      ]),
    )
    const inHand = async () => (await ok(as('omar').get(`/crop?filter[farmerId]=${farmerId}`))).items
    expect([await inHand(), (await ok(as('omar').get(`/croppingsystem?filter[parcelId]=${parcelId}`))).items]).toEqual([[], []])
    const good = [crop({ member_no, ...sowing })]
    expect(await send('omar', '/crop/import', good)).toMatchObject({ created: 1, rejected: 0 })
    const [made, ...more] = await inHand()
    expect(more).toEqual([])
    // 2 acres of 0.40468564 ha.
    expect(made).toMatchObject({ areaHa: 0.8094, status: 'SOWN', sowingDate: '2025-06-20' })
    expect(await send('omar', '/crop/import', good)).toMatchObject({ created: 0, rejected: 0 })
    expect(await inHand()).toHaveLength(1)
    expect((await ok(as('omar').get(`/croppingsystem?filter[parcelId]=${parcelId}`))).items).toMatchObject([{ systemType: 'SOLE', areaHa: 0.8094 }])
  })
  it('begins the plan of the package that a row names by its code, which must be published', async () => {
    const { farmerId, parcelId } = await chain.member()
    const { parcelNo } = await chain.view('landparcel', parcelId)
    const weed = { code: 'WEED', name: 'Weed', eventType: 'INTERCULTURE', anchor: 'SOWING', offsetDays: 21, windowBefore: 5, windowAfter: 7, mandatory: true }
    const pop = {
      name: 'Cotton',
      cropTypeId: chain.cotton,
      varietyIds: [],
      regions: [],
      waterRegimes: ['RAINFED'],
      durationDays: 200,
      validFrom: '2025-01-01',
      inputItemIds: [],
      planEvents: [{ ...weed, weight: 1, evidence: [], sownAs: [] }],
    }
    const [published, draft]: Json[] = [await ok(as('ada').post('/pop', pop)), await ok(as('ada').post('/pop', { ...pop, name: 'Draft' }))]
    await ok(record(as('ada'), 'pop', published.id, 'PUBLISHED', '2025-06-01'))
    const overtaken = await ok(as('ada').post('/pop', { ...pop, name: 'Overtaken' }))
    for (const { id } of [overtaken, await ok(as('ada').post('/pop', { ...pop, name: 'Overtaken' }))])
      await ok(record(as('ada'), 'pop', id, 'PUBLISHED', '2025-06-01'))
    const crop = {
      member_no: await memberNo(farmerId),
      parcel_no: parcelNo,
      season: 'KH-2025',
      crop: names.crop,
      variety: 'RVJK-SGF-1',
      role: 'MAIN',
      system_type: 'SOLE',
      area: '1',
      area_unit: 'ha',
      planned_sowing: '2025-06-15',
      seed_source: 'GROUP',
      water_regime: 'RAINFED',
    }
    const refused = await send('omar', '/crop/import', [
      { ...crop, pop_code: 'POP-999999' },
      { ...crop, pop_code: draft.code },
      { ...crop, pop_code: overtaken.code },
    ])
    expect(refused).toMatchObject({ created: 0, rejected: 3 })
    expect(problems(refused)).toEqual([
      [2, 'pop_code', 'missing'],
      [3, 'pop_code', 'rule'],
      [4, 'pop_code', 'rule'],
    ])
    expect(await send('omar', '/crop/import', [{ ...crop, pop_code: published.code }])).toMatchObject({ created: 1, rejected: 0 })
    const { items } = await ok(as('omar').get(`/crop?filter[farmerId]=${farmerId}`))
    expect(items).toMatchObject([{ popId: published.id, popVersion: 1 }])
    // 21 days after the planned sowing.
    expect((await ok(as('ada').get(`/planevent?filter[cropId]=${items[0].id}`))).items).toMatchObject([{ popEventCode: 'WEED', due: '2025-07-06' }])
    // The same row again changes nothing.
    expect(await send('omar', '/crop/import', [{ ...crop, pop_code: published.code }])).toMatchObject({ created: 0, changed: 0, rejected: 0 })
  })
})

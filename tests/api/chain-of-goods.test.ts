// From what fields may yield to what is certified (M1), behind goods: of a company, of the places where they lie, of a certificate that is drafted, and of a cropping
// system. Counted once more in plain code, which follows every link of every lot back to its crops.
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, type Sent, salesOf } from './sale-stage.ts'

type Grown = { cropId: string; farmerId: string; parcelId: string }
let world: World
let chain: Chain
let sales: Sales
let sent: Sent
let lotId = ''
/** The first two are in the lot that was sold, the third is in one that was not. */
const grown: Grown[] = []
const ofChain = (query: string, who = 'omar', operator = 'OP1') => world.as(who, operator).get(`/reports/kilogram-chain?${query}`)
const rows = (query: ReturnType<typeof sql>) => world.scoped('ada', async ({ db }) => (await query.execute(db)).rows as Json[])
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  for (let count = 0; count < 3; count++) grown.push(await chain.sown())
  await chain.decide('APPROVED', ...grown.map(({ farmerId }) => farmerId))
  for (const { cropId } of grown) await chain.picked(cropId, 500)
  const [one, other, third] = grown as [Grown, Grown, Grown]
  lotId = (await chain.lot()).id
  await ok(chain.buy(lotId, one.cropId, 300))
  await ok(chain.buy(lotId, other.cropId, 100))
  await ok(chain.buy((await chain.lot()).id, third.cropId, 80))
  await ok(record(world.as('pooja', 'OP1'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
  await ok(record(world.as('omar', 'OP1'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
  sent = await sales.send(lotId, 200)
  await ok(
    record(world.as('paul', 'OP1'), 'processingsystem', chain.gin, 'GOODS_RECEIVED', '2025-12-02', {
      batchId: sent.partId,
      grossKg: 300,
      tareKg: 100,
      netKg: 200,
    }),
  )
}, 240_000)

/** What each crop adds, for crops of which one of these lots was made, by claim: from tickets, estimates and links alone. */
async function counted(isOne: (lot: Json) => boolean, isCrop?: (cropId: string) => boolean): Promise<Record<string, Json>> {
  const lots = await rows(sql`select * from productbatch where deleted_at is null`)
  const links = await rows(sql`select * from lot_link where voided_at is null`)
  const into = Map.groupBy(links, ({ output_id }) => output_id as string)
  const cropsAbove = (id: string): string[] =>
    (into.get(id) ?? []).flatMap(({ input_id, input_kind }) => (input_kind === 'crop' ? [input_id as string] : cropsAbove(input_id as string)))
  const behind = new Set(lots.filter(isOne).flatMap(({ id }) => cropsAbove(id)))
  const sums: Record<string, Json> = {}
  for (const crop of await rows(sql`select * from crop where deleted_at is null`)) {
    if (!(isCrop ? isCrop(crop.id) : behind.has(crop.id))) continue
    const sum = sums[crop.claim_status] ?? { crops: 0, ceilingKg: 0, allowedKg: 0, harvestedKg: 0, purchasedKg: 0, toBuyKg: 0 }
    sums[crop.claim_status] = sum
    const allowed = Math.min(crop.estimated_kg * 1.1, crop.yield_cap_kg)
    const bought = links
      .filter(({ input_id }) => lots.some(({ id, crop_id, unit_type }) => id === input_id && unit_type === 'FARM_LOT' && crop_id === crop.id))
      .reduce((all, { kg }) => all + kg, 0)
    sum.crops += 1
    sum.ceilingKg = gram(sum.ceilingKg + crop.yield_cap_kg)
    sum.allowedKg = gram(sum.allowedKg + allowed)
    sum.harvestedKg = gram(sum.harvestedKg + crop.harvested_kg)
    sum.purchasedKg = gram(sum.purchasedKg + bought)
    sum.toBuyKg = gram(sum.toBuyKg + Math.max(0, allowed - bought))
  }
  return sums
}
const shown = (items: Json[]): Record<string, Json> =>
  Object.fromEntries(
    items.map(({ claim, crops, ceilingKg, allowedKg, harvestedKg, purchasedKg, toBuyKg }) => [
      claim,
      { crops, ceilingKg, allowedKg, harvestedKg, purchasedKg, toBuyKg },
    ]),
  )
const of = async (query: string, who = 'omar'): Promise<Json[]> => (await ok(ofChain(query, who))).items

it('is refused of lots with a subject, of a past day, of what is no id, of more than a certificate has, and of lots out of reach', async () => {
  const at = (query: string) => ofChain(query)
  const field = (path: string) => ({ status: 400, body: { code: 'VALIDATION', fields: [{ path }] } })
  expect(await at(`lotIds=${lotId}&subject=productbatch&id=${lotId}`)).toMatchObject(field('lotIds'))
  expect(await at(`lotIds=${lotId}&asOf=2025-12-01`)).toMatchObject(field('lotIds'))
  expect((await at('lotIds=')).status).toBe(400)
  expect((await at(`lotIds=${lotId},none`)).status).toBe(400)
  expect((await at(`lotIds=${Array.from({ length: 101 }, () => lotId).join(',')}`)).status).toBe(400)
  expect((await at('lotIds=01900000-0000-7000-8000-00000000ffff')).status).toBe(404)
  expect((await ofChain(`lotIds=${lotId}`, 'leela', 'OP2')).status).toBe(404)
  // A company’s own people list no crops, a field officer views no company; a group that may view these places has none of its own crops behind them.
  expect((await ofChain(`subject=processor&id=${chain.ginner}`, 'paul')).status).toBe(403)
  expect((await ofChain(`subject=processingsystem&id=${chain.gin}`, 'paul')).status).toBe(403)
  expect([403, 404]).toContain((await ofChain(`subject=processor&id=${chain.ginner}`, 'fatima')).status)
  for (const query of [`subject=processingsystem&id=${chain.centre}`, `subject=processor&id=${chain.ginner}`])
    expect([query, await ok(ofChain(query, 'leela', 'OP2'))]).toEqual([query, { items: [] }])
})

it('has of a company and of a facility the crops behind their goods, and of the centre those of every lot there', async () => {
  const ofCompany = await of(`subject=processor&id=${chain.ginner}`)
  expect(shown(ofCompany)).toEqual(await counted(({ processor_id }) => processor_id === chain.ginner))
  expect(ofCompany).toMatchObject([{ claim: 'ORGANIC', crops: 2, purchasedKg: 400, toCertifyKg: 400 }])
  const ofGin = await of(`subject=processingsystem&id=${chain.gin}`)
  expect(shown(ofGin)).toEqual(await counted(({ processing_system_id }) => processing_system_id === chain.gin))
  expect(ofGin).toEqual(ofCompany)
  const ofCentre = await of(`subject=processingsystem&id=${chain.centre}`)
  expect(shown(ofCentre)).toEqual(await counted(({ processing_system_id }) => processing_system_id === chain.centre))
  expect(ofCentre).toMatchObject([{ crops: 3, purchasedKg: 480 }])
})

it('has of a cropping system its crops', async () => {
  const [one] = grown as [Grown]
  const { croppingSystemId } = await chain.view('crop', one.cropId)
  const items = await of(`subject=croppingsystem&id=${croppingSystemId}`)
  expect(shown(items)).toEqual(
    await counted(
      () => false,
      (id) => id === one.cropId,
    ),
  )
  expect(items).toEqual(await of(`subject=crop&id=${one.cropId}`))
})

it('is of a certificate that is drafted as of the same one saved, and follows it to its issue, also behind the goods', async () => {
  const drafted = await of(`lotIds=${lotId},${lotId}`)
  // As T08 judges it: all of the group of this crop and season.
  expect(shown(drafted)).toEqual(
    await counted(
      () => false,
      () => true,
    ),
  )
  const certificate = await sales.draft([sent])
  expect(await of(`subject=transactioncertificate&id=${certificate.id}`)).toEqual(drafted)
  await ok(sales.act(world.as('omar', 'OP1'), certificate.id, 'SUBMITTED'))
  for (const query of [`lotIds=${lotId}`, `subject=processor&id=${chain.ginner}`, `subject=processingsystem&id=${chain.gin}`])
    expect([query, await of(query)]).toMatchObject([query, [{ reservedKg: 200, certifiedKg: 0 }]])
  // Certificates are masked for whoever may not list them.
  expect((await of(`subject=processingsystem&id=${chain.centre}`, 'pooja'))[0]).toMatchObject({ crops: 3, reservedKg: 200 })
  const ofCrop = `subject=crop&id=${grown[0]?.cropId}`
  expect((await of(ofCrop, 'pooja'))[0]).toMatchObject({ purchasedKg: 300, reservedKg: 150 })
  expect((await of(ofCrop, 'fatima'))[0]).toMatchObject({ purchasedKg: 300, reservedKg: null, certifiedKg: null, toCertifyKg: null })
})

it('is, as of this moment, the present one, and as of a day before anything came there, nothing', async () => {
  for (const [subject, id] of [
    ['processor', chain.ginner],
    ['processingsystem', chain.gin],
    ['processingsystem', chain.centre],
  ] as const) {
    const query = `subject=${subject}&id=${id}`
    expect([query, await of(`${query}&asOf=${clock().toISOString()}`)]).toEqual([query, await of(query)])
    expect([query, await of(`${query}&asOf=2025-10-01`)]).toEqual([query, []])
  }
  // Goods that had not been sent yet.
  expect(await of(`subject=processingsystem&id=${chain.gin}&asOf=2025-11-30`)).toEqual([])
})

it('costs as many statements of a company as of a crop, and one more to find the season where none is named', async () => {
  const count = async (query: string) => statementsIn(await messagesOf(() => of(query))).length
  const [one] = grown as [Grown]
  await of(`subject=crop&id=${one.cropId}`)
  const least = await count(`subject=crop&id=${one.cropId}`)
  expect(await count(`subject=processor&id=${chain.ginner}&seasonId=${chain.season}`)).toBe(least)
  expect(await count(`subject=processor&id=${chain.ginner}`)).toBe(least + 1)
  expect(await count(`subject=processingsystem&id=${chain.centre}&seasonId=${chain.season}`)).toBe(least)
  expect(await count(`lotIds=${lotId}`)).toBe(least)
})

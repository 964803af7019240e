// BR-13: beside a neighbour without the buffer that its schemes ask for, border rows are excluded, and what is left of the ceiling is all that is sold as certified.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const judged = () =>
  runClock(
    {
      ...world.deps,
      log: (...entry: unknown[]) => {
        throw new Error(JSON.stringify(entry))
      },
      clock,
      stop: new AbortController().signal,
    },
    world.tenants.cotton,
    clockHandlers.filter(({ name }) => name === 'rules of schemes: what was recorded'),
  )
const metres = 30
type Grown = { cropId: string; farmerId: string; parcelId: string }
/** Less than the ceiling of 1600 kg: what is left out of the harvest decides. */
const picked = 1200
/** A picked crop of 1 ha, of an approved member. */
async function grown(): Promise<Grown> {
  const one = await chain.sown()
  await chain.decide('APPROVED', one.farmerId)
  await chain.picked(one.cropId, picked)
  return one
}
const nextTo = async (parcelId: string, neighbours: Json[]) => {
  const { version } = await ok(as('ada').get(`/landparcel/${parcelId}`))
  await ok(as('ada').patch(`/landparcel/${parcelId}`, { neighbours }, { 'if-match': `"${version}"` }))
  await judged()
}
const conventional = (side: string, bufferM = 0) => ({ side, use: 'CONVENTIONAL', bufferM })
const crop = ({ cropId }: Grown) => chain.view('crop', cropId)
const flags = async (one: Grown): Promise<Json[]> => (await crop(one)).flags.filter(({ ruleId }: Json) => ruleId === 'BR-13')
/** Width of a plot from west to east in metres, by its boundary. */
async function widthOf({ parcelId }: Grown): Promise<number> {
  const ring: [number, number][] = (await chain.view('landparcel', parcelId)).boundary.coordinates[0]
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  const middle = ((Math.max(...lats) + Math.min(...lats)) / 2) * (Math.PI / 180)
  return (Math.max(...lons) - Math.min(...lons)) * (Math.PI / 180) * 6_371_008 * Math.cos(middle)
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const rule = { code: 'BUFFER', text: 'Seven metres', severity: 'MAJOR', weight: 1, correctiveDays: 30, effectOnFail: 'NONE' }
  const rules = [{ ...rule, check: { type: 'MIN_BUFFER', neighbourUses: ['CONVENTIONAL'], metres } }]
  const body = { name: 'Cotton', schemeId: await chain.standards.scheme('NPOP'), cropTypeId: chain.cotton, passScore: 60, maxMajor: 1, rules }
  const { id } = await ok(world.as('ada', '-').post('/schemepop', body))
  await ok(record(world.as('ada', '-'), 'schemepop', id, 'PUBLISHED', '2025-06-01'))
})

describe('a crop beside conventional fields', () => {
  it('is bought as certified up to the harvest without them, and not a kilogram more (422 BR-13)', async () => {
    const one = await grown()
    expect((await crop(one)).excludedHa).toBeNull()
    await nextTo(one.parcelId, [conventional('N'), conventional('S', 10), conventional('E', 30)])
    const { excludedHa, areaHa, yieldCapKg } = await crop(one)
    // 30 m are missing in the north, 20 in the south; the buffer in the east is wide enough.
    expect(excludedHa).toBeCloseTo(((await widthOf(one)) * 50) / 10_000, 2)
    const limit = Math.floor(picked * (1 - excludedHa / areaHa))
    expect(limit).toBeLessThan(1200)
    const { id } = await chain.lot()
    expect(await chain.buy(id, one.cropId, limit + 1)).toMatchObject({
      status: 422,
      body: { ruleId: 'BR-13', figures: { leftKg: limit, limitKg: limit, purchasedKg: 0 } },
    })
    await ok(chain.buy(id, one.cropId, limit - 100))
    expect(await chain.buy(id, one.cropId, 101)).toMatchObject({ status: 422, body: { ruleId: 'BR-13', figures: { leftKg: 100, purchasedKg: limit - 100 } } })
    await ok(chain.buy(id, one.cropId, 100))
    // What is left of the harvest is bought as conventional, into a lot of that, and is no part of what may be bought under the claim.
    const rest = picked - limit
    const border = (await chain.lot()).id
    expect(await chain.buy(border, one.cropId, rest)).toMatchObject({ status: 422, body: { ruleId: 'BR-13', figures: { leftKg: 0 } } })
    const { event } = await ok(chain.buy(border, one.cropId, rest, '2025-11-03', { asConventional: true, premiumPerKg: null }))
    expect(await chain.view('productbatch', border)).toMatchObject({ claimStatus: 'CONVENTIONAL', onHandKg: rest })
    expect((await crop(one)).claimStatus).not.toBe('CONVENTIONAL')
    // A figure of its own: what may be bought under the claim is as it was.
    const apart = (await ok(as('omar').get(`/reports/kilogram-chain?subject=crop&id=${one.cropId}`))).items[0]
    expect(apart).toMatchObject({ purchasedKg: limit + rest, conventionalKg: rest, toBuyKg: 0, toCertifyKg: limit })
    await ok(as('ada').post(`/productbatch/${border}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await flags(one)).toEqual([])
    // What may still be bought, as every screen shows it.
    const { items } = await ok(as('omar').get(`/reports/kilogram-chain?subject=crop&id=${one.cropId}`))
    expect(items[0]).toMatchObject({ allowedKg: limit, toBuyKg: 0, purchasedKg: limit, ceilingKg: yieldCapKg })
    // And as a certificate is judged (T08).
    const sales = salesOf(chain)
    await ok(record(as('pooja'), 'productbatch', id, 'CLOSED', '2025-11-20'))
    await ok(record(as('omar'), 'productbatch', id, 'RELEASED', '2025-11-21'))
    const certificate = await sales.draft([await sales.send(id, 100)])
    const { checks } = await ok(as('omar').get(`/transactioncertificate/${certificate.id}/checks`))
    expect(checks.find(({ code }: Json) => code === 'T08').inputs.find(({ label }: Json) => label === 'Estimates and ceilings').value).toBe(limit)
  })
  it('is bought under its claim as far as the kilogram chain shows, also when its border rows were bought first', async () => {
    const one = await grown()
    await nextTo(one.parcelId, [conventional('N'), conventional('S')])
    const { excludedHa, areaHa, estimatedKg } = await crop(one)
    const limit = Math.floor(picked * (1 - excludedHa / areaHa))
    const rest = picked - limit
    await ok(chain.buy((await chain.lot()).id, one.cropId, rest, '2025-11-03', { asConventional: true, premiumPerKg: null }))
    const chainOfCrop = async () => (await ok(as('omar').get(`/reports/kilogram-chain?subject=crop&id=${one.cropId}`))).items[0]
    const { toBuyKg, purchasedKg, toCertifyKg } = await chainOfCrop()
    expect({ toBuyKg, purchasedKg, toCertifyKg }).toEqual({ toBuyKg: Math.min(limit, estimatedKg * 1.1 - rest), purchasedKg: rest, toCertifyKg: 0 })
    const { id } = await chain.lot()
    expect(await chain.buy(id, one.cropId, toBuyKg + 1)).toMatchObject({ status: 422 })
    await ok(chain.buy(id, one.cropId, toBuyKg))
    expect(await chainOfCrop()).toMatchObject({ toBuyKg: 0, purchasedKg: picked, toCertifyKg: limit })
  })
  it('counts a side once, by the neighbour that lacks most', async () => {
    const one = await grown()
    await nextTo(one.parcelId, [conventional('N', 10)])
    const before = (await crop(one)).excludedHa
    await nextTo(one.parcelId, [conventional('N', 10), conventional('N', 15)])
    expect((await crop(one)).excludedHa).toBe(before)
    await nextTo(one.parcelId, [conventional('N', 10), conventional('N', 0)])
    expect((await crop(one)).excludedHa).toBeCloseTo(before * 1.5, 3)
  })
  it('never loses more than its area, also on a plot whose every side is too narrow', async () => {
    const one = await grown()
    await nextTo(
      one.parcelId,
      ['N', 'E', 'S', 'W'].map((side) => conventional(side)),
    )
    const { excludedHa, areaHa } = await crop(one)
    expect(excludedHa).toBe(areaHa)
    const { id } = await chain.lot()
    expect(await chain.buy(id, one.cropId, 1)).toMatchObject({ status: 422, body: { ruleId: 'BR-13', figures: { leftKg: 0 } } })
  })
})

describe('a buffer that is measured', () => {
  it('is wide enough at the metres of the rule, and a decimetre less costs a row; an older measurement, a correction and a void count by their days', async () => {
    const one = await grown()
    await nextTo(one.parcelId, [conventional('N', metres)])
    const measured = async (day: string, bufferM: number, supersedesEventId?: string): Promise<string> => {
      const data = { side: 'N', metres: bufferM, use: 'CONVENTIONAL' }
      const call = { eventType: 'BUFFER_OBSERVED', occurredAt: at(day), data, lateReason: 'Field book', ...(supersedesEventId ? { supersedesEventId } : {}) }
      const { event } = await ok(as('omar').post(`/landparcel/${one.parcelId}/events`, call))
      await judged()
      return event.id
    }
    const excluded = async () => (await crop(one)).excludedHa
    /** Of the north side, to the square metre, by the breadth of the plot. */
    const rows = async (missing: number) => ((await widthOf(one)) * missing) / 10_000
    expect(await excluded()).toBeNull()
    const exact = await measured('2026-01-08', metres)
    expect(await excluded()).toBeNull()
    // A hundred metres of a tenth are ten square metres.
    const less = await measured('2026-01-08', metres - 0.1, exact)
    expect(await excluded()).toBeCloseTo(await rows(0.1), 4)
    await measured('2026-01-05', 10)
    expect(await excluded()).toBeCloseTo(await rows(0.1), 4)
    const narrow = await measured('2026-01-08', 20, less)
    expect(await excluded()).toBeCloseTo(await rows(10), 3)
    await ok(as('omar').post(`/landparcel/${one.parcelId}/events/${narrow}/void`, { reason: 'INCORRECT_DATA' }))
    await judged()
    expect(await excluded()).toBeCloseTo(await rows(20), 3)
  })
})

describe('kilograms of border rows', () => {
  it('are found when the neighbour is entered after the sale, and not when the buffer is there or the ticket is taken back', async () => {
    const one = await grown()
    const { id } = await chain.lot()
    const { event } = await ok(chain.buy(id, one.cropId, 1200))
    await nextTo(one.parcelId, [conventional('N'), conventional('S')])
    const { excludedHa, areaHa } = await crop(one)
    expect(await flags(one)).toMatchObject([{ severity: 'REVIEW', figures: { purchasedKg: 1200, limitKg: Math.floor(picked * (1 - excludedHa / areaHa)) } }])
    await nextTo(one.parcelId, [conventional('N', metres), conventional('S', metres)])
    expect(await flags(one)).toEqual([])
    expect((await crop(one)).excludedHa).toBeNull()
    await nextTo(one.parcelId, [conventional('N'), conventional('S')])
    expect(await flags(one)).toHaveLength(1)
    await ok(as('ada').post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await flags(one)).toEqual([])
  })
  it('are sold by two at once no more than by one', async () => {
    const one = await grown()
    await nextTo(one.parcelId, [conventional('N'), conventional('S')])
    const { excludedHa, areaHa } = await crop(one)
    const limit = Math.floor(picked * (1 - excludedHa / areaHa))
    const [first, second] = [(await chain.lot()).id, (await chain.lot()).id]
    const answers = await Promise.all([first, second].map((id) => chain.buy(id, one.cropId, limit)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

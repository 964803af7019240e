// Flocks and ponds projected from their events: the balance of living birds, the day's record, the estimate of a pond. Refusals
// first; what is taken back leaves nothing over.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld } from '../harness/world.ts'
import { clock, day, daysAgo, type Husbandry, husbandryOf, plainDay, treatment } from './husbandry-stage.ts'

let farm: Husbandry
beforeAll(async () => {
  farm = await husbandryOf(await openWorld({ now: clock }))
}, 120_000)
const placed = async (values: Record<string, unknown> = {}, count = 1000) => {
  const one = await farm.flock(values)
  await farm.recorded('poultrybatch', one.id, 'PLACEMENT', daysAgo(30), { females: 0, males: 0, unsexed: count, weightG: 42 })
  return one.id as string
}
const bird = (id: string, type: string, ago: number, data: Record<string, unknown>) => farm.attempt('poultrybatch', id, type, daysAgo(ago, 12), data)
const died = (count: number) => ({ count, cause: 'HEAT', disposal: 'OnPremise' })
const caught = (count: number) => ({ count, totalLiveKg: count * 2, buyer: 'Depot', forSlaughter: 'SLAUGHTER' })

describe('the balance of a flock', () => {
  it('refuses that more go than live, on the first day on which it would be so (AH-08), and keeps what was', async () => {
    const id = await placed()
    await farm.recorded('poultrybatch', id, 'MORTALITY', daysAgo(27), died(40))
    expect(await bird(id, 'CATCH', 2, caught(980))).toMatchObject({ status: 422, body: { ruleId: 'AH-08', figures: { day: plainDay(2), missing: 20 } } })
    expect(await farm.view('poultrybatch', id)).toMatchObject({ aliveCount: 960, mortalityShare: 0.04, status: 'PLACED' })
    expect((await bird(id, 'CLEANOUT', 0, { downtimeDays: 10 })).status).toBe(422)
    await farm.recorded('poultrybatch', id, 'CATCH', daysAgo(2), caught(960))
    expect(await bird(id, 'MORTALITY', 10, died(1))).toMatchObject({ status: 422, body: { figures: { day: plainDay(2) } } })
    expect((await bird(id, 'CLEANOUT', 0, { downtimeDays: 10 })).body.subject).toMatchObject({ aliveCount: 0, status: 'CLOSED' })
  })
  it('goes from one flock to the other, and back when that is taken back', async () => {
    const [from, to] = [await placed(), await placed({ unitId: farm.farm.units[1] }, 500)]
    expect(await bird(from, 'TRANSFER', 1, { toBatchId: from, count: 10 })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.toBatchId' }] } })
    const { event } = await farm.recorded('poultrybatch', from, 'TRANSFER', daysAgo(1), { toBatchId: to, count: 100 })
    expect([(await farm.view('poultrybatch', from)).aliveCount, (await farm.view('poultrybatch', to)).aliveCount]).toEqual([900, 600])
    await farm.omar.post(`/poultrybatch/${from}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
    expect([(await farm.view('poultrybatch', from)).aliveCount, (await farm.view('poultrybatch', to)).aliveCount]).toEqual([1000, 500])
  })
  it('is not caught for slaughter while a withdrawal for meat runs (AH-09)', async () => {
    const id = await placed()
    await farm.recorded('poultrybatch', id, 'TREATMENT', daysAgo(3), {
      ...treatment(farm.medicineId),
      route: 'WATER',
      startDate: plainDay(3),
      endDate: plainDay(2),
    })
    expect(await bird(id, 'CATCH', 1, caught(10))).toMatchObject({ status: 422, body: { ruleId: 'AH-09', figures: { product: 'Meat' } } })
    expect((await bird(id, 'CATCH', 1, { ...caught(10), forSlaughter: 'LIVE' })).status).toBe(201)
  })
})

describe('a day’s record', () => {
  it('is refused for a day to come, before the placement, twice (AH-21), and with more eggs than hens can lay', async () => {
    const id = await placed({ purpose: 'EGGS', birdType: 'LAYER' })
    expect(await bird(id, 'DAILY_RECORD', 0, day(-2))).toMatchObject({ status: 400, body: { fields: [{ path: 'data.day', code: 'max' }] } })
    expect(await bird(id, 'DAILY_RECORD', 0, day(40))).toMatchObject({ status: 400, body: { fields: [{ path: 'data.day', code: 'min' }] } })
    expect(await bird(id, 'DAILY_RECORD', 1, day(1, { eggsGood: 1200 }))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'data.eggsGood', code: 'max' }] },
    })
    await farm.recorded('poultrybatch', id, 'DAILY_RECORD', daysAgo(2), day(2, { deadUnsexed: 10, eggsGood: 890, eggsCracked: 10, feedKg: 110 }))
    expect(await bird(id, 'DAILY_RECORD', 1, day(2))).toMatchObject({ status: 422, body: { ruleId: 'AH-21' } })
    expect(await farm.view('poultrybatch', id)).toMatchObject({ status: 'LAYING', aliveCount: 990, feedKg: 110, extra: { layingShare: 0.9 } })
  })
  it('asks somebody to look when more have died than is usual (AH-19)', async () => {
    const id = await placed()
    expect((await bird(id, 'DAILY_RECORD', 3, day(3, { deadUnsexed: 4 }))).body.findings).toEqual([])
    expect((await bird(id, 'DAILY_RECORD', 2, day(2, { deadUnsexed: 30 }))).body.findings).toMatchObject([{ ruleId: 'AH-19', severity: 'WARN' }])
  })
})

describe('a pond', () => {
  const water = { temperatureC: 27, doMgL: 5.5, ph: 7.8, tanMgL: 0.1 }
  const stocked = async (): Promise<string> => {
    const { id } = await farm.pond()
    await farm.recorded('aquacrop', id, 'STOCKING', daysAgo(100), { stock: [{ faoAlpha3: 'CTC', count: 1000, meanG: 10 }] })
    return id
  }
  it('estimates who lives between all and those expected to survive, and what they weigh together', async () => {
    const id = await stocked()
    await farm.recorded('aquacrop', id, 'FEEDING', daysAgo(20), { feedItemId: farm.feedId, kg: 250, method: 'BROADCAST' })
    const { event, subject } = await farm.recorded('aquacrop', id, 'SAMPLING', daysAgo(0, 1), { method: 'CASTNET', sampleSize: 40, meanG: 200 })
    expect(subject).toMatchObject({ aliveCount: 900, lastWeightG: 200, biomassKg: 180 })
    expect((await farm.view('aquacrop', id)).extra).toMatchObject({ stocked: 1000, alive: 900, weighings: [{ grams: 10 }, { grams: 200 }] })
    expect((await farm.view('aquacrop', id)).extra.fcr).toBeCloseTo(250 / 170, 6)
    await farm.omar.post(`/aquacrop/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
    expect(await farm.view('aquacrop', id)).toMatchObject({ lastWeightG: 10, extra: { fcr: null } })
  })
  it('is estimated as of its last event, whether another one was voided since or not', async () => {
    const id = await stocked()
    const { event } = await farm.recorded('aquacrop', id, 'FEEDING', daysAgo(60), { feedItemId: farm.feedId, kg: 250, method: 'BROADCAST' })
    await farm.omar.post(`/aquacrop/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    // Half way between stocking and harvest half of the expected fifth would have gone; after a quarter of the time, a quarter.
    const { subject } = await farm.recorded('aquacrop', id, 'SAMPLING', daysAgo(50), { method: 'CASTNET', sampleSize: 40, meanG: 100 })
    expect(subject).toMatchObject({ aliveCount: 950, biomassKg: 95 })
  })
  it('saves water that is out of bounds, and asks somebody to look (AH-18)', async () => {
    const id = await stocked()
    expect((await farm.attempt('aquacrop', id, 'WATER_QUALITY', daysAgo(1), water)).body.findings).toEqual([])
    const { body } = await farm.attempt('aquacrop', id, 'WATER_QUALITY', daysAgo(0, 1), { ...water, doMgL: 3, ph: 8.9, tanMgL: 1.2 })
    expect(body).toMatchObject({ subject: { lastDoMgL: 3, lastPh: 8.9 }, findings: [{ ruleId: 'AH-18', severity: 'WARN', figures: { oxygen: 3 } }] })
    expect(body.findings.length).toBe(1)
  })
  it('is not harvested before enough warmth has gathered after a treatment (AH-09)', async () => {
    const id = await stocked()
    await farm.recorded('aquacrop', id, 'TREATMENT', daysAgo(30), { ...treatment(farm.medicineId), route: 'FEED', basis: 'POND', endDate: plainDay(30) })
    const harvest = { fish: [{ faoAlpha3: 'CTC', kg: 5 }], buyer: 'Mandi', slaughterMethod: 'ICE' }
    expect(await farm.attempt('aquacrop', id, 'PARTIAL_HARVEST', daysAgo(1), harvest)).toMatchObject({
      status: 422,
      body: { ruleId: 'AH-09', figures: { degreeDays: 500 } },
    })
    for (const ago of [30, 25, 20, 15, 10, 5]) await farm.recorded('aquacrop', id, 'WATER_QUALITY', daysAgo(ago), water)
    expect((await farm.attempt('aquacrop', id, 'PARTIAL_HARVEST', daysAgo(1), harvest)).status).toBe(201)
  })
})

describe('GET /reports/husbandry-summary', () => {
  it('tells of every open flock and pond what its own page tells', async () => {
    const summary = (await farm.omar.get('/reports/husbandry-summary')).body
    expect(flawsOfAnswer('reports.husbandrySummary', 200, summary)).toEqual([])
    expect(summary.poultry.flocks.length).toBeGreaterThan(3)
    for (const { id, alive, lossShare, layingShare } of summary.poultry.flocks) {
      const own = await farm.view('poultrybatch', id)
      expect([alive, layingShare]).toEqual([own.aliveCount, own.extra.layingShare])
      expect(lossShare).toBeCloseTo(own.mortalityShare, 6)
    }
    expect(summary.aqua.ponds.length).toBeGreaterThan(1)
    for (const { id, alive, biomassKg, fcr } of summary.aqua.ponds) expect({ alive, biomassKg, fcr }).toEqual(pick((await farm.view('aquacrop', id)).extra))
  })
})
const pick = ({ alive, biomassKg, fcr }: { alive: number; biomassKg: number; fcr: number | null }) => ({ alive, biomassKg, fcr })

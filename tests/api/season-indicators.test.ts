// The figures and charts of /dashboard (11.1), worked out here from what was recorded and from the lists behind them.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const part = (name: 'indicators' | 'charts', who: string, operator = 'OP1', query = '') => world.as(who, operator).get(`/reports/season-${name}${query}`)
const all = async (entity: string, query = ''): Promise<Json[]> => (await ok(world.as('omar', 'OP1').get(`/${entity}?limit=200${query}`))).items

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const first = await chain.sown({ areaHa: 1.1 })
  await chain.picked(first.cropId, 400.1)
  const second = await chain.sown({ areaHa: 2.2, conversionStart: null })
  await chain.picked(second.cropId, 300.2)
  const { id } = await chain.lot()
  await chain.decide('APPROVED', first.farmerId)
  await ok(chain.buy(id, first.cropId, 250, '2025-12-20', { pricePerKg: 7000, premiumPerKg: 500 }))
  await ok(chain.buy(id, first.cropId, 50, '2025-12-22', { pricePerKg: 8000, premiumPerKg: 700 }))
  // The first ticket comes to 250 × 70 = 17,500.00; the second stays unpaid.
  const paid = { kind: 'PRICE', amount: 17_500_00, ref: 'UTR 1' }
  await ok(record(world.as('omar', 'OP1'), 'farmer', first.farmerId, 'PAYMENT', '2026-01-03', paid))
}, 120_000)

describe('GET /reports/season-indicators and /reports/season-charts', () => {
  it('refuses a parameter that is none (400), and a season that is nowhere (404)', async () => {
    for (const name of ['indicators', 'charts'] as const) {
      expect(await part(name, 'omar', 'OP1', '?season=1')).toMatchObject({ status: 400, body: { fields: [{ path: 'season', code: 'unknown' }] } })
      expect(await part(name, 'omar', 'OP1', '?seasonId=00000000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
    }
  })
  it('answer as the API document says, to everybody who has a dashboard', async () => {
    for (const [who, operator] of Object.entries({ ada: '-', omar: 'OP1', fatima: 'OP1', ines: 'OP1', pooja: 'OP1', paul: 'OP1', carla: '-' })) {
      expect(flawsOfAnswer('reports.seasonIndicators', 200, await ok(part('indicators', who, operator)))).toEqual([])
      expect(flawsOfAnswer('reports.seasonCharts', 200, await ok(part('charts', who, operator)))).toEqual([])
    }
  })
  it('count members, plots, inspections and decisions as their lists do', async () => {
    const { farmers, parcels, inspections, quality } = await ok(part('indicators', 'omar', 'OP1', `?seasonId=${chain.season}`))
    const active = await all('farmer', '&filter[status]=ACTIVE')
    expect(farmers).toMatchObject({ active: active.length, women: active.filter(({ gender }) => gender === 'F').length })
    const plots = (await all('landparcel')).filter(({ status }) => status !== 'RETIRED')
    expect(parcels).toEqual({
      live: plots.length,
      mapped: plots.filter(({ hasBoundary }) => hasBoundary).length,
      verified: plots.filter(({ status }) => status === 'VERIFIED').length,
    })
    const rows = (await all('farmerseason', `&filter[seasonId]=${chain.season}`)).filter(({ farmerId }) => active.some(({ id }) => id === farmerId))
    expect(inspections).toEqual({
      active: active.length,
      first: rows.filter(({ inspection1On }) => inspection1On).length,
      second: rows.filter(({ inspection2On }) => inspection2On).length,
      approved: rows.filter(({ result }) => ['APPROVED', 'CONDITIONAL'].includes(result)).length,
      decided: rows.filter(({ status }) => status === 'DECIDED').length,
    })
    const shares = quality.parts.filter(({ of }: Json) => of > 0).map(({ done, of }: Json) => done / of)
    expect(quality.index).toBeCloseTo(shares.reduce((sum: number, one: number) => sum + one, 0) / shares.length, 9)
    expect(quality.parts.find(({ part }: Json) => part === 'phone')).toMatchObject({ done: active.filter(({ phone }) => phone).length, of: active.length })
  })
  it('add up areas by claim, and what may still be bought, crop by crop (BR-08)', async () => {
    const { cropTypes, conversion } = await ok(part('indicators', 'omar', 'OP1', `?seasonId=${chain.season}`))
    const [cotton] = cropTypes
    expect(cotton.areas.map(({ claim, areaHa }: Json) => [claim, areaHa]).sort()).toEqual([
      ['CONVENTIONAL', 2.2],
      ['ORGANIC', 1.1],
    ])
    const crops = await all('crop', `&filter[seasonId]=${chain.season}`)
    const headroom = crops.reduce(
      (sum, { estimatedKg, yieldCapKg, purchasedKg }) => sum + Math.max(0, Math.min(estimatedKg * 1.1, yieldCapKg) - purchasedKg),
      0,
    )
    expect(cotton.headroomKg).toBeCloseTo(headroom, 2)
    expect(cotton.proof).toEqual({ done: 3.3, of: 3.3 })
    const plots = await all('landparcel')
    const claims = (names: readonly string[]) =>
      conversion.filter(({ bucket }: Json) => names.includes(bucket)).reduce((sum: number, { plots: count }: Json) => sum + count, 0)
    expect(claims(['ORGANIC'])).toBe(plots.filter(({ organicStatus }) => organicStatus === 'ORGANIC').length)
    expect(claims(['NOT_STARTED'])).toBe(plots.filter(({ conversionStart }) => !conversionStart).length)
  })
  it('weigh prices by kilograms, and count a payment for the oldest ticket first', async () => {
    const { cropTypes } = await ok(part('indicators', 'omar', 'OP1', `?seasonId=${chain.season}`))
    expect(cropTypes[0].price).toEqual({
      perKg: Math.round((250 * 7000 + 50 * 8000) / 300),
      premiumPerKg: Math.round((250 * 500 + 50 * 700) / 300),
      onTime: { done: 1, of: 2 },
    })
  })
  it('draw purchases by day, areas by season, inspections by inspector, and members who came so far', async () => {
    const charts = await ok(part('charts', 'omar', 'OP1', `?seasonId=${chain.season}`))
    expect(charts.deliveries).toEqual([
      { day: '2025-12-20', cropTypeId: chain.cotton, kg: 250, tickets: 1 },
      { day: '2025-12-22', cropTypeId: chain.cotton, kg: 50, tickets: 1 },
    ])
    expect(charts.areas.reduce((sum: number, { areaHa }: Json) => sum + areaHa, 0)).toBeCloseTo(3.3, 9)
    const { inspections, farmers } = await ok(part('indicators', 'omar', 'OP1', `?seasonId=${chain.season}`))
    expect(charts.inspectors.reduce((sum: number, { first }: Json) => sum + first, 0)).toBe(inspections.first)
    const { funnel } = charts
    expect(funnel).toMatchObject({ farmers: farmers.active, approved: 1, delivered: 1 })
    expect(funnel.mapped).toBeLessThanOrEqual(funnel.farmers)
  })
  it('forget a ticket that was voided', async () => {
    const lot = (await all('productbatch')).find(({ unitType }) => unitType !== 'FARM_LOT')
    const { items } = await ok(world.as('omar', 'OP1').get(`/productbatch/${lot.id}/events`))
    const second = items.find(({ eventType, data }: Json) => eventType === 'PURCHASE' && data.netKg === 50)
    await ok(world.as('omar', 'OP1').post(`/productbatch/${lot.id}/events/${second.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    const { cropTypes } = await ok(part('indicators', 'omar', 'OP1', `?seasonId=${chain.season}`))
    expect(cropTypes[0].price).toMatchObject({ perKg: 7000, premiumPerKg: 500, onTime: { done: 1, of: 1 } })
    expect((await ok(part('charts', 'omar', 'OP1'))).deliveries).toHaveLength(1)
  })
  it('say nothing of what somebody may not list, and nothing of another operator', async () => {
    const ofPaul = await ok(part('indicators', 'paul'))
    expect([ofPaul.farmers, ofPaul.parcels, ofPaul.cropTypes]).toEqual([null, null, []])
    const other = await ok(part('indicators', 'ada', 'OP2', `?seasonId=${chain.season}`))
    expect([other.cropTypes, (await ok(part('charts', 'ada', 'OP2'))).deliveries]).toEqual([[], []])
  })
})

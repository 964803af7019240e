// Figures of the reports on conversion, boundaries, payment, inspectors and the closing of a season, worked out here from what was recorded.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let first: { farmerId: string; parcelId: string; cropId: string }
const rows = async (id: string, query = '', who = 'omar'): Promise<Json[]> => (await ok(world.as(who, 'OP1').get(`/reports/${id}${query}`))).rows
const pay = (farmerId: string, kind: string, amount: number, day: string, ref: string) =>
  ok(record(world.as('omar', 'OP1'), 'farmer', farmerId, 'PAYMENT', day, { kind, amount, ref }))

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  first = await chain.sown({ name: 'Anil', areaHa: 1.1 })
  await chain.picked(first.cropId, 400)
  const second = await chain.sown({ name: 'Bela', areaHa: 0.8, conversionStart: '2025-01-20' })
  await chain.picked(second.cropId, 100)
  await chain.sown({ name: 'Chandu', areaHa: 0.9, conversionStart: null })
  const { id } = await chain.lot()
  await chain.decide('APPROVED', first.farmerId)
  await ok(chain.buy(id, first.cropId, 250, '2025-12-20', { pricePerKg: 7000, premiumPerKg: 333 }))
  await ok(chain.buy(id, first.cropId, 50.5, '2025-12-22', { pricePerKg: 8000, premiumPerKg: 701, deductions: 1000 }))
  await pay(first.farmerId, 'PREMIUM', 500_00, '2026-01-05', 'UTR 7')
  await pay(first.farmerId, 'PRICE', 17_500_00, '2026-01-03', 'UTR 1')
}, 120_000)

describe('the conversion tracker (R04)', () => {
  it('says the next step and its day, on the day asked for', async () => {
    const of = async (day: string) => (await rows('conversion-tracker', `?countedOn=${day}`)).find(({ countsFrom }) => countsFrom === '2025-01-20')
    expect(await of('2026-01-15')).toMatchObject({ claim: 'IC1', months: 11, next: 'IC2', nextOn: '2026-01-20', daysLeft: 5 })
    expect(await of('2026-01-20')).toMatchObject({ claim: 'IC2', months: 12, next: 'ORGANIC', nextOn: '2027-01-20', daysLeft: 365 })
    expect(await of('2027-01-20')).toMatchObject({ claim: 'ORGANIC', next: null, nextOn: null, daysLeft: null })
    expect(await of('2025-01-19')).toMatchObject({ claim: 'CONVENTIONAL', months: null, next: 'IC1', nextOn: '2025-01-20', daysLeft: 1 })
  })
  it('names what stands in the way', async () => {
    const blocked = await rows('conversion-tracker', '?blocked=true')
    expect(blocked.every(({ blockers }) => blockers.length > 0)).toBe(true)
    expect(blocked.some(({ blockers }) => blockers.includes('NOT_ENTERED'))).toBe(true)
  })
  it('adds up to the plots in use', async () => {
    const plots: Json[] = (await ok(world.as('omar', 'OP1').get('/landparcel?limit=200'))).items
    expect((await rows('conversion-tracker')).length).toBe(plots.filter(({ status }) => status !== 'RETIRED').length)
  })
})

describe('the quality of boundaries (R05)', () => {
  it('counts the corners, the days and the open findings of each', async () => {
    const [plot] = await rows('boundary-quality')
    const found: Json = (await ok(world.as('omar', 'OP1').get('/landparcel?limit=200'))).items.find(({ code }: Json) => code === plot.code)
    const { boundary, mappedAt } = await ok(world.as('omar', 'OP1').get(`/landparcel/${found.id}`))
    expect(plot).toMatchObject({
      vertices: boundary.coordinates[0].length - 1,
      ageDays: Math.round((Date.parse('2026-01-15') - Date.parse(mappedAt)) / 86_400_000),
      mappedHa: found.mappedAreaHa,
    })
    expect((await rows('boundary-quality', '?unmapped=true')).every(({ vertices }) => vertices === null)).toBe(true)
  })
})

describe('the premium statement (R15) and the passbook (R14)', () => {
  // Each ticket is rounded for itself, as it is paid.
  const earned = Math.round(250 * 333) + Math.round(50.5 * 701)
  it('say what was earned and paid, to the paisa', async () => {
    const [line, ...others] = await rows('premium-statement')
    expect(others).toEqual([])
    expect(line).toMatchObject({ kg: 300.5, earned, paid: 500_00, open: earned - 500_00, lastPaidOn: '2026-01-05', reference: 'UTR 7' })
  })
  it('list deliveries and payments in the order of time, with the balance after each', async () => {
    const lines = (await rows('farmer-passbook', `?farmer=${first.farmerId}`)).map(({ kind, earned, paid, balance }) => [kind, earned, paid, balance])
    const [one, two] = [250 * (7000 + 333), Math.round(50.5 * (8000 + 701)) - 1000]
    expect(lines).toEqual([
      ['DELIVERY', one, 0, one],
      ['DELIVERY', two, 0, one + two],
      ['PAYMENT', 0, 17_500_00, one + two - 17_500_00],
      ['PAYMENT', 0, 500_00, one + two - 18_000_00],
    ])
  })
  it('have in the purchase register (R13) what was paid of each ticket, the oldest first', async () => {
    // 17,500 of price: all of the first ticket, and what is left of the second; 500 of premium for the first alone.
    const [price, premium] = [250 * 7000, 250 * 333]
    expect(price).toBe(17_500_00)
    const tickets = await rows('purchase-register')
    expect(tickets.map(({ paid }) => paid)).toEqual([price + Math.min(premium, 500_00), 0])
    expect((await rows('purchase-register', `?farmer=${first.farmerId}&asOf=2026-01-04`)).map(({ paid }) => paid)).toEqual([price, 0])
    expect((await rows('purchase-register', '?from=2025-12-21')).map(({ paid }) => paid)).toEqual([0])
  })
  it('leave out what was voided', async () => {
    const { items } = await ok(world.as('omar', 'OP1').get(`/farmer/${first.farmerId}/events`))
    const premium = items.find(({ eventType, data }: Json) => eventType === 'PAYMENT' && data.kind === 'PREMIUM')
    await ok(world.as('omar', 'OP1').post(`/farmer/${first.farmerId}/events/${premium.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await rows('premium-statement'))[0]).toMatchObject({ earned, paid: 0, open: earned, lastPaidOn: null })
  })
})

describe('inspector by inspector (R25)', () => {
  it('counts farms and inspections as the register of inspections does', async () => {
    const register = await rows('internal-inspections', `?season=${chain.season}`)
    const inspectors = await rows('inspection-performance', `?season=${chain.season}`)
    expect(inspectors.reduce((sum, { inspections }) => sum + inspections, 0)).toBe(register.length)
    for (const { inspector, farms, notPassed } of inspectors) {
      const own = register.filter((one) => one.inspector === inspector)
      expect([farms, notPassed]).toEqual([new Set(own.map(({ memberNo }) => memberNo)).size, own.filter(({ result }) => result !== 'APPROVED').length])
    }
  })
})

describe('the closing of a season (R30)', () => {
  it('counts what is open, step by step', async () => {
    const steps = Object.fromEntries((await rows('season-closing', `?season=${chain.season}`)).map((row) => [row.step, row]))
    const crops: Json[] = (await ok(world.as('omar', 'OP1').get(`/crop?limit=200&filter[seasonId]=${chain.season}`))).items
    expect(steps.CROPS).toMatchObject({
      records: crops.length,
      open: crops.filter(({ status }) => !['CLOSED', 'FAILED', 'CANCELLED'].includes(status)).length,
      isDone: false,
    })
    expect(steps.DELIVERIES).toMatchObject({ records: 2, openKg: crops.reduce((sum, { remainingSellableKg }) => sum + (remainingSellableKg ?? 0), 0) })
    expect(steps.QUARANTINED).toMatchObject({ open: 0, isDone: true })
  })
})

describe('volume reconciliation (R18) and plots for the EUDR (R26)', () => {
  it('has the same figures as the panel of the operator', async () => {
    const operator = world.places.cotton.OP1?.id
    const { items } = await ok(world.as('omar', 'OP1').get(`/collective/${operator}/reconciliation`))
    const own = (await rows('volume-reconciliation')).filter(({ material, claim }) =>
      items.some((one: Json) => one.material === material && one.claim === claim),
    )
    for (const { material, claim, receivedKg, closeKg } of items) expect(own).toContainEqual(expect.objectContaining({ material, claim, receivedKg, closeKg }))
  })
  it('never names a person, and tells what cannot be declared', async () => {
    const plots = await rows('eudr-plots', `?season=${chain.season}`)
    expect(JSON.stringify(plots)).not.toMatch(/Anil|Bela|Chandu/)
    expect(plots.map(({ ProducerCountry, fault }) => [ProducerCountry, fault])).toEqual(plots.map(() => ['IN', null]))
    expect(plots.length).toBe(3)
  })
})

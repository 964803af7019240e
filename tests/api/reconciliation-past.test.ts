// The books of certified goods (BR-12a) and the reports worked out from events, of a past day. What was read on the 18th is compared with what is said later to have been
// known then, after a dispatch that came late, a loss that was corrected, a dispatch that was voided, a withdrawal and a lowered claim; as it was, with a sum by hand.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let now = new Date('2026-01-15T06:30:00Z')
const onDay = (day: string) => {
  now = new Date(`${day}T06:30:00Z`)
}
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const group = () => `collective/${world.places.cotton.OP1?.id}`
const gin = () => `processor/${chain.ginner}`
const read = async (of: string, query = ''): Promise<Json[]> => (await ok(as('ada').get(`/${of}/reconciliation${query}`))).items
const report = async (id: string, query = ''): Promise<Json[]> => (await ok(as('omar').get(`/reports/${id}${query}`))).rows
/** Kilograms under all claims. */
const sums = (items: Json[]) => {
  const seed = items.filter(({ material }) => material === 'SEED_COTTON')
  const sum = (name: string) => Math.round(seed.reduce((kg, item) => kg + item[name], 0) * 1000) / 1000
  return Object.fromEntries(['receivedKg', 'coveredKg', 'movedKg', 'lostKg', 'sentKg', 'certifiedKg', 'closeKg'].map((name) => [name, sum(name)]))
}
const dated = { from: '2025-01-01', to: '2026-01-10' }
const period = `from=${dated.from}&to=${dated.to}`

let lotId = ''
let farmerId = ''
let saved: Record<'group' | 'gin' | 'groupOfPeriod', Json[]> & Record<string, Json[]>
const eventReports = [
  ...['purchase-register', 'farmer-passbook', 'premium-statement', 'training-register', 'seed-register', 'input-use', 'processing-yield'],
  ...['volume-reconciliation', 'internal-inspections', 'inspection-performance'],
]
const traceQuery = (direction: string) => `?lot=${lotId}&direction=${direction}`

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const grower = await chain.sown()
  farmerId = grower.farmerId
  await chain.decide('APPROVED', farmerId)
  await chain.picked(grower.cropId, 900, '2025-10-25')
  lotId = (await chain.lot()).id
  await ok(chain.buy(lotId, grower.cropId, 600, '2025-11-03', { premiumPerKg: 333 }))
  const { event: second } = await ok(chain.buy(lotId, grower.cropId, 200, '2025-11-05', { premiumPerKg: 333 }))
  await ok(record(as('pooja'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
  await ok(record(as('omar'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
  const first = await sales.send(lotId, 300, 'R-1', '2025-12-01')
  const other = await sales.send(lotId, 100, 'R-2', '2025-12-01')
  const { event: loss } = await ok(record(as('omar'), 'productbatch', lotId, 'LOSS', '2025-12-15', { cause: 'DRYING', kg: 4 }))
  // Of 300 kg that were sent, a certificate names 180.
  const { id } = await sales.draft([{ ...first, kg: 180 }])
  onDay('2026-01-16')
  await ok(sales.act(as('omar'), id, 'SUBMITTED', {}, { occurredAt: at('2026-01-16', 11) }))
  await ok(sales.act(as('carla'), id, 'REVIEW_STARTED', {}, { occurredAt: at('2026-01-16', 11) }))
  onDay('2026-01-18')
  await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }, { occurredAt: at('2026-01-18', 11) }))
  await ok(
    record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'TRAINING', '2025-07-01', { topic: 'Compost', hours: 2, farmerIds: [farmerId] }),
  )
  saved = { group: await read(group()), gin: await read(gin()), groupOfPeriod: await read(group(), `?${period}`) }
  for (const one of eventReports) saved[one] = await report(one)
  for (const direction of ['BACK', 'FORWARD']) saved[direction] = await report('lot-trace', traceQuery(direction))
  // A dispatch of December that is known late; the loss was 6 kg; R-2 was never sent; the certificate is withdrawn; a second ticket never was; a premium is paid.
  onDay('2026-01-20')
  await sales.send(lotId, 50, 'R-3', '2025-12-20')
  await chain.inspect(farmerId)
  await ok(
    as('omar').post(`/productbatch/${lotId}/events`, {
      ...{ eventType: 'LOSS', occurredAt: at('2025-12-15'), data: { cause: 'DRYING', kg: 6 }, lateReason: 'Weighed again', supersedesEventId: loss.id },
    }),
  )
  onDay('2026-01-22')
  await ok(as('pooja').post(`/productbatch/${lotId}/events/${other.dispatchId}/void`, { reason: 'DID_NOT_OCCUR' }))
  await ok(sales.act(as('carla'), id, 'WITHDRAWN', { reason: 'Audit' }, { occurredAt: at('2026-01-22', 11) }))
  onDay('2026-01-24')
  await ok(record(as('omar'), 'productbatch', lotId, 'QUARANTINE', '2026-01-24', { reason: 'Drift' }, 10))
  const { subject } = await ok(record(as('omar'), 'productbatch', lotId, 'RELEASE', '2026-01-24', { causeClosed: 'Sold as conventional', downgrade: true }, 11))
  expect(subject.claimStatus).toBe('CONVENTIONAL')
  onDay('2026-01-26')
  await ok(as('pooja').post(`/productbatch/${lotId}/events/${second.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  await ok(record(as('omar'), 'farmer', farmerId, 'PAYMENT', '2026-01-17', { kind: 'PREMIUM', amount: 500_00, ref: 'UTR 7' }))
  onDay('2026-01-28')
}, 180_000)

describe('the books of a past day are refused', () => {
  it('on a day that is none (400), before anything was known of the holder (404), and to whoever does not read them today (403, 404)', async () => {
    for (const place of [group(), gin()]) {
      const format = (path: string) => ({ status: 400, body: { fields: [{ path, code: 'format' }] } })
      await refused(() => as('ada').get(`/${place}/reconciliation?asOf=2026-02-30`), format('asOf'))
      await refused(() => as('ada').get(`/${place}/reconciliation?knownAt=then`), format('knownAt'))
      await refused(() => as('ada').get(`/${place}/reconciliation?asof=2026-01-18`), { status: 400 })
      await refused(() => as('ada').get(`/${place}/reconciliation?knownAt=2020-01-01`), { status: 404 })
      await refused(() => world.as('dina').get(`/${place}/reconciliation?asOf=2026-01-18`), { status: 404 })
    }
    await refused(() => as('fatima').get(`/${group()}/reconciliation?asOf=2026-01-18`), { status: 403 })
    await refused(() => as('omar').get('/reports/volume-reconciliation?asOf=2026-02-30'), { status: 400 })
    await refused(() => as('omar').get('/reports/volume-reconciliation?knownOn=2026-01-18'), {
      status: 400,
      body: { fields: [{ path: 'knownOn', code: 'unknown' }] },
    })
  })
})

describe('the books as they were known', () => {
  it('are to the gram what was read on that day, whatever was recorded, corrected, voided and lowered since', async () => {
    expect(sums(saved.group)).toMatchObject({ receivedKg: 800, sentKg: 400, lostKg: 4, certifiedKg: 180, closeKg: 396 })
    expect(sums(saved.gin)).toMatchObject({ receivedKg: 400, coveredKg: 180, closeKg: 400 })
    for (const query of ['knownAt=2026-01-18', 'asOf=2026-01-18&knownAt=2026-01-18']) {
      expect(await read(group(), `?${query}`)).toEqual(saved.group)
      expect(await read(gin(), `?${query}`)).toEqual(saved.gin)
      expect(await read(group(), `?${query}&${period}`)).toEqual(saved.groupOfPeriod)
    }
    expect(await read(group())).not.toEqual(saved.group)
    expect(await read(gin())).not.toEqual(saved.gin)
  })
  it('follow what became known from one day to the next', async () => {
    const gone = async (day: string) => {
      const { sentKg, lostKg, certifiedKg, closeKg } = sums(await read(group(), `?knownAt=${day}`))
      return [sentKg, lostKg, certifiedKg, closeKg]
    }
    expect(await gone('2026-01-17')).toEqual([400, 4, 0, 396])
    expect(await gone('2026-01-20')).toEqual([450, 6, 180, 344])
    expect(await gone('2026-01-23')).toEqual([350, 6, 180, 444])
    expect(await gone('2026-01-27')).toEqual([350, 6, 180, 244])
    expect(sums(await read(gin(), '?knownAt=2026-01-20'))).toMatchObject({ receivedKg: 450, coveredKg: 180 })
    expect(sums(await read(gin(), '?knownAt=2026-01-22'))).toMatchObject({ receivedKg: 350, coveredKg: 0 })
  })
})

describe('the books as they were', () => {
  it('have what had happened by then, by what is known today', async () => {
    const then = async (of: string, day: string) => sums(await read(of, `?asOf=${day}`))
    expect(await then(group(), '2025-11-02')).toMatchObject({ receivedKg: 0, closeKg: 0 })
    expect(await then(group(), '2025-11-30')).toMatchObject({ receivedKg: 600, sentKg: 0, closeKg: 600 })
    expect(await then(group(), '2025-12-14')).toMatchObject({ receivedKg: 600, sentKg: 300, lostKg: 0, closeKg: 300 })
    expect(await then(group(), '2025-12-20')).toMatchObject({ receivedKg: 600, sentKg: 350, lostKg: 6, closeKg: 244 })
    expect(await then(gin(), '2026-01-17')).toMatchObject({ receivedKg: 350, coveredKg: 0 })
    expect(await then(gin(), '2026-01-19')).toMatchObject({ receivedKg: 350, coveredKg: 180 })
    expect(await then(gin(), '2026-01-22')).toMatchObject({ receivedKg: 350, coveredKg: 0 })
  })
  it('have each lot under the claim that it had', async () => {
    const claimsOn = async (query: string) => (await read(group(), query)).filter(({ closeKg }) => closeKg > 0).map(({ claim, closeKg }) => [claim, closeKg])
    expect(await claimsOn('?asOf=2026-01-12')).toEqual([['ORGANIC', 244]])
    expect(await claimsOn('?asOf=2026-01-24')).toEqual([['CONVENTIONAL', 244]])
    expect(await claimsOn('?asOf=2026-01-24&knownAt=2026-01-23')).toEqual([['ORGANIC', 444]])
  })
})

describe('reports that are worked out from events', () => {
  it('say of a past day what they said on it', async () => {
    const then = 'asOf=2026-01-18&knownAt=2026-01-18'
    for (const one of eventReports) expect(await report(one, `?${then}`), one).toEqual(saved[one])
    for (const direction of ['BACK', 'FORWARD']) expect(await report('lot-trace', `${traceQuery(direction)}&${then}`), direction).toEqual(saved[direction])
    for (const one of ['purchase-register', 'farmer-passbook', 'premium-statement', 'volume-reconciliation', 'internal-inspections'])
      expect(await report(one), one).not.toEqual(saved[one])
  })
  it('say what had happened by it, by what is known today', async () => {
    const tickets = async (query: string) => (await report('purchase-register', query)).map(({ netKg }) => netKg)
    expect(await tickets('')).toEqual([600])
    expect(await tickets('?asOf=2025-11-02')).toEqual([])
    expect(await tickets('?knownAt=2026-01-25')).toEqual([600, 200])
    const premium = async (query: string) => (await report('premium-statement', query)).map(({ kg, earned, paid }) => [kg, earned, paid])
    expect(await premium('')).toEqual([[600, 600 * 333, 500_00]])
    expect(await premium('?asOf=2026-01-16')).toEqual([[600, 600 * 333, 0]])
    expect(await premium('?knownAt=2026-01-25')).toEqual([[800, 800 * 333, 0]])
    // 600 kg at what the ticket pays, less what was paid.
    const owed = (rows: Json[]) => rows.at(-1)?.balance
    const [ticket] = await report('purchase-register')
    expect(owed(await report('farmer-passbook', '?asOf=2026-01-16'))).toBe(600 * (ticket.pricePerKg + 333))
    expect(owed(await report('farmer-passbook'))).toBe(600 * (ticket.pricePerKg + 333) - 500_00)
    expect(await report('training-register', '?asOf=2025-06-30')).toEqual([])
    expect(await report('training-register', '?asOf=2025-07-01')).toHaveLength(1)
  })
})

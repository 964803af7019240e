// A run of a gin at its bounds: what it may leave unexplained and take (BR-09), what it yields (BR-10), and for how long a cleaning opens its line
// (BR-11); with runs that are recorded late, taken back and corrected.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let organic: string
let conventional: string
let lines = 0
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const blocked = (ruleId: string, figures: Record<string, unknown> = {}) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId, figures } })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const goods = async (conversionStart: string | null) => {
    const { cropId, farmerId } = await chain.sown({ areaHa: 3, conversionStart })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 3500)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 3000))
    return chain.atGin(id, 3000)
  }
  organic = await goods('2022-01-10')
  conventional = await goods(null)
}, 120_000)

async function line(values: Record<string, unknown> = {}): Promise<string> {
  const place = { place: 'Khargone', district: 'Khargone', systemType: 'GINNING', processorId: chain.ginner, capacityKgPerDay: 20_000 }
  const { id } = await ok(as('ada').post('/processingsystem', { ...place, name: `Bound line ${++lines}`, segregation: 'SEPARATE_LINE', ...values }))
  await ok(record(as('ada'), 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
  return id
}
/** Of 100 kg where nothing else is said. `start`: minutes of the day, half an hour before the end. */
type Run = {
  kg?: number
  lint?: number
  seed?: number
  waste?: number
  invisible?: number
  reason?: string
  lot?: string
  day?: string
  start?: number
  supersedes?: string
}
const timeOf = (day: string, minutes: number) => new Date(Date.parse(`${day}T00:00:00+05:30`) + minutes * 60_000).toISOString()
const send = (
  id: string,
  { kg = 100, lint = 34, seed = 60, waste = 5, invisible = 1, reason, lot = organic, day = '2025-12-01', start = 480, supersedes }: Run,
) =>
  as('paul').post(`/processingsystem/${id}/events`, {
    eventType: 'PROCESS_RUN',
    occurredAt: timeOf(day, start + 30),
    lateReason: 'From the log of the gin',
    ...(supersedes ? { supersedesEventId: supersedes } : {}),
    data: {
      process: 'GINNING',
      inputs: [{ batchId: lot, kg }],
      outputs: [
        { productId: chain.products.lint, kg: lint },
        { productId: chain.products.cottonseed, kg: seed },
      ],
      wasteKg: waste,
      invisibleKg: invisible,
      startedAt: timeOf(day, start),
      endedAt: timeOf(day, start + 30),
      ...(reason ? { reason } : {}),
    },
  })
const clean = (id: string, day: string, minutes: number) =>
  as('paul').post(`/processingsystem/${id}/events`, {
    eventType: 'CLEANING',
    occurredAt: timeOf(day, minutes),
    lateReason: 'Log',
    data: { area: 'Line', method: 'BLOWN' },
  })
/** The answer of a run that is recorded and taken back again, so that its goods are there for the next one. */
async function tried(id: string, run: Run): Promise<Json> {
  const answer = await ok(send(id, run))
  await take(id, answer.event.id)
  return answer
}
const take = (id: string, eventId: string) => ok(as('paul').post(`/processingsystem/${id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' }))
const found = async (id: string): Promise<Json[]> =>
  (await chain.view('processingsystem', id)).flags.map(({ eventId, ruleId, severity }: Json) => ({ eventId, ruleId, severity }))
const onHand = async (lot: string): Promise<number> => (await chain.view('productbatch', lot)).onHandKg

describe('a run that leaves something unexplained (BR-09)', () => {
  it('has 0.5 % of what went in at most, missing or too much, to the gram', async () => {
    const id = await line()
    // 34 + 60 + 5 kg and 0.5 kg that vanished are 99.5 kg of 100 kg.
    expect((await tried(id, { invisible: 0.5 })).findings).toEqual([])
    await refused(() => send(id, { invisible: 0.499 }), blocked('BR-09', { differenceKg: 0.501 }))
    expect((await tried(id, { invisible: 1.5 })).findings).toEqual([])
    await refused(() => send(id, { invisible: 1.501 }), blocked('BR-09', { differenceKg: -0.501 }))
    // In and out to the gram; a gram more came from nowhere, although 500 g may be too much in the balance.
    expect((await tried(id, { waste: 6, invisible: 0 })).findings).toEqual([])
    await refused(() => send(id, { waste: 6.001, invisible: 0 }), blocked('BR-09', { outKg: 94, wasteKg: 6.001 }))
  })
})

describe('what a run takes (BR-09)', () => {
  it('is there to the last gram at that time, also for a run recorded late, in place of another, and after a void', async () => {
    const id = await line()
    const all = (kg: number, more: Run = {}): Run => ({ kg, lint: kg * 0.34, seed: kg * 0.6, waste: kg * 0.05, invisible: kg * 0.01, ...more })
    const { event: later } = await ok(send(id, all(1000, { day: '2025-12-10' })))
    // 2,000 kg are left for an earlier one.
    await refused(() => send(id, { ...all(2000, { day: '2025-12-05' }), kg: 2000.001 }), { status: 422, body: { code: 'RULE_BLOCKED' } })
    const { event: earlier } = await ok(send(id, all(2000, { day: '2025-12-05' })))
    expect(await onHand(organic)).toBe(0)
    await refused(() => send(id, { kg: 1, lint: 0.34, seed: 0.6, waste: 0.05, invisible: 0.01, day: '2025-12-11' }), { status: 422 })
    await refused(() => send(id, all(1000.1, { day: '2025-12-10', supersedes: later.id })), blocked('BR-09'))
    const { event: smaller } = await ok(send(id, all(900, { day: '2025-12-10', supersedes: later.id })))
    await refused(() => send(id, all(2100.1, { day: '2025-12-05', supersedes: earlier.id })), { status: 422, body: { code: 'RULE_BLOCKED' } })
    const { event: larger } = await ok(send(id, all(2100, { day: '2025-12-05', supersedes: earlier.id })))
    expect(await onHand(organic)).toBe(0)
    await take(id, larger.id)
    await refused(() => send(id, all(2100.1, { day: '2025-12-12' })), blocked('BR-09', { leftKg: 2100 }))
    await ok(send(id, all(2100, { day: '2025-12-12' }))).then(({ event }) => take(id, event.id))
    await take(id, smaller.id)
    expect(await onHand(organic)).toBe(3000)
  })
})

describe('what a run yields (BR-10)', () => {
  // Lint of seed cotton is 31 to 38 % as a rule, and 25 to 42 % at all; seed has a usual band alone.
  it.each([
    ['31 % of lint', { lint: 31, seed: 63 }, 'fine'],
    ['a gram less', { lint: 30.999, seed: 63.001 }, 'for a reason'],
    ['38 %', { lint: 38, seed: 56 }, 'fine'],
    ['a gram more', { lint: 38.001, seed: 55.999 }, 'for a reason'],
    ['25 %', { lint: 25, seed: 66, waste: 8 }, 'for a reason'],
    ['a gram less than can be', { lint: 24.999, seed: 66, waste: 8.001 }, 'never'],
    ['42 %', { lint: 42, seed: 55, waste: 2 }, 'for a reason'],
    ['a gram more than can be', { lint: 42.001, seed: 55, waste: 1.999 }, 'never'],
    ['66 % of seed', { lint: 31, seed: 66, waste: 2 }, 'fine'],
    ['a gram more of seed', { lint: 31, seed: 66.001, waste: 1.999 }, 'for a reason'],
    ['10 % of trash', { lint: 31, seed: 58, waste: 10 }, 'fine'],
    ['a gram more of trash', { lint: 31, seed: 57.999, waste: 10.001 }, 'for a reason'],
  ] as const)('is judged to the gram: %s', async (_, run, outcome) => {
    const id = await line()
    if (outcome === 'fine') return expect((await tried(id, run)).findings).toEqual([])
    await refused(() => send(id, run), blocked('BR-10'))
    if (outcome === 'never') return refused(() => send(id, { ...run, reason: 'A new gin' }), blocked('BR-10'))
    expect((await tried(id, { ...run, reason: 'A new gin' })).findings).toMatchObject([{ ruleId: 'BR-10', severity: 'WARN' }])
    expect(await found(id)).toEqual([])
  })
  it('may vanish up to 3 % unseen, is looked at up to three times that, and refused a gram above', async () => {
    const id = await line()
    expect((await tried(id, { waste: 3, invisible: 3 })).findings).toEqual([])
    expect((await tried(id, { waste: 2.999, invisible: 3.001 })).findings).toMatchObject([{ ruleId: 'BR-10', severity: 'REVIEW' }])
    expect((await tried(id, { seed: 57, waste: 0, invisible: 9 })).findings).toMatchObject([{ ruleId: 'BR-10', severity: 'REVIEW' }])
    await refused(() => send(id, { seed: 56.999, waste: 0, invisible: 9.001, reason: 'Wind' }), blocked('BR-10'))
  })
  it('is found on the run of whatever day it is, corrected with it and gone when it is taken back', async () => {
    const id = await line()
    const fine = await ok(send(id, { day: '2025-12-20' }))
    const late = await ok(send(id, { day: '2025-12-02', lint: 39, seed: 55, reason: 'Another variety' }))
    expect(await found(id)).toEqual([{ eventId: late.event.id, ruleId: 'BR-10', severity: 'WARN' }])
    const corrected = await ok(send(id, { day: '2025-12-02', lint: 38, seed: 56, supersedes: late.event.id }))
    expect(await found(id)).toEqual([])
    const other = await ok(send(id, { day: '2025-12-20', lint: 30, seed: 64, reason: 'Wet', supersedes: fine.event.id }))
    expect(await found(id)).toEqual([{ eventId: other.event.id, ruleId: 'BR-10', severity: 'WARN' }])
    await take(id, other.event.id)
    expect(await found(id)).toEqual([])
    await take(id, corrected.event.id)
  })
})

describe('a line that is changed over (BR-11)', () => {
  const changed = () => line({ segregation: 'CLEANED_CHANGEOVER' })
  it('is open for 24 hours after its cleaning, to the minute', async () => {
    const id = await changed()
    await ok(clean(id, '2025-12-03', 480))
    await refused(() => send(id, { day: '2025-12-04', start: 481 }), blocked('BR-11'))
    await ok(send(id, { day: '2025-12-04', start: 480 })).then(({ event }) => take(id, event.id))
    await refused(() => send(id, { day: '2025-12-03', start: 479 }), blocked('BR-11'))
    await ok(send(id, { day: '2025-12-03', start: 480 })).then(({ event }) => take(id, event.id))
  })
  it('is cleaned by what is recorded late, at the end of the run before at the earliest, and no more once that is taken back', async () => {
    const id = await changed()
    await ok(send(id, { day: '2025-12-03', start: 480, lot: conventional }))
    await ok(clean(id, '2025-12-03', 509))
    await refused(() => send(id, { day: '2025-12-03', start: 600 }), blocked('BR-11'))
    const { event } = await ok(clean(id, '2025-12-03', 510))
    const run = await ok(send(id, { day: '2025-12-03', start: 600 }))
    await refused(
      () => as('paul').post(`/processingsystem/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }),
      blocked('BR-11', { eventId: run.event.id }),
    )
    // A cleaning of another time in its place, then one that came too early.
    const instead = (minutes: number, of: string) =>
      as('paul').post(`/processingsystem/${id}/events`, {
        eventType: 'CLEANING',
        occurredAt: timeOf('2025-12-03', minutes),
        lateReason: 'Log',
        supersedesEventId: of,
        data: { area: 'Line', method: 'BLOWN' },
      })
    const { event: moved } = await ok(instead(600, event.id))
    await refused(() => instead(601, moved.id), blocked('BR-11', { eventId: run.event.id }))
    await take(id, run.event.id)
    await ok(instead(601, moved.id))
    await refused(() => send(id, { day: '2025-12-03', start: 600 }), blocked('BR-11'))
  })
})

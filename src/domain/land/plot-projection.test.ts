// The plot's columns are the same in whatever order its events were recorded; a claim needs the certification body.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradiction, type PlotFact, plotClock, plotProjection, plotTenure } from './plot-projection.ts'

let made = 0
const fact = (eventType: string, data: Record<string, unknown>, on: string, recordedDay = '2026-01-15'): PlotFact => ({
  id: `e${++made}`,
  eventType,
  occurredAt: `${on}T04:30:00.000Z`,
  recordedAt: `${recordedDay}T06:30:00.000Z`,
  recordedDay,
  data,
})
const typed = (eventType: 'CREATED' | 'EDITED', values: Record<string, unknown>, on = '2026-01-15') =>
  fact(eventType, { changes: Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { from: null, to }])) }, on, on)
const started = (startedOn: string, more: Record<string, unknown> = {}, recordedDay = '2026-01-15') =>
  fact('CONVERSION_STARTED', { startedOn, ...more }, startedOn, recordedDay)
const confirmed = (startedOn: string) => fact('CONVERSION_CONFIRMED', { startedOn, document: 'NC/1' }, '2026-01-14')
const reset = (resetOn: string) => fact('CONVERSION_RESET', { resetOn, cause: 'Sanction' }, resetOn)
const prohibited = (usedOn: string) => fact('PROHIBITED_INPUT_FOUND', { usedOn, itemId: 'urea' }, usedOn)
const clock = (...facts: PlotFact[]) => plotClock(facts, { monthsUnconfirmed: 12 })

describe('plotClock (BR-04, BR-14)', () => {
  it('counts a start more than a year before its recording from its recording, until the certification body confirms it (B5)', () => {
    expect(clock(started('2019-01-01'))).toMatchObject({ conversionStart: '2019-01-01', conversionCountsFrom: '2026-01-15', startConfirmedAt: null })
    expect(clock(typed('CREATED', { conversionStart: '2019-01-01' }))).toMatchObject({ conversionCountsFrom: '2026-01-15' })
    expect(clock(started('2019-01-01'), confirmed('2019-01-01'))).toMatchObject({ conversionCountsFrom: '2019-01-01', startConfirmedAt: expect.any(String) })
    expect(clock(started('2019-01-01'), confirmed('2018-01-01'))).toMatchObject({ conversionCountsFrom: '2026-01-15', startConfirmedAt: null })
  })
  it('lets a start within the last twelve months count by itself, to the day', () => {
    expect(clock(started('2025-01-15'))).toMatchObject({ conversionCountsFrom: '2025-01-15' })
    expect(clock(started('2025-01-14'))).toMatchObject({ conversionCountsFrom: '2026-01-15' })
  })
  it('keeps the last reset, whatever is recorded after it (reliability finding 3)', () => {
    const facts = [started('2022-01-10'), confirmed('2022-01-10'), reset('2025-10-23'), started('2021-10-24')]
    expect(clock(...facts)).toMatchObject({ conversionStart: '2025-10-23', conversionCountsFrom: '2025-10-23' })
    // A confirmation that comes after the reset moves nothing.
    expect(clock(started('2022-01-10'), reset('2025-10-23'), confirmed('2022-01-10'))).toMatchObject({ conversionCountsFrom: '2025-10-23' })
  })
  it('counts recognised months when they are confirmed, and not over a prohibited input or a reset', () => {
    const entered = started('2025-06-01', { retroMonths: 6, retroDocument: 'D' })
    const recognised = fact('RETRO_CONFIRMED', { retroMonths: 6, document: 'NC/7' }, '2026-01-14')
    expect(clock(entered)).toMatchObject({ retroMonths: 6, retroConfirmedAt: null })
    expect(clock(entered, recognised)).toMatchObject({ retroMonths: 6, retroDocument: 'NC/7', retroConfirmedAt: expect.any(String) })
    // 1 December 2024 is the first recognised day.
    expect(clock(entered, recognised, prohibited('2024-11-30')).retroMonths).toBe(6)
    expect(clock(entered, recognised, prohibited('2024-12-01')).retroMonths).toBeNull()
    expect(clock(prohibited('2024-12-01'), entered, recognised).retroMonths).toBeNull()
    expect(clock(entered, recognised, reset('2025-09-01'))).toMatchObject({ retroMonths: null, conversionStart: '2025-09-01' })
    expect(clock(recognised, entered).retroConfirmedAt).toBeNull()
  })
  it('takes the latest prohibited input, typed or found, and asks for a new confirmation when one is taken back by an edit', () => {
    const facts = [typed('CREATED', { lastProhibitedInputOn: '2022-01-01' }), started('2022-06-01'), confirmed('2022-06-01')]
    expect(clock(...facts, prohibited('2024-03-03')).lastProhibitedInputOn).toBe('2024-03-03')
    expect(clock(...facts, prohibited('2021-03-03')).lastProhibitedInputOn).toBe('2022-01-01')
    const lowered = [...facts, typed('EDITED', { lastProhibitedInputOn: null })]
    expect(clock(...lowered)).toMatchObject({ lastProhibitedInputOn: null, startConfirmedAt: null, conversionCountsFrom: '2026-01-15' })
  })
  it('leaves out what happened after a day', () => {
    const facts = [started('2022-01-10'), confirmed('2022-01-10'), prohibited('2025-08-01'), reset('2025-11-01')]
    expect(plotClock(facts, { monthsUnconfirmed: 12, until: '2025-07-31' })).toMatchObject({ conversionStart: '2022-01-10', lastProhibitedInputOn: null })
    expect(plotClock(facts, { monthsUnconfirmed: 12, until: '2025-08-01' })).toMatchObject({ lastProhibitedInputOn: '2025-08-01' })
  })
  it('names a reset without an entry before it', () => {
    expect(contradiction([reset('2024-01-01')])?.message).toContain('not in conversion')
    expect(String(contradiction([reset('2024-01-01'), started('2025-01-01')])?.message)).toContain('2025-01-01')
    expect(contradiction([reset('2024-01-01'), started('2023-01-01')])).toBeNull()
  })
})

describe('plotTenure', () => {
  const born = typed('CREATED', { farmerId: 'ramesh', leaseFrom: '2024-04-01', leaseTo: '2026-03-31', neighbours: [{ side: 'N', use: 'ROAD', bufferM: 3 }] })
  const buffer = (side: string, metres: number, on: string) => fact('BUFFER_OBSERVED', { side, use: 'GM_COTTON', metres }, on)
  const grower = (farmerId: string, on: string) => fact('GROWER_CHANGED', { farmerId }, on)
  const lease = (leaseFrom: string, leaseTo: string, on: string) => fact('LEASE_CHANGED', { leaseFrom, leaseTo }, on)
  it('keeps what happened last, not what was recorded last', () => {
    expect(plotTenure([born, grower('sita', '2025-05-01'), grower('mohan', '2025-02-01')]).farmerId).toBe('sita')
    expect(plotTenure([born, lease('2026-04-01', '2029-03-31', '2025-12-01'), lease('2025-04-01', '2026-03-31', '2025-03-01')])).toMatchObject({
      leaseFrom: '2026-04-01',
      leaseTo: '2029-03-31',
    })
    const sides = plotTenure([born, buffer('E', 8, '2025-08-01'), buffer('E', 2, '2025-06-01')]).neighbours
    expect(sides).toEqual([
      { side: 'N', use: 'ROAD', bufferM: 3 },
      { side: 'E', use: 'GM_COTTON', bufferM: 8 },
    ])
  })
  it('is what was typed last, and what was recorded since', () => {
    const edited = typed('EDITED', { leaseTo: '2027-03-31', neighbours: [] })
    expect(plotTenure([born, lease('2026-04-01', '2029-03-31', '2025-12-01'), buffer('E', 8, '2025-08-01'), edited])).toMatchObject({
      leaseFrom: '2026-04-01',
      leaseTo: '2027-03-31',
      neighbours: [],
    })
    expect(plotTenure([born, edited, buffer('E', 8, '2025-08-01')]).neighbours).toHaveLength(1)
  })
  it('is what was typed, when every event is taken back', () => expect(plotTenure([born])).toMatchObject({ farmerId: 'ramesh', leaseTo: '2026-03-31' }))
})

/** An independent fold of the clock: the greatest of all days that begin it again, over facts without recognised months. */
const naive = (facts: readonly PlotFact[]) => {
  const days = (type: string, name: string) => facts.filter(({ eventType }) => eventType === type).map(({ data }) => data[name] as string)
  const start = days('CONVERSION_STARTED', 'startedOn').sort().at(-1)
  const isVouched = start && (start >= '2025-01-15' || days('CONVERSION_CONFIRMED', 'startedOn').includes(start))
  const after = start ? days('CONVERSION_RESET', 'resetOn').filter((day) => day > start) : []
  return {
    conversionStart: start ? [start, ...after].sort().at(-1) : null,
    conversionCountsFrom: start ? [isVouched ? start : '2026-01-15', ...after].sort().at(-1) : null,
    lastProhibitedInputOn: days('PROHIBITED_INPUT_FOUND', 'usedOn').sort().at(-1) ?? null,
  }
}

describe('plotProjection in any order of recording', () => {
  it('is the same, and as an independent fold says', () => {
    const day = fc.integer({ min: 0, max: 1400 }).map((days) => new Date(Date.UTC(2022, 0, 1 + days)).toISOString().slice(0, 10))
    const any = fc.oneof(
      day.map((one) => started(one)),
      fc.constantFrom('2022-03-01', '2023-03-01', '2024-03-01').map((one) => started(one)),
      fc.constantFrom('2022-03-01', '2023-03-01', '2024-03-01').map(confirmed),
      day.map(reset),
      day.map(prohibited),
      fc.tuple(fc.constantFrom('a', 'b', 'c'), day).map(([farmerId, on]) => fact('GROWER_CHANGED', { farmerId }, on)),
      fc
        .tuple(fc.constantFrom('N', 'E'), fc.integer({ min: 0, max: 20 }), day)
        .map(([side, metres, on]) => fact('BUFFER_OBSERVED', { side, use: 'ROAD', metres }, on)),
    )
    fc.assert(
      fc.property(
        fc.uniqueArray(any, {
          maxLength: 8,
          selector: ({ eventType, occurredAt }) => `${eventType === 'CONVERSION_CONFIRMED' ? made : eventType}${occurredAt}`,
        }),
        fc.infiniteStream(fc.nat()),
        (facts, order) => {
          const shuffled = facts.map((one) => ({ one, at: order.next().value as number })).sort((a, b) => a.at - b.at)
          const [one, other] = [facts, shuffled.map(({ one: fact_ }) => fact_)].map((list) => plotProjection(list, { monthsUnconfirmed: 12 }))
          const sides = (neighbours: { side: string }[] = []) => [...neighbours].sort((a, b) => (a.side < b.side ? -1 : 1))
          expect({ ...one, neighbours: sides(one?.neighbours) }).toEqual({ ...other, neighbours: sides(other?.neighbours) })
          expect(one).toMatchObject(naive(facts))
        },
      ),
      { numRuns: 500 },
    )
  })
})

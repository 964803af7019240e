// The clock of a plot that was divided or joined (BR-04): each part has that of the whole, the whole has the worst of its parts, in
// whatever order the facts were recorded.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withInherited } from './plot-lineage.ts'
import { type PlotFact, plotClock } from './plot-projection.ts'

const options = { monthsUnconfirmed: 12 }
let count = 0
const fact = (eventType: string, day: string, data: Record<string, unknown>): PlotFact => ({
  id: `f${++count}`,
  eventType,
  occurredAt: `${day}T06:00:00.000Z`,
  recordedAt: `${day}T06:00:00.000Z`,
  recordedDay: day,
  data,
})
const created = (day: string, values: Record<string, unknown>) =>
  fact('CREATED', day, { changes: Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { from: null, to }])) })
const entered = (startedOn: string, day = startedOn) => fact('CONVERSION_STARTED', day, { startedOn })
const found = (usedOn: string, day = usedOn) => fact('PROHIBITED_INPUT_FOUND', day, { usedOn, itemId: 'x' })
const part = created('2026-01-10', { conversionStart: '2023-06-01', conversionCountsFrom: '2023-06-01', name: 'East' })
const clockOf = (...facts: PlotFact[][]) => plotClock(withInherited([part], facts, options), options)

describe('a part of a divided plot', () => {
  it('has the clock of the whole, although it was registered years after conversion began', () =>
    expect(clockOf([created('2023-06-01', { conversionStart: '2023-06-01' })])).toMatchObject({
      conversionStart: '2023-06-01',
      conversionCountsFrom: '2023-06-01',
    }))
  it('has what is recorded late on the whole', () =>
    expect(clockOf([entered('2023-06-01'), found('2024-02-01', '2026-02-01')])).toMatchObject({ lastProhibitedInputOn: '2024-02-01' }))
  it('has what happens to it since', () =>
    expect(plotClock(withInherited([part, found('2026-02-02')], [[entered('2023-06-01')]], options), options).lastProhibitedInputOn).toBe('2026-02-02'))
  it('is not in the scheme where the whole was not, whatever it was written with', () =>
    expect(clockOf([created('2023-06-01', { name: 'Whole' })])).toMatchObject({ conversionStart: null, conversionCountsFrom: null }))
})
describe('a plot that was joined', () => {
  it('has the latest start, and none where one was in no scheme', () => {
    expect(clockOf([entered('2023-06-01')], [entered('2024-03-01')])).toMatchObject({ conversionCountsFrom: '2024-03-01' })
    expect(clockOf([entered('2023-06-01')], [created('2023-01-01', { name: 'New' })])).toMatchObject({ conversionStart: null })
  })
  it('has the prohibited input of any of them', () =>
    expect(clockOf([entered('2023-06-01'), found('2023-09-01')], [entered('2024-03-01')])).toMatchObject({
      conversionCountsFrom: '2024-03-01',
      lastProhibitedInputOn: '2023-09-01',
    }))
  it('is the same in whatever order its parts are named', () => {
    const day = fc.integer({ min: 0, max: 900 }).map((days) => new Date(Date.UTC(2022, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
    const plot = fc
      .tuple(fc.option(day), fc.option(day))
      .map(([start, input]) => [...(start ? [entered(start)] : [created('2022-01-01', { name: 'x' })]), ...(input ? [found(input)] : [])])
    fc.assert(
      fc.property(fc.array(plot, { minLength: 2, maxLength: 4 }), (plots) => {
        const { conversionCountsFrom, lastProhibitedInputOn } = clockOf(...plots)
        const turned = clockOf(...plots.toReversed())
        expect([turned.conversionCountsFrom, turned.lastProhibitedInputOn]).toEqual([conversionCountsFrom, lastProhibitedInputOn])
        const alone = plots.map((facts) => plotClock(facts, options))
        expect(conversionCountsFrom === null).toBe(alone.some((one) => one.conversionStart === null))
        expect(lastProhibitedInputOn).toBe(
          alone
            .flatMap((one) => one.lastProhibitedInputOn ?? [])
            .sort()
            .at(-1) ?? null,
        )
      }),
    )
  })
})

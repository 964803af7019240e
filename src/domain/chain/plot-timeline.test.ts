// The timeline of a plot beside the formula of the dictionary (BR-04), worked out here by itself for every day: late facts, other order, facts taken back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/day.ts'
import type { Claim } from '../kernel/terms.ts'
import type { PlotFact } from '../land/plot-projection.ts'
import { claimCauses, claimOn, claimSegments, claimSteps } from './plot-timeline.ts'

let made = 0
const fact = (eventType: string, data: Record<string, unknown>, on: string, recordedDay = on): PlotFact => ({
  id: `e${++made}`,
  eventType,
  occurredAt: `${on}T04:30:00.000Z`,
  recordedAt: `${recordedDay}T06:30:00.000Z`,
  recordedDay,
  data,
})
const started = (startedOn: string, more: Record<string, unknown> = {}, recordedDay = startedOn) =>
  fact('CONVERSION_STARTED', { startedOn, ...more }, startedOn, recordedDay)
const confirmed = (startedOn: string) => fact('CONVERSION_CONFIRMED', { startedOn, document: 'NC/1' }, '2026-01-14')
const reset = (resetOn: string, more: Record<string, unknown> = {}) => fact('CONVERSION_RESET', { resetOn, cause: 'Sanction', ...more }, resetOn)
const used = (usedOn: string, more: Record<string, unknown> = {}) => fact('PROHIBITED_INPUT_FOUND', { usedOn, itemId: 'urea', ...more }, usedOn)

const options = { monthsUnconfirmed: 12 }
const claims = (facts: readonly PlotFact[], lifecycle: 'ANNUAL' | 'PERENNIAL' = 'ANNUAL', more = {}) =>
  claimSegments(facts, { ...options, ...more }, lifecycle).map(({ claim, from }) => [claim, from])
const dayOf = (moment: string) => moment.slice(0, 10)
const causes = (facts: readonly PlotFact[]) => claimCauses(facts, options, dayOf)

/** BR-04 by the words of the dictionary, month after month, without the code of the product. */
function monthsSince(since: string, on: string): number {
  if (on < since) return -1
  const [year, month, day] = since.split('-').map(Number) as [number, number, number]
  for (let months = 1; months < 61; months++) {
    const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
    const reached = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
    if (on < reached) return months - 1
  }
  return 60
}
function byTheDictionary(since: string | null, on: string, lifecycle: 'ANNUAL' | 'PERENNIAL', months = { ANNUAL: 24, PERENNIAL: 36 }): Claim | null {
  if (since === null) return null
  const m = monthsSince(since, on)
  return m < 0 ? 'CONVENTIONAL' : m >= months[lifecycle] ? 'ORGANIC' : m < 12 ? 'IC1' : m < 24 ? 'IC2' : 'IC3'
}

describe('claimSegments (BR-04)', () => {
  it('has none outside a scheme, also where a prohibited input is known', () => {
    expect(claims([])).toEqual([])
    expect(claims([used('2024-01-01')])).toEqual([])
  })
  it('goes from the entry to organic after 24 months, for perennial crops after 36', () => {
    const facts = [started('2024-06-10')]
    expect(claims(facts)).toEqual([
      ['IC1', '2024-06-10'],
      ['IC2', '2025-06-10'],
      ['ORGANIC', '2026-06-10'],
    ])
    expect(claims(facts, 'PERENNIAL')).toEqual([
      ['IC1', '2024-06-10'],
      ['IC2', '2025-06-10'],
      ['IC3', '2026-06-10'],
      ['ORGANIC', '2027-06-10'],
    ])
  })
  it('takes the months of the scheme, fewer or more', () => {
    expect(claims([started('2024-06-10', { monthsAnnual: 38, monthsPerennial: 50 })])).toEqual([
      ['IC1', '2024-06-10'],
      ['IC2', '2025-06-10'],
      ['IC3', '2026-06-10'],
      ['ORGANIC', '2027-08-10'],
    ])
    expect(claims([started('2024-06-10', { monthsAnnual: 6, monthsPerennial: 12 })])).toEqual([
      ['IC1', '2024-06-10'],
      ['ORGANIC', '2024-12-10'],
    ])
  })
  it('falls on the day of a prohibited input and begins again on the day after; what was before stays', () => {
    expect(claims([started('2022-01-10'), used('2024-03-03')])).toEqual([
      ['IC1', '2022-01-10'],
      ['IC2', '2023-01-10'],
      ['ORGANIC', '2024-01-10'],
      ['CONVENTIONAL', '2024-03-03'],
      ['IC1', '2024-03-04'],
      ['IC2', '2025-03-04'],
      ['ORGANIC', '2026-03-04'],
    ])
  })
  it('is not moved by an input on which nobody has decided, nor by a reset that was lifted', () => {
    const facts = [started('2024-06-10')]
    expect(claims([...facts, used('2025-01-01', { permission: 'UNKNOWN' })])).toEqual(claims(facts))
    const lifted = [reset('2025-01-01', { nonconformityId: 'n1' }), fact('CONVERSION_RESET_LIFTED', { nonconformityId: 'n1' }, '2025-02-01')]
    expect(claims([...facts, ...lifted])).toEqual(claims(facts))
    expect(causes([...facts, ...lifted]).map(({ kind, counts }) => [kind, counts])).toEqual([
      ['STARTED', true],
      ['RESET', false],
      ['RESET_LIFTED', true],
    ])
  })
  it('shows an entry long ago as conventional until it counts: from its recording, or from its day once the body confirmed it', () => {
    const entered = started('2022-01-10', {}, '2026-01-15')
    expect(claims([entered]).slice(0, 2)).toEqual([
      ['CONVENTIONAL', '2022-01-10'],
      ['IC1', '2026-01-15'],
    ])
    expect(causes([entered])[0]).toMatchObject({ kind: 'STARTED', counts: false, day: '2026-01-15' })
    expect(claims([entered, confirmed('2022-01-10')])[0]).toEqual(['IC1', '2022-01-10'])
  })
  it('reaches back by recognised months once they are confirmed, as such, and not over a prohibited input within them', () => {
    const facts = [started('2025-06-01', { retroMonths: 6, retroDocument: 'D' }), fact('RETRO_CONFIRMED', { retroMonths: 6, document: 'NC/7' }, '2026-01-14')]
    expect(claimSegments(facts, options, 'ANNUAL').map(({ claim, from, isRecognised }) => [claim, from, isRecognised])).toEqual([
      ['IC1', '2024-12-01', true],
      ['IC1', '2025-06-01', false],
      ['IC2', '2025-12-01', false],
      ['ORGANIC', '2026-12-01', false],
    ])
    expect(claims(facts.slice(0, 1))[0]).toEqual(['IC1', '2025-06-01'])
    expect(claims([...facts, used('2025-01-01')])[0]).toEqual(['IC1', '2025-06-01'])
    expect(causes(facts).filter(({ kind }) => kind === 'RECOGNISED')).toMatchObject([{ on: '2024-12-01', months: 6, counts: true, eventId: facts[0]?.id }])
  })
  it('names the day from which conversion counts again only after a prohibited input that began it again', () => {
    const moved = (facts: readonly PlotFact[]) =>
      causes(facts)
        .filter(({ kind }) => kind === 'PROHIBITED_INPUT')
        .map(({ on, counts, day }) => [on, counts, day])
    const typed = fact('CREATED', { changes: { lastProhibitedInputOn: { from: null, to: '2020-05-01' } } }, '2023-06-01')
    // Known of in no scheme, and before the entry.
    expect(moved([typed])).toEqual([['2020-05-01', false, null]])
    expect(moved([typed, started('2023-06-01')])).toEqual([['2020-05-01', false, null]])
    expect(moved([used('2023-05-31'), started('2023-06-01')])).toEqual([['2023-05-31', false, null]])
    expect(moved([typed, started('2023-06-01'), used('2024-03-03')])).toEqual([
      ['2020-05-01', false, null],
      ['2024-03-03', true, '2024-03-04'],
    ])
    // On the day of the entry, and in a start that counts from its recording.
    expect(moved([started('2023-06-01'), used('2023-06-01')])).toEqual([['2023-06-01', true, '2023-06-02']])
    expect(moved([started('2022-01-10', {}, '2026-01-15'), used('2023-03-03')])).toEqual([['2023-03-03', false, null]])
    // A reset of a later day counts from that.
    expect(moved([started('2022-01-10'), reset('2024-03-04'), used('2024-03-03')])).toEqual([['2024-03-03', true, '2024-03-04']])
  })
  it('does not count what was confirmed before a prohibited input was taken back from the record, nor of another start', () => {
    const entered = started('2022-01-10', { retroMonths: 6 }, '2026-01-10')
    const lowered = [
      fact('CREATED', { changes: { lastProhibitedInputOn: { from: null, to: '2021-05-01' } } }, '2021-06-01'),
      fact('EDITED', { changes: { lastProhibitedInputOn: { from: '2021-05-01', to: null } } }, '2026-01-15'),
    ] as const
    const counted = (facts: readonly PlotFact[]) => causes(facts).flatMap(({ kind, counts }) => (kind.endsWith('CONFIRMED') ? [[kind, counts]] : []))
    const retro = fact('RETRO_CONFIRMED', { retroMonths: 6, document: 'NC/7' }, '2026-01-14')
    const known = [lowered[0], entered, confirmed('2022-01-10'), retro]
    expect(counted(known)).toEqual([
      ['CONFIRMED', true],
      ['RECOGNITION_CONFIRMED', true],
    ])
    expect(counted([...known, lowered[1]])).toEqual([
      ['CONFIRMED', false],
      ['RECOGNITION_CONFIRMED', false],
    ])
    expect(counted([...known, lowered[1], confirmed('2022-01-10')]).map(([, counts]) => counts)).toEqual([false, false, true])
    expect(counted([entered, confirmed('2021-01-10')])).toEqual([['CONFIRMED', false]])
  })
  it('leaves out what speaks of days after the one asked for', () => {
    const facts = [started('2022-01-10'), used('2024-03-03')]
    expect(claims(facts, 'ANNUAL', { until: '2024-03-02' })).toEqual(claims(facts.slice(0, 1)))
    expect(claimCauses(facts, { ...options, until: '2024-03-02' }, dayOf).map(({ kind }) => kind)).toEqual(['STARTED'])
  })
  it('names the days that the calendar alone leads to, past and to come', () => {
    const facts = [started('2024-06-10'), used('2025-01-01')]
    const tracks = { ANNUAL: claimSegments(facts, options, 'ANNUAL'), PERENNIAL: claimSegments(facts, options, 'PERENNIAL') }
    expect(claimSteps(tracks, causes(facts)).map(({ on }) => on)).toEqual(['2025-01-02', '2026-01-02', '2027-01-02', '2028-01-02'])
  })

  const day = fc.integer({ min: 0, max: 2400 }).map((days) => addDays('2018-01-31', days))
  const months = fc.record({ ANNUAL: fc.integer({ min: 0, max: 40 }), PERENNIAL: fc.integer({ min: 0, max: 60 }) })
  it('says on every day what the formula says by then, in whatever order it was recorded', () => {
    fc.assert(
      fc.property(
        day,
        fc.array(day, { maxLength: 3 }),
        fc.array(day, { maxLength: 2 }),
        months,
        fc.infiniteStream(fc.nat()),
        (entry, inputs, again, asks, random) => {
          const resets = again.filter((one) => one > entry)
          const recorded = [
            started(entry, { monthsAnnual: asks.ANNUAL, monthsPerennial: asks.PERENNIAL }),
            ...inputs.map((one) => used(one)),
            ...resets.map((one) => reset(one)),
          ]
          const facts = recorded
            .map((one) => ({ one, key: random.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one)
          for (const lifecycle of ['ANNUAL', 'PERENNIAL'] as const) {
            const segments = claimSegments(facts, options, lifecycle)
            for (let on = addDays(entry, -40); on < '2028-01-01'; on = addDays(on, 17)) {
              const begins = [entry, ...resets, ...inputs.map((one) => addDays(one, 1))]
              // Of an input the day itself counts: conversion has not started again yet.
              const known = begins.filter((one) => one <= on || inputs.some((input) => input === on && one === addDays(on, 1)))
              const since = on < entry ? null : (known.sort().at(-1) as string)
              expect([on, claimOn(segments, on)]).toEqual([on, byTheDictionary(since, on, lifecycle, asks)])
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })
  it('has no gap and no overlap', () => {
    fc.assert(
      fc.property(day, fc.array(day, { maxLength: 4 }), fc.option(fc.integer({ min: 1, max: 12 })), (entry, inputs, retroMonths) => {
        const recognised = retroMonths ? [fact('RETRO_CONFIRMED', { retroMonths, document: 'D' }, '2026-01-14')] : []
        const segments = claimSegments([started(entry, { retroMonths }), ...inputs.map((one) => used(one)), ...recognised], options, 'PERENNIAL')
        for (const [place, { from, to }] of segments.entries()) {
          if (to !== null) expect(from < to).toBe(true)
          expect(to).toBe(segments[place + 1]?.from ?? null)
        }
      }),
      { numRuns: 200 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { Claim } from '../kernel/terms.ts'
import { defaultTolerances } from '../rules/tolerances.ts'
import { gramsByDay, type LineRun, runFindings } from './run-findings.ts'

const line = { segregation: 'SEPARATE_LINE', capacityKgPerDay: 100_000, inputProductIds: [] as string[], outputProductIds: [] as string[] }
type Drawn = { kg?: number; lint?: number; claim?: Claim; minutes?: number } & Partial<Pick<LineRun, 'claims'>> & { day?: string }
const run = (place: number, { kg = 10, lint = 0.34, claim = 'ORGANIC', minutes = 50, day = '2025-11-25', ...more }: Drawn = {}): LineRun => {
  const start = Date.UTC(2025, 10, 25) + place * 3_600_000
  const grams = kg * 1000
  return {
    eventId: `r${place}`,
    line,
    startedAt: new Date(start).toISOString(),
    endedAt: new Date(start + minutes * 60_000).toISOString(),
    days: [{ day, grams }],
    claims: [claim],
    claim,
    trash: null,
    products: {
      takenIn: [{ id: 'sc', title: 'Seed cotton' }],
      made: [
        { id: 'li', title: 'Lint' },
        { id: 'cs', title: 'Cottonseed' },
      ],
    },
    case: {
      process: 'GINNING',
      inputGrams: grams,
      outputs: [
        { material: 'LINT', grams: Math.round(grams * lint) },
        { material: 'COTTONSEED', grams: Math.round(grams * 0.6) },
      ],
      wasteGrams: Math.round(grams * (0.38 - lint)),
      invisibleGrams: Math.round(grams * 0.02),
      hasReason: false,
    },
    ...more,
  }
}
const findings = (runs: LineRun[], of: Partial<typeof line> = {}, first = 0) =>
  runFindings(
    runs.map((one) => ({ ...one, line: { ...line, ...of } })),
    first,
    defaultTolerances,
  ).map(({ eventId, ruleId, severity }) => `${eventId} ${ruleId} ${severity}`)

describe('what a line is registered for (4.2)', () => {
  it('is anything where it lists nothing; else a run with something else, taken in or made, is to be looked at', () => {
    expect(findings([run(0)])).toEqual([])
    expect(findings([run(0)], { inputProductIds: ['sc'], outputProductIds: ['li', 'cs'] })).toEqual([])
    expect(findings([run(0)], { inputProductIds: ['sc'] })).toEqual([])
    expect(findings([run(0)], { inputProductIds: ['li'] })).toEqual(['r0 4.2 REVIEW'])
    expect(findings([run(0)], { outputProductIds: ['li'] })).toEqual(['r0 4.2 REVIEW'])
  })
  it('is another question than what it can do in a day', () => {
    const found = runFindings([{ ...run(0, { kg: 121 }), line: { ...line, capacityKgPerDay: 100, outputProductIds: ['li'] } }], 0, defaultTolerances)
    expect(found.map(({ ruleId, severity, aspect = null }) => [ruleId, severity, aspect])).toEqual([
      ['4.2', 'WARN', null],
      ['4.2', 'REVIEW', 'PRODUCTS'],
    ])
  })
})

describe('runFindings', () => {
  it('names every run with which the day passes its capacity, and no run of another day', () => {
    const runs = [run(0, { kg: 60 }), run(1, { kg: 59 }), run(2, { kg: 2 }), run(30, { kg: 100, day: '2025-11-26' })]
    expect(findings(runs, { capacityKgPerDay: 100 })).toEqual(['r2 4.2 WARN'])
    expect(findings(runs, { capacityKgPerDay: 50 })).toEqual(['r1 4.2 WARN', 'r2 4.2 WARN', 'r30 4.2 WARN'])
    expect(findings(runs, { capacityKgPerDay: 50 }, 2)).toEqual(['r2 4.2 WARN', 'r30 4.2 WARN'])
  })
  it('counts what a run takes in for the days between its start and its end, where the programme works', () => {
    const days = (startedAt: string, endedAt: string) => gramsByDay({ startedAt, endedAt }, 1001, 'Asia/Kolkata')
    expect(days('2025-12-01T18:00:00Z', '2025-12-01T18:30:00Z')).toEqual([{ day: '2025-12-01', grams: 1001 }])
    expect(days('2025-12-01T18:00:00Z', '2025-12-01T19:00:00Z')).toEqual([
      { day: '2025-12-01', grams: 501 },
      { day: '2025-12-02', grams: 500 },
    ])
    expect(days('2025-12-01T18:30:00Z', '2025-12-04T18:30:00Z').map(({ day }) => day)).toEqual(['2025-12-02', '2025-12-03', '2025-12-04'])
  })
  it('compares a run of a dedicated line with the one that had ended before it began', () => {
    const runs = [run(0), run(1, { claim: 'CONVENTIONAL', minutes: 120 }), run(2), run(4)]
    expect(findings(runs)).toEqual([])
    // The third began before the second had ended.
    expect(findings(runs, { segregation: 'DEDICATED' })).toEqual(['r1 BR-11 WARN'])
    expect(findings([run(0), run(1, { claim: 'CONVENTIONAL' }), run(2)], { segregation: 'DEDICATED' })).toEqual(['r1 BR-11 WARN', 'r2 BR-11 WARN'])
  })
  it('keeps what a run itself shows: claims mixed on purpose, an out-turn outside its band', () => {
    expect(findings([run(0, { claims: ['ORGANIC', 'IC2'], claim: 'IC2' })])).toEqual(['r0 BR-11 WARN'])
    expect(findings([run(0, { lint: 0.3 })])).toEqual(['r0 BR-10 WARN'])
    // Recorded under another bound: to be looked at.
    expect(findings([run(0, { lint: 0.2 })])).toEqual(['r0 BR-10 REVIEW'])
  })
  it('finds a drift on the run from which it shows, and on those after it', () => {
    const usual = Array.from({ length: 60 }, (_, place) => run(place, { lint: place % 2 ? 0.342 : 0.338 }))
    const high = Array.from({ length: 4 }, (_, place) => run(60 + place, { lint: 0.37 }))
    expect(findings(usual)).toEqual([])
    expect(findings([...usual, ...high])).toEqual(['r60 BR-10 REVIEW', 'r61 BR-10 REVIEW', 'r62 BR-10 REVIEW', 'r63 BR-10 REVIEW'])
    expect(findings([...usual, ...high], {}, 62)).toEqual(['r62 BR-10 REVIEW', 'r63 BR-10 REVIEW'])
    // Without one before it there are too few.
    expect(findings([...usual, ...high].slice(4))).toEqual(['r63 BR-10 REVIEW'])
  })
  it('compares dyed yarn with the yarn before it, whatever fabric ran on the line since', () => {
    const dyed = (place: number, material: 'YARN' | 'FABRIC', share: number): LineRun => {
      const one = run(place)
      const grams = Math.round(10_000 * share)
      const outputs = [{ material, grams }]
      return { ...one, case: { ...one.case, process: 'DYEING_FINISHING', outputs, wasteGrams: 10_000 - grams, invisibleGrams: 0 } }
    }
    const usual = Array.from({ length: 60 }, (_, place) => [dyed(2 * place, 'YARN', place % 2 ? 0.952 : 0.948), dyed(2 * place + 1, 'FABRIC', 0.9)]).flat()
    expect(findings(usual)).toEqual([])
    expect(findings([...usual, dyed(120, 'YARN', 0.99)])).toEqual(['r120 BR-10 REVIEW'])
    expect(findings([...usual, dyed(120, 'FABRIC', 0.9)])).toEqual([])
  })
  it('narrows the band of carded yarn by the trash of the lint, within the usual band, where the trash is known', () => {
    const spun = (yarn: number, trash: number | null, process: 'SPINNING_CARDED' | 'SPINNING_COMBED' = 'SPINNING_CARDED'): LineRun => ({
      ...run(0),
      trash,
      case: {
        process,
        inputGrams: 100_000,
        outputs: [{ material: 'YARN', grams: Math.round(100_000 * yarn) }],
        wasteGrams: Math.round(100_000 * (0.985 - yarn)),
        invisibleGrams: 1500,
        hasReason: false,
      },
    })
    const yarnOf = (one: LineRun) => runFindings([one], 0, defaultTolerances).filter(({ figures }) => figures?.expected !== undefined)
    // 97.5 - 3 - 5.5 - 1 = 88 %, three points about it.
    for (const [yarn, trash, isFound] of [
      [0.88, 0.03, false],
      [0.85, 0.03, false],
      [0.849, 0.03, true],
      [0.91, 0.03, false],
      [0.911, 0.03, true],
      [0.87, 0.08, true],
      [0.87, null, false],
      // Outside the usual band it is found as such.
      [0.81, 0.03, false],
    ] as const)
      expect([yarn, trash, yarnOf(spun(yarn, trash)).length > 0]).toEqual([yarn, trash, isFound])
    expect(yarnOf(spun(0.7, 0.03, 'SPINNING_COMBED'))).toEqual([])
  })
})

// The plan of a flock folded from its facts: days by hand, repeats, routines, quantities, and the same plan in every order of recording.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnimalStep, animalPlan, engineStep, plannedPreparation, plannedQuantity, type StockFact } from './animal-plan.ts'

const step = (code: string, eventType: string, offsetDays: number, more: Partial<AnimalStep> = {}): AnimalStep => ({
  ...{ code, name: code, eventType, offsetDays, windowBefore: 1, windowAfter: 2, mandatory: true, critical: false, weight: 1, evidence: [] },
  ...more,
})
const followed = {
  anchor: 'PLACEMENT',
  durationDays: 42,
  planEvents: [step('W', 'WEIGHT_SAMPLE', 7, { repeatEveryDays: 7 }), step('D', 'DAILY_RECORD', 1, { repeatEveryDays: 1 })],
}
const fact = (id: string, eventType: string, day: string): StockFact => ({ id, eventType, day, occurredAt: `${day}T06:00:00.000Z`, data: {}, names: null })
const plan = (facts: readonly StockFact[], today: string, endedOn: string | null = null) =>
  animalPlan({
    packages: [{ at: '1970-01-01T00:00:00.000Z', day: '1970-01-01', eventId: 'e', packageId: 'p', package: followed }],
    ...{ facts, today, endedOn },
    planned: { PLACEMENT: '2026-01-01' },
  }).map(({ code, no, due, doneBy }) => `${code}${no} ${due} ${doneBy?.eventId ?? '-'}`)

describe('a step', () => {
  it('repeats to its last day or to the end of the package, from its first', () => {
    const repeats = (more: Partial<AnimalStep>) => engineStep(step('S', 'FEEDING', 7, more), followed).repeatCount
    expect([repeats({ repeatEveryDays: 7, repeatUntilDay: 20 }), repeats({ repeatEveryDays: 7, repeatUntilDay: 21 }), repeats({ repeatEveryDays: 7 })]).toEqual(
      [2, 3, 6],
    )
    expect([repeats({ repeatEveryDays: 7, repeatUntilDay: 3 }), repeats({}), repeats({ timesPerDay: 3 })]).toEqual([1, null, null])
  })
  it('asks for as much as there is to be treated, and says nothing where that is not known', () => {
    const size = { heads: 990, biomassKg: 250, areaM2: 2000, volumeM3: 3000 }
    const of = (doseBasis: AnimalStep['doseBasis'], known = size) => plannedQuantity({ dose: 2, doseBasis }, known)
    const bases = ['PER_BIRD', 'PER_1000_BIRDS', 'PER_KG_BIOMASS', 'PCT_BIOMASS', 'PER_HA', 'PER_M2', 'PER_M3', 'FIXED', 'PER_L_WATER'] as const
    expect(bases.map((basis) => of(basis))).toEqual([1980, 1.98, 500, 5, 0.4, 4000, 6000, 2, null])
    expect(plannedQuantity({ dose: 2, doseBasis: 'PCT_BIOMASS' }, { ...size, biomassKg: null })).toBeNull()
    expect(plannedQuantity({ dose: null, doseBasis: 'FIXED' }, size)).toBeNull()
  })
  it('of a pond that is to be stocked says when its preparation begins', () => {
    const planEvents = [step('P', 'POND_PREPARATION', 0), step('S', 'STOCKING', 15)]
    expect(plannedPreparation({ anchor: 'PREP_START', durationDays: 100, planEvents }, '2026-01-16')).toBe('2026-01-01')
    expect(plannedPreparation({ anchor: 'STOCKING', durationDays: 100, planEvents }, '2026-01-16')).toBeNull()
  })
})

describe('the plan of a flock', () => {
  it('has a routine due on the day after it was done, and done for good after its last day', () => {
    expect(plan([], '2026-01-09').slice(0, 2)).toEqual(['D1 2026-01-02 -', 'W1 2026-01-08 -'])
    const days = [fact('a', 'DAILY_RECORD', '2026-01-08'), fact('b', 'DAILY_RECORD', '2026-01-09')]
    expect(plan(days, '2026-01-09')).toContain('D1 2026-01-10 -')
    expect(plan(days, '2026-02-13')).toContain('D1 2026-01-02 b')
  })
  it('is the same whatever was recorded first', () => {
    const facts = [
      fact('a', 'PLACEMENT', '2026-01-02'),
      fact('b', 'WEIGHT_SAMPLE', '2026-01-10'),
      fact('c', 'WEIGHT_SAMPLE', '2026-01-16'),
      fact('d', 'DAILY_RECORD', '2026-01-12'),
      fact('e', 'WEIGHT_SAMPLE', '2026-03-20'),
    ]
    const expected = plan(facts, '2026-01-20')
    expect(expected.slice(0, 3)).toEqual(['D1 2026-01-13 -', 'W1 2026-01-09 b', 'W2 2026-01-16 c'])
    fc.assert(fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), (shuffled) => void expect(plan(shuffled, '2026-01-20')).toEqual(expected)))
  })
})

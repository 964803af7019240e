// What rules of schemes say of crops (domain dictionary 5.2, BR-17), judged once more from the words of the dictionary (tests/recount/scheme.ts): the evaluators over
// random crops at and around every bound.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '#domain/certification/judging/evaluate.ts'
import { complianceOf } from '#domain/certification/judging/score.ts'
import { checkTypes, crops, rulesOfEachType } from '../recount/crop-arbitrary.ts'
import { excludedHa, scoreOf, verdictOf } from '../recount/scheme.ts'

/** Crops; each with a rule of each type. */
const numRuns = Number(process.env.RECOUNT_RUNS ?? 800)

describe('a rule of each type', () => {
  it('says of any crop what the dictionary says, with the same share of its points', () => {
    const seen = new Map<string, Set<string>>()
    fc.assert(
      fc.property(crops, rulesOfEachType, (facts, rules) => {
        for (const rule of rules) {
          const { outcome, share, excludedHa: excluded } = evaluate(rule, facts)
          expect({ check: rule.check, verdict: [outcome, share] }).toEqual({ check: rule.check, verdict: verdictOf(rule, facts) })
          if (rule.check.type === 'MIN_BUFFER' && outcome === 'FAILED' && facts.plot.sideM) expect(excluded).toBeCloseTo(excludedHa(rule.check, facts), 3)
          seen.set(rule.check.type, (seen.get(rule.check.type) ?? new Set()).add(outcome))
        }
      }),
      { numRuns },
    )
    // Each was met and failed, at least.
    expect(checkTypes.filter((type) => !seen.get(type)?.has('MET') || !seen.get(type)?.has('FAILED'))).toEqual([])
  })
  it('makes a score of any crop, and passes it, as BR-17 says', () => {
    const seen = new Set<boolean | null>()
    fc.assert(
      fc.property(crops, rulesOfEachType, fc.nat(15), (facts, all, first) => {
        const version = { schemeId: 'npop', rules: all.slice(first, first + 4), passScore: 50, maxMajor: 1 }
        const { score, isPassed } = complianceOf(version, facts)
        expect({ score, isPassed }).toEqual(scoreOf(version, facts))
        seen.add(isPassed)
      }),
      { numRuns },
    )
    expect(seen).toEqual(new Set([true, false, null]))
  })
})

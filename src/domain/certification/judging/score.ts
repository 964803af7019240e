// The compliance score of a crop (BR-17): 100 × Σ(weight × share) ÷ Σ weight, with the points of each rule and why.
import { fallsShort } from '../../rules/exceeds.ts'
import { evaluate } from './evaluate.ts'
import type { CropFacts, OpenFinding } from './facts.ts'
import { isBreach, type Judgement, type RuleOutcome, rounded, type SchemeRule } from './judgement.ts'

/** `points`: weight × share; null where the rule counts in no score. */
export type JudgedRule = Judgement & { rule: SchemeRule; points: number | null }
/** `score`: 0..100, one decimal, never shown as what is needed where it is not reached; null while nothing counts yet. `isPassed` null with it. */
export type Compliance = {
  score: number | null
  isPassed: boolean | null
  points: number
  pointsPossible: number
  rules: JudgedRule[]
  breaches: JudgedRule[]
  found: OpenFinding[]
}
/** What a version of a scheme's rules asks for altogether. */
export type RulePack = { schemeId: string; rules: readonly SchemeRule[]; passScore: number; maxMajor: number }

/** `missed`: what is needed and not reached. 59.96 are shown as 59.9 where 60 are needed. */
const shown = (score: number, missed: number | null): number => (missed !== null && rounded(score) >= missed ? Math.floor(score * 10) / 10 : rounded(score))

const countsInScore: ReadonlySet<RuleOutcome> = new Set(['MET', 'PARTIAL', 'FAILED'])

/**
 * Judges a crop by all rules. Passed: the score is reached, nothing critical is open, and no more major findings than allowed (BR-17).
 * What people found and have not closed is open as much as what fails by what is recorded; a rule that both speak of counts once.
 */
export function complianceOf({ schemeId, rules, passScore, maxMajor }: RulePack, facts: CropFacts): Compliance {
  const ofScheme = {
    ...facts,
    // What the scheme itself says of an input goes before the list of the programme.
    inputs: facts.inputs.map((use) => ({ ...use, permission: use.bySchemes[schemeId] ?? use.permission })),
    // Another scheme’s question of the same code is another question.
    answers: facts.answers.filter((one) => one.schemeId === null || one.schemeId === schemeId),
  }
  const judged = rules.map((rule): JudgedRule => {
    const judgement = evaluate(rule, ofScheme)
    return { rule, ...judgement, points: countsInScore.has(judgement.outcome) ? rounded(rule.weight * judgement.share, 2) : null }
  })
  const counted = judged.filter(({ points }) => points !== null)
  const pointsPossible = counted.reduce((sum, { rule }) => sum + rule.weight, 0)
  const points = counted.reduce((sum, { rule, share }) => sum + rule.weight * share, 0)
  const isShort = fallsShort(points, pointsPossible, passScore / 100)
  const score = pointsPossible > 0 ? shown((100 * points) / pointsPossible, isShort ? passScore : null) : null
  const breaches = judged.filter(isBreach)
  const found = facts.openFindings.filter((one) => one.schemeId === null || one.schemeId === schemeId)
  const foundOnly = found.filter((one) => !breaches.some(({ rule }) => rule.code === one.rule && rule.severity === one.severity))
  const isOf = (severity: SchemeRule['severity']) =>
    breaches.filter(({ rule }) => rule.severity === severity).length + foundOnly.filter((one) => one.severity === severity).length
  const isPassed = score === null ? null : !isShort && isOf('CRITICAL') === 0 && isOf('MAJOR') <= maxMajor
  return { score, isPassed, points: rounded(points, 2), pointsPossible, rules: judged, breaches, found }
}

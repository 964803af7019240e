// What an evaluator of a rule answers, and the few ways of saying it.
import type { Stored } from '../../kernel/entity.ts'
import type { Sentence } from '../../messages/message.ts'
import type { RuleCheck } from '../rule-cases.ts'
import type { schemepop } from '../schemepop.ts'
import type { CropFacts, LabResult, Occurrence } from './facts.ts'

export const outcomes = {
  MET: ['Met', 'success'],
  PARTIAL: ['Partly met', 'pending'],
  FAILED: ['Failed', 'error'],
  NOT_YET: ['Not due yet', 'neutral'],
  NOT_APPLICABLE: ['Does not apply', 'neutral'],
  NOT_CHECKED: ['For the inspector', 'pending'],
} as const
export type RuleOutcome = keyof typeof outcomes

export type SchemeRule = Omit<Stored<typeof schemepop>['rules'][number], 'check'> & { check: RuleCheck }
/**
 * `share`: 0..1 of the rule's points (BR-17); of what counts in no score 0. `evidence`: ids of the events it rests on. `excludedHa`: of the plot, not harvested
 * as certified (BR-13).
 */
export type Judgement = { outcome: RuleOutcome; share: number; explanation: Sentence; evidence: readonly string[]; excludedHa?: number }
/** Compares one kind of rule with the facts. Pure: the same rule and facts give the same judgement. */
export type Evaluator<K extends RuleCheck['type']> = (check: Extract<RuleCheck, { type: K }>, facts: CropFacts, rule: SchemeRule) => Judgement

/** BR-17: what is done within the time for correction, and what is done in part. */
export const shares = { late: 0.7, partly: 0.5 } as const

type Found = readonly (string | { readonly eventId: string | null } | null)[]
const judged =
  (outcome: RuleOutcome, share: number) =>
  (explanation: Sentence, found: Found = []): Judgement => ({
    outcome,
    share,
    explanation,
    evidence: [...new Set(found.flatMap((one) => (one === null || typeof one === 'string' ? (one ?? []) : (one.eventId ?? []))))],
  })
export const met = judged('MET', 1)
export const late = judged('PARTIAL', shares.late)
export const partly = judged('PARTIAL', shares.partly)
export const failed = judged('FAILED', 0)
export const notYet = judged('NOT_YET', 0)
export const notApplicable = judged('NOT_APPLICABLE', 0)
export const notChecked = judged('NOT_CHECKED', 0)

/** Whether a non-conformity follows (5.2): what was done late is done, and what is partly done is not. */
export const isBreach = ({ outcome, share }: Pick<Judgement, 'outcome' | 'share'>): boolean =>
  outcome === 'FAILED' || (outcome === 'PARTIAL' && share < shares.late)

/** Nothing more will be done for this crop, or its season has ended. */
export const isOver = ({ crop, season, today }: CropFacts): boolean => crop.endedOn !== null || today > season.endDate
export const latestFirst = <T extends Occurrence>(found: readonly T[]): T[] => [...found].sort((one, other) => (one.day < other.day ? 1 : -1))
/**
 * BR-15: positive results that stand. A clean test of the same lot later on takes one back (a retest); that of a lot it was mixed into
 * proves nothing of it.
 */
export const positivesNotRetested = (results: readonly LabResult[], test: LabResult['test']): LabResult[] =>
  results.filter((one, at) => one.test === test && one.isPositive === true && !results.slice(at + 1).some((later) => clears(later, one)))
/** A later clean test of the same lot or source takes a positive one back; one of a mixture does not (BR-15). */
export const clears = (later: LabResult, one: LabResult): boolean =>
  later.test === one.test && later.isPositive === false && !later.isOfMixed && later.lotId === one.lotId && later.source === one.source
/** Number with at most `decimals` digits behind the point. */
export const rounded = (value: number, decimals = 1): number => Math.round(value * 10 ** decimals) / 10 ** decimals

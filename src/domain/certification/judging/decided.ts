// Which non-conformities stand for a failed rule on a crop (5.2), so that it is opened once and stays what somebody has decided. A small
// finding under a rule's code is none that stops sales: what is milder, or stops less, stands for nothing graver.
import { severities } from '../../kernel/terms.ts'
import type { ruleEffects } from '../schemes.ts'
import type { OpenFinding } from './facts.ts'
import type { Judgement, SchemeRule } from './judgement.ts'

type Effect = keyof typeof ruleEffects
/** `isOurs`: opened by the product, on the crop. `isCured`: closed by it. `isOfCrop`: of the crop itself, and not of an inspection of its grower in the season. */
export type KnownFinding = {
  id: string
  ref: string
  status: string
  schemeId: string | null
  rule: string
  severity: OpenFinding['severity']
  /** Null: people or an inspection found it, which stops nothing by a rule. */
  effectOnFail: Effect | null
  isOurs: boolean
  isCured: boolean
  isOfCrop: boolean
  /** People have proposed a sanction that is not decided on, or have imposed one: they end it. */
  awaitsPeople: boolean
  openedOn: string
  evidence: string | null
}
type Requested = { schemeId: string; rule: SchemeRule }

const bySeverity = Object.keys(severities)
/** A new start of conversion stops sales as well. */
const byEffect: readonly Effect[] = ['NONE', 'CONDITION', 'BLOCK_SALE', 'RESET_CONVERSION']
const strength = ({ severity, effectOnFail }: { severity: string; effectOnFail: Effect | null }): [number, number] => [
  byEffect.indexOf(effectOnFail ?? 'NONE'),
  bySeverity.indexOf(severity),
]

export const stopsSales = (effect: Effect | null): boolean => effect === 'BLOCK_SALE' || effect === 'RESET_CONVERSION'
/** Critical, or it stops sales: closed by a person alone. */
export const isGrave = ({ severity, effectOnFail }: Pick<KnownFinding, 'severity' | 'effectOnFail'>): boolean =>
  severity === 'CRITICAL' || stopsSales(effectOnFail)

/** The one that asks most first. */
export function byStrength(one: Requested, other: Requested): number {
  const [[effect, severity], [otherEffect, otherSeverity]] = [strength(one.rule), strength(other.rule)]
  return otherEffect - effect || otherSeverity - severity
}

/** An inspection's answer is a rule's own finding where the rule is that question. */
export function standsFor(known: KnownFinding, { schemeId, rule }: Requested): boolean {
  if (known.schemeId !== schemeId || known.rule !== rule.code) return false
  if (!known.isOfCrop && rule.check.type !== 'CHECKLIST_QUESTION') return false
  const [[effect, severity], [requiredEffect, requiredSeverity]] = [strength(known), strength(rule)]
  return effect >= requiredEffect && severity >= requiredSeverity
}

/** Open already, or closed by a person while the rule fails for the same reason. */
export const isDecided = (known: readonly KnownFinding[], requested: Requested, { explanation }: Pick<Judgement, 'explanation'>): boolean =>
  known.some((one) => standsFor(one, requested) && (one.status !== 'CLOSED' || isClosedByPerson(one, explanation)))
const isClosedByPerson = ({ isCured, evidence }: KnownFinding, explanation: Judgement['explanation']): boolean =>
  !isCured && evidence === String(explanation).slice(0, 1000)

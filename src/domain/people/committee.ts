// What the approval committee is proposed for a member of a season, from plain facts (decision 82): a result, why, and what makes it doubtful.
// A proposal is never a decision; only one without a doubt is accepted together with others.

import { type inspectionResults, type SeasonResult, seasonResults, type severities } from '../kernel/terms.ts'
import { onDay, phrase, type Sentence, small } from '../messages/message.ts'
import type { RiskClass } from '../rules/risk.ts'

/** What a committee, or an inspector, may say of a member. */
export type Result = keyof typeof inspectionResults
export type OpenFinding = {
  ref: string
  severity: keyof typeof severities
  dueOn: string /** The rule asks for a condition while it is open (BR-17). */
  needsCondition: boolean
}

/** Days are tenant-local. */
export type CommitteeFacts = {
  day: string
  /** Results of the inspections that count for the season up to the day, in their order. */
  results: readonly Result[]
  riskClass: RiskClass
  open: readonly OpenFinding[]
  /** A sanction of a non-conformity that is proposed, or imposed and not lifted; `stops`: the season's certified sales, or the membership. */
  sanction: { isImposed: boolean; stops: boolean } | null
  /** The committee's result of the season before. */
  before: SeasonResult | null
  /** Whether the person who sits in the committee has declared to be related to the member. */
  isRelated: boolean
}
export type Proposal = { result: Result; reasons: Sentence[]; doubts: Sentence[] }

/** The gravest of what the facts ask for; APPROVED where they ask for nothing. */
export function proposalOf(facts: CommitteeFacts): Proposal {
  const { result, reasons } = weighed(facts)
  return { result, reasons, doubts: doubtsOf(facts, result) }
}

const isGood = (result: string | null): boolean => result === 'APPROVED' || result === 'CONDITIONAL' || result === 'NOT_INSPECTED' || result === null

function weighed({ day, results, open, sanction }: CommitteeFacts): Omit<Proposal, 'doubts'> {
  const last = results.at(-1) ?? null
  const of = (severity: OpenFinding['severity']) => open.filter((one) => one.severity === severity)
  const [critical] = of('CRITICAL')
  if (sanction?.isImposed && sanction.stops) return { result: 'SANCTIONED', reasons: ['A sanction is imposed and not lifted.'] }
  if (last !== null && !isGood(last)) return { result: last, reasons: [phrase`The inspector’s result was ${small(seasonResults[last][0])}.`] }
  if (critical) return { result: 'SANCTIONED', reasons: [phrase`Critical non-conformity ${critical.ref} is open.`] }
  const conditions = [
    ...(last === 'CONDITIONAL' ? [phrase`The inspector’s result was ${small(seasonResults.CONDITIONAL[0])}.`] : []),
    ...of('MAJOR').map(({ ref, dueOn }) => phrase`Major non-conformity ${ref} is open, to be corrected by ${onDay(dueOn)}.`),
    ...of('MINOR').flatMap(({ ref, dueOn }) => (dueOn < day ? [phrase`Minor non-conformity ${ref} was to be corrected by ${onDay(dueOn)}.`] : [])),
    ...open.flatMap(({ ref, severity, dueOn, needsCondition }) =>
      needsCondition && severity !== 'MAJOR' && !(severity === 'MINOR' && dueOn < day)
        ? [phrase`While non-conformity ${ref} is open, a rule asks for a condition.`]
        : [],
    ),
  ]
  return conditions.length > 0 ? { result: 'CONDITIONAL', reasons: conditions } : { result: 'APPROVED', reasons: [] }
}

/** Why somebody has to look at this member before a proposal is accepted. */
function doubtsOf({ results, riskClass, open, sanction, before, isRelated }: CommitteeFacts, result: Result): Sentence[] {
  const isMixed = new Set(results).size > 1
  return [
    ...(isRelated ? ['You have declared to be related to this member.'] : []),
    ...(isGood(result) ? [] : ['A proposal against the member is looked at by itself.']),
    ...(sanction ? [sanction.isImposed ? 'A sanction is imposed and not lifted.' : 'A sanction is proposed and not decided.'] : []),
    ...(open.some(({ severity }) => severity === 'MAJOR' || severity === 'CRITICAL') ? ['A major or critical non-conformity is open.'] : []),
    ...(riskClass === 'HIGH' ? ['The risk is high.'] : []),
    ...(isMixed ? ['Inspections of the season had different results.'] : []),
    ...(isGood(before) ? [] : [phrase`The season before: ${small(seasonResults[before ?? 'NOT_INSPECTED'][0])}.`]),
  ]
}

/** Where a member stands for the committee, what needs attention first; CHANGED: decided otherwise than is proposed by now. */
export const committeeStates = ['BLOCKED', 'DOUBT', 'CHANGED', 'CLEAR', 'DECIDED'] as const
export type CommitteeState = (typeof committeeStates)[number]

export type Judged = { isBlocked: boolean; decision: SeasonResult | null; proposal: { result: Result; doubts: readonly unknown[] } }
export function stateOf({ isBlocked, decision, proposal }: Judged): CommitteeState {
  if (decision !== null) return decision === proposal.result ? 'DECIDED' : 'CHANGED'
  return isBlocked ? 'BLOCKED' : proposal.doubts.length > 0 ? 'DOUBT' : 'CLEAR'
}

const gravity: readonly Result[] = ['SANCTIONED', 'REJECTED', 'CONDITIONAL', 'APPROVED']
type Listed = { state: CommitteeState; proposal: { result: Result; doubts: readonly unknown[] }; riskPoints: number; name: string; farmerId: string }
/** Those who need attention first: by state, gravity of what is proposed, number of doubts, risk; then by name. */
export const byAttention = (one: Listed, other: Listed): number =>
  committeeStates.indexOf(one.state) - committeeStates.indexOf(other.state) ||
  gravity.indexOf(one.proposal.result) - gravity.indexOf(other.proposal.result) ||
  other.proposal.doubts.length - one.proposal.doubts.length ||
  other.riskPoints - one.riskPoints ||
  (one.name < other.name ? -1 : one.name > other.name ? 1 : one.farmerId < other.farmerId ? -1 : 1)

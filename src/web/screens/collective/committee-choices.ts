// What the committee has chosen in this meeting and not recorded yet: which results may be chosen for a member, what a choice still lacks, what is left,
// and the event that carries it all.
import { mostDecisions } from '#domain/people/collective.ts'
import type { CommitteeState, Result } from '#domain/people/committee.ts'
import type { CommitteeMeeting, CommitteeMember } from '#domain/people/committee-answer.ts'
import type { RiskClass } from '#domain/rules/risk.ts'

export type Choice = { result: Result; conditions: string; reason: string }
export type Choices = Readonly<Record<string, Choice>>
export const results: readonly Result[] = ['APPROVED', 'CONDITIONAL', 'REJECTED', 'SANCTIONED']

/** Whether anything may be chosen for the member now. */
export const isOpen = (meeting: Pick<CommitteeMeeting, 'stopped'>, member: Pick<CommitteeMember, 'blocked'>): boolean =>
  meeting.stopped === null && member.blocked.length === 0
/** A rule asks for a condition (BR-17): the event refuses an approval without one. */
export const needsCondition = ({ open }: Pick<CommitteeMember, 'open'>): boolean => open.some((one) => one.needsCondition)
export const isPossible = (result: Result, member: Pick<CommitteeMember, 'open'>): boolean => result !== 'APPROVED' || !needsCondition(member)

/** `conditions`: what the inspector asked for last, else the non-conformities to be corrected, as `correct` says it; to be edited. */
export function choiceOf(member: CommitteeMember, result: Result, correct: (refs: readonly string[]) => string): Choice {
  const requested = member.visits.findLast(({ conditions }) => conditions)?.conditions
  const refs = member.open.filter(({ severity }) => severity !== 'RECOMMENDATION').map(({ ref }) => ref)
  const conditions = result !== 'CONDITIONAL' ? '' : (requested ?? (refs.length > 0 ? correct(refs) : ''))
  return { result, conditions: conditions.slice(0, 300), reason: '' }
}

export type Lack = 'conditions' | 'reason'
/** A condition names what has to be done; a decision otherwise than proposed names its reason. */
export const lackOf = ({ result, conditions, reason }: Choice, { proposal }: Pick<CommitteeMember, 'proposal'>): Lack | null =>
  result === 'CONDITIONAL' && conditions.trim() === '' ? 'conditions' : result !== proposal.result && reason.trim() === '' ? 'reason' : null

/** Choices that still hold: of members that are there and may be decided. */
export const stillPossible = (meeting: CommitteeMeeting, choices: Choices): Choices =>
  Object.fromEntries(
    meeting.items.flatMap((member) => {
      const choice = choices[member.farmerId]
      return choice && isOpen(meeting, member) && isPossible(choice.result, member) ? [[member.farmerId, choice]] : []
    }),
  )

/** Proposals that are accepted together: nobody has a doubt, nothing is chosen, nothing is missing in them. */
export const clearOnes = (meeting: CommitteeMeeting, choices: Choices, correct: (refs: readonly string[]) => string): [string, Choice][] =>
  meeting.items.flatMap((member): [string, Choice][] => {
    if (member.state !== 'CLEAR' || choices[member.farmerId] || !isOpen(meeting, member)) return []
    const choice = choiceOf(member, member.proposal.result, correct)
    return lackOf(choice, member) === null ? [[member.farmerId, choice]] : []
  })

export type Counts = Readonly<Record<CommitteeState | 'ALL' | 'CHOSEN' | 'LEFT', number>>
export function countsOf({ items }: CommitteeMeeting, choices: Choices): Counts {
  const of = (state: CommitteeState) => items.filter((member) => member.state === state).length
  const states = { BLOCKED: of('BLOCKED'), DOUBT: of('DOUBT'), CHANGED: of('CHANGED'), CLEAR: of('CLEAR'), DECIDED: of('DECIDED') }
  const left = items.filter(({ farmerId, decision }) => decision === null && !choices[farmerId]).length
  return { ...states, ALL: items.length, CHOSEN: Object.keys(choices).length, LEFT: left }
}

export type Filter = { state: CommitteeState | 'ALL' | 'CHOSEN'; risk: RiskClass | 'ALL'; q: string }
export const everybody: Filter = { state: 'ALL', risk: 'ALL', q: '' }
export const matching = ({ items }: CommitteeMeeting, { state, risk, q }: Filter, choices: Choices): CommitteeMember[] => {
  const words = q.trim().toLocaleLowerCase()
  return items.filter(
    (member) =>
      (state === 'ALL' || (state === 'CHOSEN' ? choices[member.farmerId] !== undefined : member.state === state)) &&
      (risk === 'ALL' || member.risk.riskClass === risk) &&
      (words === '' ||
        [member.name, member.memberNo, member.village, ...member.visits.map(({ inspector }) => inspector)].some((text) =>
          text?.toLocaleLowerCase().includes(words),
        )),
  )
}

/** What is recorded in one event, in the order of the table. */
export const decisionsOf = ({ items }: CommitteeMeeting, choices: Choices) =>
  items
    .flatMap(({ farmerId, proposal }) => {
      const choice = choices[farmerId]
      if (!choice) return []
      const { result, conditions, reason } = choice
      return [
        {
          farmerId,
          result,
          ...(result === 'CONDITIONAL' ? { conditions: conditions.trim() } : {}),
          ...(result === proposal.result ? {} : { reason: reason.trim() }),
        },
      ]
    })
    .slice(0, mostDecisions)

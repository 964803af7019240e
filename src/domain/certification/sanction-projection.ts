// The sanction of a non-conformity as its events say: proposed by a person or by the rules, imposed, refused or lifted. Pure; recording,
// taking back, and reading the past call the same function. A proposal stays until it is decided on: a correction that is reported ends none.
// Where a refusal or a return leads follows from what is proposed and in force at its time, whatever was when it was recorded.
import { type EventSpec, eventSpecOf } from '../kernel/entity.ts'
import { declaredStates, type HistoryEvent, type StateMachine } from '../kernel/history.ts'
import type { Sanction } from '../kernel/sanctions.ts'
import { nonconformity } from './nonconformity.ts'

export type SanctionColumns = {
  sanction: Sanction | null
  sanctionState: 'PROPOSED' | 'IMPOSED' | 'LIFTED' | null
  sanctionDueOn: string | null
  sanctionSeasonId: string | null
}
const none: SanctionColumns = { sanction: null, sanctionState: null, sanctionDueOn: null, sanctionSeasonId: null }

const declared = declaredStates(nonconformity)

/** `inForce`: what was imposed and is not lifted, also while the next step is only proposed. */
export type SanctionHistory = { now: SanctionColumns; inForce: SanctionColumns | null; status: string }

const proposedOf = ({ data }: HistoryEvent): SanctionColumns => ({
  sanction: data.sanction as Sanction,
  sanctionState: 'PROPOSED',
  sanctionDueOn: (data.dueOn as string | null | undefined) ?? null,
  sanctionSeasonId: (data.seasonId as string | null | undefined) ?? null,
})

/** What an event makes of the sanction that leaves the non-conformity in this status. */
function sanctionAfter({ now, inForce }: SanctionHistory, event: HistoryEvent, status: string): SanctionHistory {
  const { eventType } = event
  if (eventType === 'ESCALATED' || eventType === 'ESCALATED_BY_RULE') return { now: proposedOf(event), inForce, status }
  if (eventType === 'SANCTION_IMPOSED') {
    const imposed: SanctionColumns = { ...now, sanctionState: 'IMPOSED' }
    return { now: imposed, inForce: imposed, status }
  }
  if (eventType === 'SANCTION_LIFTED') return { now: { ...now, sanctionState: 'LIFTED' }, inForce: null, status }
  // Whoever refuses or closes it has decided; what is returned with its proposal is escalated again.
  const isDecided = now.sanctionState === 'PROPOSED' && (eventType === 'SANCTION_REFUSED' || status === 'OPEN' || status === 'CLOSED')
  return { now: isDecided ? (inForce ?? none) : now, inForce, status }
}

/** Undefined: the event is not possible in this state. */
function statusAfter({ now, inForce, status }: SanctionHistory, event: HistoryEvent, spec: EventSpec): string | undefined {
  const isProposed = now.sanctionState === 'PROPOSED'
  const to = declared.step(status, event, spec)
  if (to === undefined) return undefined
  // What is imposed is what is proposed; with the proposal it is taken back.
  if (event.eventType === 'SANCTION_IMPOSED') return isProposed ? to : undefined
  // A sanction that is in force stays so, and a correction that was reported, also where nothing is left to refuse.
  if (event.eventType === 'SANCTION_REFUSED') return inForce ? 'SANCTIONED' : status === 'ACTION_SENT' ? status : 'OPEN'
  // Recorded as OPEN, nothing was proposed, or it was of before proposals outlasted a return.
  if (event.eventType === 'ACTION_RETURNED') return to === 'ESCALATED' && isProposed ? 'ESCALATED' : 'OPEN'
  return to
}

/** The states of a non-conformity, with what is proposed and what is in force. */
export const sanctionStates: StateMachine<SanctionHistory> = {
  start: (status) => ({ now: none, inForce: null, status }),
  step(state, event, spec) {
    const status = statusAfter(state, event, spec)
    return status === undefined ? undefined : sanctionAfter(state, event, status)
  },
  statusOf: ({ status }) => status,
}

/** `events`: in order of occurrence; those of other types are passed over, and what the clock found to do where a later entry has left it nothing. */
export function sanctionHistoryOf(events: readonly HistoryEvent[]): SanctionHistory {
  let state = sanctionStates.start(nonconformity.startState)
  for (const event of events) {
    const spec = eventSpecOf(nonconformity, event.eventType)
    const next = spec && sanctionStates.step(state, event, spec)
    if (next) state = next
    else if (spec?.system !== 'clock') state = sanctionAfter(state, event, event.statusAfter)
  }
  return state
}
export const sanctionOf = (events: readonly HistoryEvent[]): SanctionColumns => sanctionHistoryOf(events).now

/** What follows a non-conformity that nobody has corrected by its day (assumption); a recommendation leads to none. */
export const sanctionOfOverdue = (severity: string, hasSeason: boolean): Sanction | null =>
  severity === 'MINOR'
    ? 'WARNING'
    : severity === 'MAJOR'
      ? 'CORRECTIVE_ACTION'
      : severity === 'CRITICAL'
        ? hasSeason
          ? 'SALES_SUSPENSION'
          : 'CORRECTIVE_ACTION'
        : null
/** What follows a corrective action that was imposed and is not lifted by its day (assumption): sales stop where the season is known, else it is asked again. */
export const sanctionAfterCorrectiveAction = (hasSeason: boolean): Sanction => (hasSeason ? 'SALES_SUSPENSION' : 'CORRECTIVE_ACTION')
/** Days that the rules give for a corrective action, and for a correction that was returned (assumption). */
export const correctiveActionDays = 30

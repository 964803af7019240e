// The sanction of a non-conformity as its events say: proposed by a person or by the rules, imposed, refused or lifted. Pure; recording,
// taking back, and reading the past call the same function. A proposal stays until it is decided on: a correction that is reported ends none.
import { eventSpecOf } from '../kernel/entity.ts'
import { declaredStates, type HistoryEvent } from '../kernel/history.ts'
import type { Sanction } from '../kernel/sanctions.ts'
import { nonconformity } from './nonconformity.ts'

export type SanctionColumns = {
  sanction: Sanction | null
  sanctionState: 'PROPOSED' | 'IMPOSED' | 'LIFTED' | null
  sanctionDueOn: string | null
  sanctionSeasonId: string | null
}
const none: SanctionColumns = { sanction: null, sanctionState: null, sanctionDueOn: null, sanctionSeasonId: null }

const states = declaredStates(nonconformity)

/** `inForce`: what was imposed and is not lifted, also while the next step is only proposed. */
export type SanctionHistory = { now: SanctionColumns; inForce: SanctionColumns | null; status: string }

/** `events`: in order of occurrence; those of other types are passed over, and what the clock found to do where a later entry has left it nothing. */
export function sanctionHistoryOf(events: readonly HistoryEvent[]): SanctionHistory {
  let now = none
  let inForce: SanctionColumns | null = null
  let status: string = nonconformity.startState
  for (const event of events) {
    const { eventType, data } = event
    const spec = eventSpecOf(nonconformity, eventType)
    const next = spec ? states.step(status, event, spec) : event.statusAfter
    if (next === undefined && spec?.system === 'clock') continue
    status = next ?? event.statusAfter
    if (eventType === 'ESCALATED' || eventType === 'ESCALATED_BY_RULE')
      now = {
        sanction: data.sanction as Sanction,
        sanctionState: 'PROPOSED',
        sanctionDueOn: (data.dueOn as string | null | undefined) ?? null,
        sanctionSeasonId: (data.seasonId as string | null | undefined) ?? null,
      }
    else if (eventType === 'SANCTION_IMPOSED') {
      now = { ...now, sanctionState: 'IMPOSED' }
      inForce = now
    } else if (eventType === 'SANCTION_LIFTED') {
      now = { ...now, sanctionState: 'LIFTED' }
      inForce = null
    }
    // Whoever refuses, returns or closes it has decided; what is returned with its proposal is escalated again.
    else if (eventType === 'SANCTION_REFUSED' || (now.sanctionState === 'PROPOSED' && (status === 'OPEN' || status === 'CLOSED'))) now = inForce ?? none
  }
  return { now, inForce, status }
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

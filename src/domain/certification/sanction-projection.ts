// The sanction of a non-conformity as its events say: proposed by a person or by the rules, imposed, refused or lifted. Pure; recording,
// taking back, and reading the past call the same function.
import type { Sanction } from '../kernel/sanctions.ts'

/** In order of occurrence; events of other types are passed over. */
type SanctionEvent = { eventType: string; data: Readonly<Record<string, unknown>> }
export type SanctionColumns = {
  sanction: Sanction | null
  sanctionState: 'PROPOSED' | 'IMPOSED' | 'LIFTED' | null
  sanctionDueOn: string | null
  sanctionSeasonId: string | null
}
const none: SanctionColumns = { sanction: null, sanctionState: null, sanctionDueOn: null, sanctionSeasonId: null }

export function sanctionOf(events: readonly SanctionEvent[]): SanctionColumns {
  let now = none
  for (const { eventType, data } of events) {
    if (eventType === 'ESCALATED' || eventType === 'ESCALATED_BY_RULE')
      now = {
        sanction: data.sanction as Sanction,
        sanctionState: 'PROPOSED',
        sanctionDueOn: (data.dueOn as string | null | undefined) ?? null,
        sanctionSeasonId: (data.seasonId as string | null | undefined) ?? null,
      }
    else if (eventType === 'SANCTION_REFUSED' || (eventType === 'ACTION_SENT' && now.sanctionState === 'PROPOSED')) now = none
    else if (eventType === 'SANCTION_IMPOSED') now = { ...now, sanctionState: 'IMPOSED' }
    else if (eventType === 'SANCTION_LIFTED') now = { ...now, sanctionState: 'LIFTED' }
  }
  return now
}

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
/** Days that the rules give for a corrective action (assumption). */
export const correctiveActionDays = 30

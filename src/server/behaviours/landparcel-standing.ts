// The organic clock of a plot, and the day it is where the programme works.
import type { Row } from '#domain/kernel/entity.ts'
import { dayIn } from '#domain/kernel/local-day.ts'
import type { Draft, Scope } from '../scope.ts'
import { organicStatusOf } from '../store/organic-status.ts'

/** BR-04 as of today: what the land would count as if it were sown now. A crop freezes its own at sowing. */
export function setStanding(scope: Scope, parcel: Row): void {
  parcel.organicStatus = organicStatusOf(scope, parcel)
}

/** BR-04: recognised months that nobody but the manager has vouched for wait for the certification body. */
export function flagUnconfirmed(parcel: Row, flag: Draft['flag']): void {
  if (!parcel.retroMonths || parcel.retroConfirmedAt) return
  flag({
    ruleId: 'BR-04',
    severity: 'REVIEW',
    message: `${parcel.retroMonths} months recognised before do not count until the certification body has confirmed them.`,
    figures: { retroMonths: parcel.retroMonths, retroDocument: parcel.retroDocument },
  })
}

/** The day it is (or was at `moment`) where the programme works, YYYY-MM-DD. */
export const localDay = ({ tenant, now }: Scope, moment: string | Date = now): string => dayIn(tenant.timezone, moment)

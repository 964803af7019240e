// The organic clock of a plot.
import { conversionOf, organicClaim } from '#domain/chain/claim.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Change, Scope } from '../../scope.ts'

/** BR-04 as of today: what the land would count as if it were sown now. A crop freezes its own at sowing. */
export function setOrganicStatus(scope: Scope, parcel: Row): void {
  parcel.organicStatus = organicClaim(conversionOf(parcel), localDay(scope))
}

/** BR-04: recognised months that nobody but the manager has vouched for wait for the certification body. */
export function flagUnconfirmed(parcel: Row, flag: Change['flag']): void {
  if (!parcel.retroMonths || parcel.retroConfirmedAt) return
  flag({
    ruleId: 'BR-04',
    severity: 'REVIEW',
    message: `${parcel.retroMonths} months recognised before do not count until the certification body has confirmed them.`,
    figures: { retroMonths: parcel.retroMonths, retroDocument: parcel.retroDocument },
  })
}

// The organic clock of a plot, and the day it is where the programme works.

import { conversionOf, organicClaim } from '#domain/chain/claim.ts'
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

/** Made once per time zone: making one costs a hundred times what using it does. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, known)
  return known
}

/** The day it is (or was at `moment`) where the programme works, YYYY-MM-DD. */
export const localDay = ({ tenant, now }: Scope, moment: string | Date = now): string => dayFormat(tenant.timezone).format(new Date(moment))

// The organic clock of a plot.

import type { Declarations } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { counted, onDay, phrase, sentences } from '#domain/messages/message.ts'
import { organicStatusOf } from '../../queries/organic-status.ts'
import type { Scope } from '../../scope.ts'

/** BR-04 as of today: what the land would count as if it were sown now. A crop freezes its own at sowing. */
export function setOrganicStatus(scope: Scope, parcel: Stored<Declarations['landparcel']>): void {
  parcel.organicStatus = organicStatusOf(scope, parcel)
}

/** BR-04: what nobody but the manager has vouched for, and waits for the certification body; null when nothing does. */
export function unconfirmed(parcel: Stored<Declarations['landparcel']>): Finding | null {
  const { conversionStart, conversionCountsFrom, startConfirmedAt, retroMonths, retroConfirmedAt, retroDocument } = parcel
  const start = !startConfirmedAt && conversionStart && conversionCountsFrom !== conversionStart
  const months = retroMonths && !retroConfirmedAt
  if (!start && !months) return null
  return {
    ruleId: 'BR-04',
    severity: 'REVIEW',
    message: sentences([
      ...(start
        ? [
            phrase`Conversion counts from ${onDay(conversionCountsFrom ?? '')} until the certification body has confirmed the start on ${onDay(conversionStart ?? '')}.`,
          ]
        : []),
      ...(months ? [phrase`${counted(retroMonths)} months recognised before do not count until the certification body has confirmed them.`] : []),
    ]),
    figures: { ...(start ? { conversionStart, conversionCountsFrom } : {}), ...(months ? { retroMonths, retroDocument } : {}) },
  }
}

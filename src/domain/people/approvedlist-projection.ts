// Who signed an approved farmer list, and from when until when it was in force, from its events. Pure.
import type { Stored } from '../kernel/entity.ts'
import type { HistoryEvent } from '../kernel/history.ts'
import type { approvedlist } from './approvedlist.ts'

export type ApprovedList = Stored<typeof approvedlist>
type Columns = Pick<ApprovedList, 'signedBy' | 'signedOn' | 'countersignedBy' | 'inForceFrom' | 'inForceTo'>

/** `history` in order of occurrence; `dayOf`: the day of a moment where the programme works. The day of the replacement is the first of the new list. */
export function listColumns(history: readonly HistoryEvent[], dayOf: (moment: string) => string): Columns {
  const last = (type: string) => history.findLast(({ eventType }) => eventType === type)
  const [signed, countersigned, replaced] = [last('SIGNED'), last('COUNTERSIGNED'), last('REPLACED')]
  return {
    signedBy: signed?.recordedBy ?? null,
    signedOn: signed ? dayOf(signed.occurredAt) : null,
    countersignedBy: countersigned?.recordedBy ?? null,
    inForceFrom: countersigned ? dayOf(countersigned.occurredAt) : null,
    inForceTo: replaced ? dayOf(replaced.occurredAt) : null,
  }
}

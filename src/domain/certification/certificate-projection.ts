// Columns of a transaction certificate that follow from its events in order of occurrence (domain dictionary 5.5). Pure.
import { addDays } from '../kernel/day.ts'
import { declaredEvents, type HistoryEvent } from '../kernel/history.ts'
import { transactioncertificate } from './transactioncertificate.ts'

export type CertificateColumns = { tcNo: string | null; submittedAt: string | null; issuedAt: string | null; reservedUntil: string | null }

/** `reservationDays`: how long kilograms stay reserved while it is to be corrected; `dayOf` a moment, where the programme works. */
export function certificateColumns(
  history: readonly HistoryEvent[],
  { reservationDays, dayOf }: { reservationDays: number; dayOf: (moment: string) => string },
): CertificateColumns {
  const columns: CertificateColumns = { tcNo: null, submittedAt: null, issuedAt: null, reservedUntil: null }
  for (const event of declaredEvents(transactioncertificate, history)) {
    if (event.eventType === 'SUBMITTED') Object.assign(columns, { submittedAt: new Date(event.occurredAt).toISOString() })
    if (event.eventType === 'ISSUED') Object.assign(columns, { issuedAt: new Date(event.occurredAt).toISOString(), tcNo: event.data.tcNo })
    // The reservation is counted from the day on which a correction is asked for, and is over with whatever comes next.
    columns.reservedUntil = event.eventType === 'CORRECTION_ASKED' ? addDays(dayOf(event.occurredAt), reservationDays) : null
  }
  return columns
}

/** `CB-NIMAR-0012` after `CB-NIMAR-0011`: the next number in the sequence of the highest that ends in digits. */
export function nextNumberAfter(known: readonly string[], first: string): string {
  const ending = known.flatMap((no) => {
    const [, stem = '', digits] = /^(.*?)(\d+)$/.exec(no) ?? []
    return digits && Number.isSafeInteger(Number(digits)) ? [{ stem, digits }] : []
  })
  const last = ending.reduce<(typeof ending)[number] | undefined>((most, one) => (!most || Number(one.digits) > Number(most.digits) ? one : most), undefined)
  return last ? `${last.stem}${String(Number(last.digits) + 1).padStart(last.digits.length, '0')}` : first
}

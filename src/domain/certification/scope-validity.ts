// Whether a scope certificate is valid on a day: confirmed, within its dates, and neither suspended nor withdrawn then
// (domain dictionary 5.3). Expiry follows from the dates alone; no job has to have run.
import { addDays, daysBetween } from '../kernel/day.ts'

export type Validity = 'VALID' | 'NOT_CONFIRMED' | 'NOT_YET' | 'SUSPENDED' | 'EXPIRED' | 'WITHDRAWN'

export type DatedCertificate = { status: string; validFrom: string; validTo: string }
/** SUSPENDED, REINSTATED or WITHDRAWN, with its day where the programme works; in order of occurrence. */
export type ValidityEvent = { eventType: string; day: string }

/** Days before its end from which a valid one is expiring (5.3). */
export const expiringDays = 60
/** The status of that day, with what follows from the day: one whose last day is over has expired, whether the clock has recorded that yet or not. `day`: YYYY-MM-DD where the programme works. */
export const stateOn = ({ status, validFrom, validTo }: DatedCertificate, day: string): string => {
  if (status !== 'VALID' && status !== 'SUSPENDED') return status
  if (day > validTo) return 'EXPIRED'
  if (status === 'SUSPENDED') return status
  if (day < validFrom) return 'NOT_YET'
  return daysBetween(day, validTo) <= expiringDays ? 'EXPIRING' : status
}

/**
 * What the body has done with it by this day and not taken back; null: nothing. A suspension ends with a reinstatement alone, not with the last day of the certificate: an expiry settles nothing
 * of what it was suspended for.
 */
export function stoppedBy({ status }: Pick<DatedCertificate, 'status'>, events: readonly ValidityEvent[], day: string): 'SUSPENDED' | 'WITHDRAWN' | null {
  const last = events.filter((one) => one.day <= day).at(-1)?.eventType
  const isOfBefore = !events.some(({ eventType }) => eventType === status)
  if (last === 'WITHDRAWN' || (status === 'WITHDRAWN' && isOfBefore)) return 'WITHDRAWN'
  return last === 'SUSPENDED' || (status === 'SUSPENDED' && isOfBefore) ? 'SUSPENDED' : null
}

/** `day`: YYYY-MM-DD where the programme works. A suspension counts from its day until the day of the reinstatement. */
export function validityOn({ status, validFrom, validTo }: DatedCertificate, events: readonly ValidityEvent[], day: string): Validity {
  if (status === 'PROPOSED' || status === 'REJECTED') return 'NOT_CONFIRMED'
  const last = events.filter((one) => one.day <= day).at(-1)?.eventType
  // A status without its event (a record taken over from elsewhere) holds for every day.
  const isKnown = (type: string) => events.some(({ eventType }) => eventType === type)
  if (last === 'WITHDRAWN' || (status === 'WITHDRAWN' && !isKnown('WITHDRAWN'))) return 'WITHDRAWN'
  if (day > validTo) return 'EXPIRED'
  if (last === 'SUSPENDED' || (status === 'SUSPENDED' && !isKnown('SUSPENDED'))) return 'SUSPENDED'
  return day < validFrom ? 'NOT_YET' : 'VALID'
}

/** Why goods are not traded under a claim on a day: no certificate is in force, and one was that is no more. */
export type ScopeLapse = { id: string; scNo: string; validity: 'SUSPENDED' | 'WITHDRAWN' | 'EXPIRED' }
const lapsed: readonly ScopeLapse['validity'][] = ['SUSPENDED', 'WITHDRAWN', 'EXPIRED']
/**
 * Of the certificates of one holder. What its body did counts before what only ended; of several, that which lasts longest. Null: one is in force, or none had started by then: whoever was
 * never certified is judged by what it sends (BR-12).
 */
export function scopeLapseOn(
  certificates: readonly (DatedCertificate & { id: string; scNo: string; events: readonly ValidityEvent[] })[],
  day: string,
): ScopeLapse | null {
  const states = certificates.map(({ events, ...one }) => ({ ...one, validity: validityOn(one, events, day) }))
  if (states.some(({ validity }) => validity === 'VALID')) return null
  const started = states.filter(({ validFrom }) => validFrom <= day).sort((one, other) => (one.validTo > other.validTo ? -1 : 1))
  const found = lapsed.flatMap((validity) => started.filter((one) => one.validity === validity).map(({ id, scNo }): ScopeLapse => ({ id, scNo, validity })))
  return found[0] ?? null
}

/** Days on which one of several certificates of a holder is in force, up to `until`: the first and the last of each span, in order. */
export function coveredSpans(
  certificates: readonly (DatedCertificate & { events: readonly ValidityEvent[] })[],
  until: string,
): { from: string; to: string }[] {
  const changes = certificates.flatMap(({ validFrom, validTo, events }) => [validFrom, addDays(validTo, 1), ...events.map(({ day }) => day)])
  const starts = [...new Set(changes)].filter((day) => day <= until).sort()
  const spans: { from: string; to: string }[] = []
  for (const [index, from] of starts.entries()) {
    if (!certificates.some((one) => validityOn(one, one.events, from) === 'VALID')) continue
    const next = starts[index + 1]
    const to = next ? addDays(next, -1) : until
    const last = spans.at(-1)
    if (last && addDays(last.to, 1) === from) last.to = to
    else spans.push({ from, to })
  }
  return spans
}

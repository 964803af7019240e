// The consent of a farmer: what was typed with the record and each change since, by the time at which it was given or withdrawn
// (domain dictionary 3.1). Pure.
import { sinceTyped, type TypedFact } from '../kernel/typed-facts.ts'

export type Consent = { purpose: string; textVersion: string; givenAt: string; channel: string; withdrawnAt: string | null }

/** `facts`: in order of recording. A new consent ends the one before it for the same purpose. */
export function consents(facts: readonly TypedFact[]): Consent[] {
  const { typed, later } = sinceTyped(facts, 'consent')
  let rows = [...((typed as Consent[] | null) ?? [])]
  for (const { eventType, occurredAt, data } of later) {
    if (eventType !== 'CONSENT_CHANGED') continue
    const { purpose, given, textVersion, channel } = data as { purpose: string; given: boolean; textVersion: string; channel: string }
    rows = rows.map((one) => (one.purpose === purpose && !one.withdrawnAt ? { ...one, withdrawnAt: occurredAt } : one))
    if (given) rows = [...rows, { purpose, textVersion, givenAt: occurredAt, channel, withdrawnAt: null }]
  }
  return rows
}

// The consent of a farmer: what was typed with the record and each change since, by the time at which it was given or withdrawn
// (domain dictionary 3.1). Pure.
import type { EventData, Stored } from '../kernel/entity.ts'
import { sinceTyped, type TypedFact } from '../kernel/typed-facts.ts'
import type { farmer } from './farmer.ts'

type Consent = Stored<typeof farmer>['consent'][number]

/** `facts`: in order of recording. A new consent ends the one before it for the same purpose. */
export function consents(facts: readonly TypedFact[]): Consent[] {
  const { typed, later } = sinceTyped(facts, 'consent')
  let rows = [...((typed as Consent[] | null) ?? [])]
  for (const { eventType, occurredAt, data } of later) {
    if (eventType !== 'CONSENT_CHANGED') continue
    const { purpose, given, textVersion, channel } = data as EventData<typeof farmer, 'CONSENT_CHANGED'>
    rows = rows.map((one) => (one.purpose === purpose && !one.withdrawnAt ? { ...one, withdrawnAt: occurredAt } : one))
    if (given) rows = [...rows, { purpose, textVersion, givenAt: occurredAt, channel, withdrawnAt: null }]
  }
  return rows
}

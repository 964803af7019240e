// The scheme certificates of an operator: what was typed with the record, and what the certification body recorded since, by the
// day on which each change happened (domain dictionary 5.4). Pure.
import type { EventData, Stored } from '../kernel/entity.ts'
import { sinceTyped, type TypedFact } from '../kernel/typed-facts.ts'
import type { collective } from './collective.ts'

type SchemeCertificate = Stored<typeof collective>['schemes'][number]

/** `facts`: in order of recording. A change replaces the row of its scheme; ICS code and TraceNet number of the scheme stay. */
export function schemeCertificates(facts: readonly TypedFact[]): SchemeCertificate[] {
  const { typed, later } = sinceTyped(facts, 'schemes')
  let rows = [...((typed as SchemeCertificate[] | null) ?? [])]
  for (const { eventType, data } of later) {
    if (eventType !== 'SC_CHANGED') continue
    const issued = data as EventData<typeof collective, 'SC_CHANGED'>
    const before = rows.find(({ scheme }) => scheme === issued.scheme)
    const now = { icsCode: null, tracenetId: null, ...before, ...issued }
    rows = before ? rows.map((one) => (one === before ? now : one)) : [...rows, now]
  }
  return rows
}

// Names on a transaction certificate (domain dictionary 5.5, docs/decisions/0109): an issued one says what its parties, lots and products were called when it was issued,
// whatever they are called since; one of a past day that was not issued by then, what they were called on that day.
import { hash } from 'node:crypto'
import { entityOf, findEntity } from '#domain/entities.ts'
import type { Past, Refs, Scope } from '../scope.ts'
import { namedIn } from '../store/as-of.ts'
import { eventsOf } from '../store/caused-events.ts'
import { jcs } from '../store/event-hash.ts'
import { isPast } from '../store/past.ts'
import { referencesIn, refsOf } from '../store/references.ts'
import type { Certificate } from './certificate-facts.ts'

const transactioncertificate = entityOf('transactioncertificate')
const { fields } = transactioncertificate
type Named = { recordId: string; title: string }

/** States of one that has been issued. */
const issuedStates: readonly string[] = ['ISSUED', 'REVISED', 'WITHDRAWN']

/** What it names, and the fingerprint (sha-256 over canonical JSON, RFC 8785) of all that it says, both written with the event by which it is issued. */
export async function namesAtIssue(scope: Scope, certificate: Certificate, tcNo: string): Promise<{ named: Named[]; documentHash: string }> {
  const refs = await refsOf(scope, referencesOn(certificate))
  const named = Object.entries(refs)
    .map(([recordId, { title }]) => ({ recordId, title }))
    .sort((one, other) => (one.recordId < other.recordId ? -1 : 1))
  const isEntered = new Map(Object.entries(fields).map(([name, { by }]) => [name, by !== 'system']))
  const entered = Object.fromEntries(Object.entries(certificate).filter(([name]) => isEntered.get(name)))
  return { named, documentHash: hash('sha256', jcs({ kind: 'transaction certificate', format: 1, id: certificate.id, tcNo, ...entered, named }), 'hex') }
}
/** Files are named by their content, and by no title. */
const referencesOn = (certificate: Certificate) => referencesIn(fields, certificate).filter(({ target }) => findEntity(target))

/** Titles as they stand on it. `refs`: those of today. */
export async function namesOn(scope: Scope, certificate: Certificate, refs: Refs): Promise<Refs> {
  if (!issuedStates.includes(certificate.status)) return isPast(scope) ? titledThen(scope, refs) : refs
  const issue = (await eventsOf(scope, transactioncertificate, certificate.id, ['ISSUED'])).at(-1)
  if (!issue) return refs
  if (issue.data.named) return withTitles(refs, new Map(issue.data.named.map(({ recordId, title }) => [recordId, title])))
  // Issued before the names were written with it: what was known of them at that moment.
  const past = { occurredBy: issue.recordedAt, knownBy: issue.recordedAt, isKnownNow: false }
  return titledThen({ ...scope, now: new Date(issue.recordedAt), past }, refs)
}

const withTitles = (refs: Refs, titles: ReadonlyMap<string, string>): Refs =>
  Object.fromEntries(Object.entries(refs).map(([id, ref]) => [id, { ...ref, title: titles.get(id) ?? ref.title }]))

/** Of people their names of today: no certificate names them. */
async function titledThen(scope: Scope & { past: Past }, refs: Refs): Promise<Refs> {
  const titles = new Map<string, string>()
  for (const [name, of] of Map.groupBy(Object.entries(refs), ([, { entity }]) => entity)) {
    const entity = findEntity(name)
    if (!entity || name === 'user') continue
    for (const { id, title } of await namedIn(
      scope,
      entity,
      of.map(([id]) => id),
    ))
      titles.set(id, title)
  }
  return withTitles(refs, titles)
}

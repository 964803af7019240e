// What a transaction certificate binds follows from the state that its events lead to, in whatever order they were recorded or taken back: kilograms of the lots of its
// lines (certificate-ledger.ts), its dispatches and invoices (certificate-shipments.ts). Brought to it at the end of the step; each event posts what differs.

import { gramsByLot } from '#domain/chain/kilogram-checks.ts'
import { type Grams, toGrams } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { RecordedEvent } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { atEndOfStep, changesOfStep, stepKey } from '../store/step.ts'
import type { Certificate } from './certificate-facts.ts'
import { certificatesChanged } from './certificate-findings.ts'
import { type Bound, boundBy, postBindings } from './certificate-ledger.ts'
import { isOfBefore } from './certificate-queries.ts'
import { enterShipments } from './certificate-shipments.ts'
import { refuseOverused } from './external-inputs.ts'
import { refuseSecondReplacement } from './replacements.ts'

type Moment = Pick<RecordedEvent, 'id' | 'occurredAt'>
/** Certificates that the step changed, with the event that did so last. */
const touched = new WeakMap<object, Map<string, Moment>>()

export async function bringBindings(scope: Scope, certificateId: string, { id, occurredAt }: Moment): Promise<void> {
  const key = stepKey(scope)
  const changed = touched.get(key) ?? new Map<string, Moment>()
  touched.set(key, changed.set(certificateId, { id, occurredAt }))
  await atEndOfStep(scope, 'bindings of certificates', async () => {
    touched.delete(key)
    const certificates = await recordsById(scope, entityOf('transactioncertificate'), [...changed.keys()].sort())
    for (const one of certificates) if (['SUBMITTED', 'UNDER_REVIEW', 'CORRECTION'].includes(one.status)) await refuseSecondReplacement(scope, one)
    // What a newer one reserves follows from what the older one binds: that is brought to its state first.
    for (const certificate of olderFirst(certificates)) {
      const event = changed.get(certificate.id)
      if (event) await bind(scope, certificate, event)
    }
    await enterShipments(
      scope,
      certificates.map((one) => one.id),
    )
    await refuseOverused(scope, certificates)
    // One that was judged in this step is as it was judged.
    const isTakenBack = changesOfStep(scope).voided.length > 0
    const others = certificates.filter(({ status }) => isTakenBack || !['SUBMITTED', 'UNDER_REVIEW', 'ISSUED'].includes(status))
    if (others.length)
      await certificatesChanged(
        scope,
        others.map((one) => one.id),
      )
  })
}

/** Each after the one whose place it takes. */
function olderFirst(certificates: readonly Certificate[]): Certificate[] {
  const byId = new Map(certificates.map((one) => [one.id, one]))
  const ordered = new Set<Certificate>()
  const add = (one: Certificate | undefined, above: ReadonlySet<string>): void => {
    if (!one || above.has(one.id)) return
    if (one.replacesId) add(byId.get(one.replacesId), new Set([...above, one.id]))
    ordered.add(one)
  }
  for (const one of certificates) add(one, new Set())
  return [...ordered]
}

async function bind(scope: Scope, certificate: Certificate, event: Moment): Promise<void> {
  const bound = await boundBy(scope, certificate.id)
  const due = await dueOf(scope, certificate, bound)
  const lots = [...new Set([...bound.keys(), ...due.keys()])].sort()
  await postBindings(
    scope,
    event,
    lots.flatMap((lotId) => {
      const [has, wants] = [bound.get(lotId) ?? none, due.get(lotId) ?? none]
      const reserved = wants.reserved - has.reserved
      // What is given up is a release; what becomes a certificate is no reserve any more.
      const isReleased = reserved < 0 && wants.issued <= has.issued
      return [
        { lotId, account: isReleased ? ('TC_RELEASE' as const) : ('TC_RESERVE' as const), grams: reserved },
        { lotId, account: 'TC_ISSUE' as const, grams: wants.issued - has.issued },
      ]
    }),
  )
}
const none = { reserved: 0, issued: 0 }

/** What it must bind in its state. Kilograms of a certificate whose place it takes are not reserved twice. */
async function dueOf(scope: Scope, certificate: Certificate, bound: Bound): Promise<Bound> {
  const { status, lines, replacesId, reservedUntil } = certificate
  const requested = isOfBefore(certificate) ? await roomOf(scope, gramsByLot(lines), bound) : gramsByLot(lines)
  const each = (of: (grams: Grams, lotId: string) => { reserved: number; issued: number }): Bound =>
    new Map([...requested].map(([lotId, grams]) => [lotId, of(grams, lotId)]))
  if (status === 'ISSUED' || status === 'WITHDRAWN') return each((issued) => ({ reserved: 0, issued }))
  const isReserved = status === 'SUBMITTED' || status === 'UNDER_REVIEW' || (status === 'CORRECTION' && reservedUntil !== null)
  if (!isReserved) return new Map()
  const replaced = replacesId ? await boundBy(scope, replacesId) : null
  return each((grams, lotId) => ({ reserved: Math.max(0, grams - (replaced?.get(lotId)?.issued ?? 0)), issued: 0 }))
}

/** A certificate from before there were checks (migration 0037) binds what a lot can still give beside others, and stands in nobody's way for the rest. */
async function roomOf(scope: Scope, requested: Map<string, Grams>, own: Bound): Promise<Map<string, Grams>> {
  const lots = await recordsById(scope, entityOf('productbatch'), [...requested.keys()])
  return new Map(
    lots.map(({ id, onHandKg, shippedKg, reservedKg, certifiedKg }) => {
      const { reserved, issued } = own.get(id) ?? none
      const others = toGrams(reservedKg ?? 0) + toGrams(certifiedKg ?? 0) - reserved - issued
      return [id, Math.max(0, Math.min(requested.get(id) ?? 0, toGrams(onHandKg ?? 0) + toGrams(shippedKg ?? 0) - others))]
    }),
  )
}

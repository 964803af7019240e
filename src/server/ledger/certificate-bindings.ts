// What a transaction certificate binds follows from the state that its events lead to, in whatever order they were recorded or taken back: kilograms of the lots of its
// lines (certificate-ledger.ts), its dispatches and invoices (certificate-shipments.ts). Brought to it at the end of the step; each event posts what differs.

import { gramsByLot } from '#domain/chain/kilogram-checks.ts'
import type { Grams } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { RecordedEvent } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { atEndOfStep, stepKey } from '../store/step.ts'
import type { Certificate } from './certificate-facts.ts'
import { type Bound, boundBy, postBindings } from './certificate-ledger.ts'
import { enterShipments } from './certificate-shipments.ts'

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
    for (const certificate of certificates) {
      const event = changed.get(certificate.id)
      if (event) await bind(scope, certificate, event)
    }
    await enterShipments(
      scope,
      certificates.map((one) => one.id),
    )
  })
}

async function bind(scope: Scope, certificate: Certificate, event: Moment): Promise<void> {
  const [bound, due] = [await boundBy(scope, certificate.id), await dueOf(scope, certificate)]
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
async function dueOf(scope: Scope, { status, lines, shipments, replacesId, reservedUntil }: Certificate): Promise<Bound> {
  // Certificates from before there were checks name no dispatch, and bind nothing.
  if (!shipments.some(({ dispatchId }) => dispatchId)) return new Map()
  const asked = gramsByLot(lines)
  const each = (of: (grams: Grams, lotId: string) => { reserved: number; issued: number }): Bound =>
    new Map([...asked].map(([lotId, grams]) => [lotId, of(grams, lotId)]))
  if (status === 'ISSUED' || status === 'WITHDRAWN') return each((issued) => ({ reserved: 0, issued }))
  const isReserved = status === 'SUBMITTED' || status === 'UNDER_REVIEW' || (status === 'CORRECTION' && reservedUntil !== null)
  if (!isReserved) return new Map()
  const replaced = replacesId ? await boundBy(scope, replacesId) : null
  return each((grams, lotId) => ({ reserved: Math.max(0, grams - (replaced?.get(lotId)?.issued ?? 0)), issued: 0 }))
}

// What happens to kilograms on the way of a transaction certificate (domain dictionary 5.5): reserved when it is submitted, certified when it is issued, given free
// when it is rejected, cancelled or replaced; held back wherever they are when it is withdrawn. Each posts what differs from what is bound already.

import { gramsByLot } from '#domain/chain/kilogram-checks.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { type Certificate, dispatchIds } from '../../ledger/certificate-facts.ts'
import { judge, lockForJudgement } from '../../ledger/certificate-judgement.ts'
import { boundBy, postBindings } from '../../ledger/certificate-ledger.ts'
import { liveStates } from '../../ledger/certificate-queries.ts'
import { bringShipments } from '../../ledger/certificate-shipments.ts'
import { holdDispatched } from '../../ledger/inherited-holds.ts'
import { reversePostings } from '../../ledger/lot-ledger.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { recordBySystem } from '../../store/record-event.ts'

export const transactioncertificate = entityOf('transactioncertificate')
type Kind = typeof transactioncertificate
type Apply<K extends EventTypeOf<Kind>> = NonNullable<EventBehaviour<Kind, K>['apply']>
type Moment = { id: string; occurredAt: string }

/** An event whose postings are reversed with it, and after which the shipments that count are brought to the state. */
const step = <K extends EventTypeOf<Kind>>(apply?: Apply<K>, checkVoid?: EventBehaviour<Kind, K>['checkVoid']): EventBehaviour<Kind, K> => ({
  ...(apply && { apply }),
  ...(checkVoid && { checkVoid }),
  reverse: reversePostings,
  follow: (scope, { subject }) => bringShipments(scope, subject.id),
})

/** What is asked of each lot beyond what the certificate binds whose place this one takes. */
async function beyondReplaced(scope: Scope, { lines, replacesId }: Certificate): Promise<Map<string, number>> {
  const asked = gramsByLot(lines)
  if (replacesId) for (const [lotId, { issued }] of await boundBy(scope, replacesId)) asked.set(lotId, Math.max(0, (asked.get(lotId) ?? 0) - issued))
  return asked
}

export const submitted = step<'SUBMITTED'>(async (scope, { subject, event }) => {
  await lockForJudgement(scope, subject)
  // It is judged as being submitted by this event, not by an earlier one.
  await judge(scope, { ...subject, submittedAt: null }, event)
  const asked = await beyondReplaced(scope, subject)
  const bound = await boundBy(scope, subject.id)
  const lots = [...new Set([...asked.keys(), ...bound.keys()])].sort()
  const more = lots.map((lotId) => ({ lotId, grams: (asked.get(lotId) ?? 0) - (bound.get(lotId)?.reserved ?? 0) }))
  await postBindings(
    scope,
    event,
    more.map(({ lotId, grams }) => ({ lotId, grams, account: grams < 0 ? 'TC_RELEASE' : 'TC_RESERVE' })),
  )
})

export const issued = step<'ISSUED'>(
  async (scope, { subject, event }) => {
    await lockForJudgement(scope, subject)
    await judge(scope, subject, event, event.data.reviewNote ?? null)
    const bound = await boundBy(scope, subject.id)
    await postBindings(scope, event, [
      ...[...bound].map(([lotId, { reserved }]) => ({ lotId, account: 'TC_RESERVE' as const, grams: -reserved })),
      ...[...gramsByLot(subject.lines)].map(([lotId, grams]) => ({ lotId, account: 'TC_ISSUE' as const, grams: grams - (bound.get(lotId)?.issued ?? 0) })),
    ])
    // One step: at no moment do both count.
    if (subject.replacesId)
      await recordBySystem(scope, transactioncertificate, subject.replacesId, {
        eventType: 'REVISED',
        occurredAt: event.occurredAt,
        data: { replacedById: subject.id, causeEventId: event.id },
      })
  },
  (scope, { subject }) => refuseUsed(scope, subject),
)

/** Everything that a certificate still reserves is free again. */
async function release(scope: Scope, { id }: Certificate, event: Moment): Promise<void> {
  const bound = await boundBy(scope, id)
  await postBindings(
    scope,
    event,
    [...bound].map(([lotId, { reserved }]) => ({ lotId, account: 'TC_RELEASE', grams: -reserved })),
  )
}
const releases = <K extends 'REJECTED' | 'CANCELLED' | 'RESERVATION_ENDED'>() => step<K>((scope, { subject, event }) => release(scope, subject, event))
export const rejected = releases<'REJECTED'>()
export const cancelled = releases<'CANCELLED'>()
export const reservationEnded = releases<'RESERVATION_ENDED'>()
/** Its reservation begins or ends with these. */
export const reviewStarted = step<'REVIEW_STARTED'>()
export const correctionAsked = step<'CORRECTION_ASKED'>()

/** The newer one has the kilograms; with both, the net is posted. */
export const revised = step<'REVISED'>(async (scope, { subject, event }) => {
  const bound = await boundBy(scope, subject.id)
  await postBindings(
    scope,
    event,
    [...bound].map(([lotId, grams]) => ({ lotId, account: 'TC_ISSUE', grams: -grams.issued })),
  )
})

/** The kilograms stay on it: they are not certified anew while they are held. */
export const withdrawn = step<'WITHDRAWN'>(async (scope, { subject, event }) => {
  await holdDispatched(scope, dispatchIds(subject), { eventId: event.id, title: subject.title })
})

/** BR-26: what was certified with this one as its input stands on it. */
async function refuseUsed(scope: Scope, { id }: Certificate): Promise<void> {
  const rows = await scope.db
    .selectFrom('transactioncertificate')
    .select(['id', 'title', 'input_certificates'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('status', 'in', [...liveStates])
    .where('processor_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const user = rows.find(({ input_certificates }) => input_certificates?.some(({ certificateId }) => certificateId === id))
  if (user) throw ruleBlocked('BR-26', phrase`Certificate ${user.title} was made with this one as its input. Take that back first.`, { certificateId: user.id })
}

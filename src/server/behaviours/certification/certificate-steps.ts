// What happens on the way of a transaction certificate (domain dictionary 5.5): judged and reserved when it is submitted, judged and certified when it is issued; restricted
// back wherever the goods are when it is withdrawn. Which kilograms and shipments it binds follows from the state that its events lead to (certificate-bindings.ts).
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { bringBindings } from '../../ledger/certificate-bindings.ts'
import { type Certificate, dispatchIds } from '../../ledger/certificate-facts.ts'
import { oneAtATime } from '../../ledger/certificate-findings.ts'
import { judge, lockForJudgement } from '../../ledger/certificate-judgement.ts'
import { namesAtIssue } from '../../ledger/certificate-names.ts'
import { isOfBefore, liveStates } from '../../ledger/certificate-queries.ts'
import { dispatchesOfBefore } from '../../ledger/certificate-shipments.ts'
import { holdDispatched } from '../../ledger/inherited-holds.ts'
import { refuseSecondReplacement } from '../../ledger/replacements.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { refuseBlockedGoods } from './rule-effects.ts'

export const transactioncertificate = entityOf('transactioncertificate')
type Kind = typeof transactioncertificate

/** An event after which, and after whose void, what the certificate binds is brought to its state. */
const step = <K extends EventTypeOf<Kind>>(behaviour: EventBehaviour<Kind, K> = {}): EventBehaviour<Kind, K> => ({
  ...behaviour,
  follow: (scope, { subject, event }) => bringBindings(scope, subject.id, event),
})

/** What a rule stops is not certified by a group (BR-17, docs/decisions/0114): as it is neither bought nor sent. */
const refuseBlocked = (scope: Scope, { collectiveId, lines }: Certificate, { occurredAt }: { occurredAt: string }): Promise<void> =>
  collectiveId
    ? refuseBlockedGoods(
        scope,
        lines.map(({ batchId }) => batchId),
        localDay(scope, occurredAt),
      )
    : Promise.resolve()

const submitted = step<'SUBMITTED'>({
  async apply(scope, { subject, event }) {
    await lockForJudgement(scope, subject)
    await refuseSecondReplacement(scope, subject)
    // It is judged as being submitted by this event, not by an earlier one.
    await judge(scope, { ...subject, submittedAt: null }, event)
    await refuseBlocked(scope, subject, event)
  },
})

const issued = step<'ISSUED'>({
  complete: (scope, subject, { data }) => namesAtIssue(scope, subject, data.tcNo),
  async apply(scope, { subject, event }) {
    await lockForJudgement(scope, subject)
    // What becomes known at this moment is judged here, or finds it issued.
    await oneAtATime(scope)
    // As one that is to be issued: what the parties are today counts until then.
    await judge(scope, { ...subject, status: 'UNDER_REVIEW' }, event, event.data.reviewNote ?? null)
    await refuseBlocked(scope, subject, event)
    // One step: at no moment do both count.
    if (subject.replacesId)
      await recordBySystem(scope, transactioncertificate, subject.replacesId, {
        eventType: 'REVISED',
        occurredAt: event.occurredAt,
        data: { replacedById: subject.id, causeEventId: event.id },
      })
  },
  async checkVoid(scope, { subject }) {
    await refuseUsed(scope, subject)
    await refuseReplaced(scope, subject)
  },
})

/** The kilograms of its lots stay on it: they are not certified anew while they are restricted. What it used of certificates from elsewhere is free again. */
const withdrawn = step<'WITHDRAWN'>({
  async apply(scope, { subject, event }) {
    const dispatches = isOfBefore(subject) ? await dispatchesOfBefore(scope, subject) : dispatchIds(subject)
    await holdDispatched(scope, dispatches, { eventId: event.id, title: subject.title })
  },
})

/** BR-26: what was certified with this one as its input stands on it. */
async function refuseUsed(scope: Scope, { id, buyerId }: Certificate): Promise<void> {
  const rows = await scope.db
    .selectFrom('transactioncertificate')
    .select(['id', 'title', 'input_certificates'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('status', 'in', [...liveStates])
    .where('processor_id', '=', buyerId)
    .where('deleted_at', 'is', null)
    .execute()
  const user = rows.find(({ input_certificates }) => input_certificates?.some(({ certificateId }) => certificateId === id))
  if (user) throw ruleBlocked('BR-26', phrase`Certificate ${user.title} was made with this one as its input. Take that back first.`, { certificateId: user.id })
}

/** BR-26: a newer one that waits to take its place reserves only what goes beyond it. */
async function refuseReplaced(scope: Scope, { id }: Certificate): Promise<void> {
  const newer = await scope.db
    .selectFrom('transactioncertificate')
    .select(['id', 'title'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('status', 'in', [...liveStates])
    .where('replaces_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  if (newer) throw ruleBlocked('BR-26', phrase`Certificate ${newer.title} is to take the place of this one. Take that back first.`, { certificateId: newer.id })
}

export const certificateSteps = {
  SUBMITTED: submitted,
  REVIEW_STARTED: step<'REVIEW_STARTED'>(),
  CORRECTION_ASKED: step<'CORRECTION_ASKED'>(),
  RESERVATION_ENDED: step<'RESERVATION_ENDED'>(),
  ISSUED: issued,
  REJECTED: step<'REJECTED'>(),
  CANCELLED: step<'CANCELLED'>(),
  REVISED: step<'REVISED'>(),
  WITHDRAWN: withdrawn,
}

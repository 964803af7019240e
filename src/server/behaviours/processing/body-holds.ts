// What the certification body holds back is released, or disposed of, by the manager with the body's note (4.4; docs/decisions/0096): the body agrees first, by an
// auditor of a body that certifies the holder. A hold that becomes known late stays on whatever was released before anybody knew of it.
import { entityOf } from '#domain/entities.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { lotStateAt } from '../../ledger/lot-state-at.ts'
import { refuseWaiting, waitingForBody } from '../../ledger/restricted-by-body.ts'
import { type EventBehaviour, guardedBy, type Scope } from '../../scope.ts'
import { requireOwnBody } from '../certification/own-body.ts'
import { checked } from './checked-event.ts'

const productbatch = entityOf('productbatch')
type Batch = typeof productbatch
type On<K extends EventTypeOf<Batch>> = EventBehaviour<Batch, K>

const has = ({ user }: Scope, name: 'ADMIN' | 'CERTIFICATION_BODY_AUDITOR'): boolean => user.grants.some(({ role }) => role === name)
const isAuditor = (scope: Scope): boolean => has(scope, 'CERTIFICATION_BODY_AUDITOR') && !has(scope, 'ADMIN')
const isOfBodyOrAdmin = (scope: Scope): boolean => has(scope, 'CERTIFICATION_BODY_AUDITOR') || has(scope, 'ADMIN')

/** Nobody but auditors is asked for their body. */
export const quarantine: On<'QUARANTINE'> = {
  ...guardedBy<Batch, 'QUARANTINE'>(
    (scope, { subject }) => requireOwnBody(scope, subject),
    checked<'QUARANTINE'>(undefined, (scope, { event }) => {
      // Whoever may approve takes back what others recorded; not what the body did.
      if (event.data.isOfBody && !isOfBodyOrAdmin(scope)) throw waitingForBody(event.id)
    }),
  ),
  withCause: true,
  complete: async (scope, _subject, { data }) => (isAuditor(scope) && !data.causeEventId ? { isOfBody: true } : {}),
}

/** Of the body's holds that nobody has agreed to yet; of two auditors at once the second finds none. */
export const releaseAgreed: On<'RELEASE_AGREED'> = guardedBy(
  (scope, { subject }) => requireOwnBody(scope, subject),
  checked<'RELEASE_AGREED'>(async (scope, { subject, event }) => {
    const { holds } = await lotStateAt(scope, subject.id, event.occurredAt)
    if (!holds.some(({ agreedBy }) => agreedBy === event.id))
      throw new Problem('STATE_CONFLICT', { message: 'The certification body holds nothing of it back, or has agreed already.' })
  }),
)

/** Throws RULE_BLOCKED 4.4 while the body has not agreed. */
export const refuseWithoutBody = async (scope: Scope, lotId: string, at: string): Promise<void> => refuseWaiting(await lotStateAt(scope, lotId, at))

// What the certification body holds back is released, or disposed of, by the manager with the body's note (4.4; docs/decisions/0096): the body agrees first, by an
// auditor of the body that holds it back. A hold that becomes known late stays on whatever was released before anybody knew of it.
import { bodiesOf } from '#domain/access.ts'
import type { HoldsOfLot } from '#domain/chain/holds-of-lot.ts'
import { type Hold, isWaitingForBody } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { lotStateAt } from '../../ledger/lot-state-at.ts'
import { refuseUsedUnderHold } from '../../ledger/lot-uses.ts'
import { checkOwner, type Lot } from '../../ledger/lots.ts'
import { refuseWaiting, waitingForBody } from '../../ledger/restricted-by-body.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { actingBody, hasEnded, requireOwnBody, requireSettingBody } from '../certification/own-body.ts'
import { checked } from './checked-event.ts'

const productbatch = entityOf('productbatch')
type Batch = typeof productbatch
type On<K extends EventTypeOf<Batch>> = EventBehaviour<Batch, K>

const has = ({ user }: Scope, name: 'ADMIN' | 'OPERATOR_MANAGER' | 'CERTIFICATION_BODY_AUDITOR'): boolean => user.grants.some(({ role }) => role === name)
const isAuditor = (scope: Scope): boolean => has(scope, 'CERTIFICATION_BODY_AUDITOR') && !has(scope, 'ADMIN')

/** A person's hold that is recorded late restricts the lot from its own time on: what was taken out of it since then is named, as a dispatch is. */
const refuseUsedSince = async (scope: Scope, { subject, event }: EventChange<Batch, 'QUARANTINE'>): Promise<void> => {
  if (event.data.causeEventId) return
  await refuseUsedUnderHold(scope, subject.id, event.occurredAt, 'added', ({ eventId }) => eventId === event.id)
}

/** Nobody but auditors is asked for their body. */
export const quarantine: On<'QUARANTINE'> = {
  ...checked<'QUARANTINE'>(refuseUsedSince, async (scope, { subject, event }) => {
    const { isOfBody, certificationBodyId } = event.data
    if (!isOfBody) return requireOwnBody(scope, subject)
    // Whoever may approve takes back what others recorded; not what the body did.
    if (!has(scope, 'CERTIFICATION_BODY_AUDITOR') && !has(scope, 'ADMIN')) throw waitingForBody(event.id)
    await requireSettingBody(scope, certificationBodyId ?? null, subject)
  }),
  check: (scope, { subject, event }) => {
    if (!event.data.causeEventId && !has(scope, 'OPERATOR_MANAGER') && !has(scope, 'CERTIFICATION_BODY_AUDITOR')) checkOwner(scope, subject)
    return requireOwnBody(scope, subject)
  },
  withCause: true,
  complete: async (scope, subject, { data }) => {
    if (!isAuditor(scope) || data.causeEventId) return {}
    const certificationBodyId = await actingBody(scope, subject)
    return { isOfBody: true, ...(certificationBodyId ? { certificationBodyId } : {}) }
  },
}

const waitingAt = async (scope: Scope, lotId: string, at: string): Promise<Hold[]> => (await lotStateAt(scope, lotId, at)).holds.filter(isWaitingForBody)
/** The body whose holds the caller agrees to: one that they act for, or, of an administrator, one that certifies here no more. */
async function agreeingBody(scope: Scope, lot: Lot, occurredAt: string): Promise<string | undefined> {
  const waiting = (await waitingAt(scope, lot.id, occurredAt)).flatMap(({ bodyId }) => bodyId ?? [])
  const own = bodiesOf(scope.user)
  const found = waiting.find((one) => own.includes(one))
  if (found || !has(scope, 'ADMIN')) return found
  for (const one of waiting) if (await hasEnded(scope, one, lot)) return one
  return undefined
}
/** Of those holds that nobody has agreed to yet; of two at once the second finds none. */
export const releaseAgreed: On<'RELEASE_AGREED'> = {
  complete: async (scope, subject, { occurredAt }) => {
    const certificationBodyId = await agreeingBody(scope, subject, occurredAt)
    return certificationBodyId ? { certificationBodyId } : {}
  },
  ...checked<'RELEASE_AGREED'>(
    async (scope, { subject, event }) => {
      const { holds } = await lotStateAt(scope, subject.id, event.occurredAt)
      const [foreign] = holds.filter(isWaitingForBody)
      const isAgreed = holds.some(({ agreedBy }) => agreedBy === event.id)
      if (isAgreed || foreign?.bodyId) await requireSettingBody(scope, event.data.certificationBodyId ?? (isAgreed ? null : foreign?.bodyId) ?? null, subject)
      // Of a hold of which nobody noted the body, one that certifies the holder agrees; no administrator.
      if (!isAgreed || !(event.data.certificationBodyId || has(scope, 'CERTIFICATION_BODY_AUDITOR')))
        throw new Problem('STATE_CONFLICT', { message: 'The certification body holds nothing of it back, or has agreed already.' })
    },
    (scope, { subject, event }) => requireSettingBody(scope, event.data.certificationBodyId ?? null, subject),
  ),
}

/** What holds a lot back now, and whether the caller is who agrees to its release. */
export async function holdsOf(scope: Scope, lot: Lot): Promise<HoldsOfLot> {
  if (!['QUARANTINED', 'RECALLED'].includes(lot.status)) return { holds: [], mayAgree: false }
  const { holds } = await lotStateAt(scope, lot.id, scope.now.toISOString())
  return {
    holds: holds.map((hold) => ({
      eventId: hold.eventId,
      ...(hold.positive === null ? { reason: hold.reason, words: hold.words } : { reason: null, words: null }),
      isOfBody: hold.isOfBody === true,
      isWaiting: isWaitingForBody(hold),
    })),
    mayAgree: await mayAgree(scope, lot, holds.filter(isWaitingForBody)),
  }
}
async function mayAgree(scope: Scope, lot: Lot, waiting: readonly Hold[]): Promise<boolean> {
  if (waiting.length === 0) return false
  const own = bodiesOf(scope.user)
  if (has(scope, 'CERTIFICATION_BODY_AUDITOR') && waiting.some(({ bodyId }) => bodyId === undefined || own.includes(bodyId))) return true
  return has(scope, 'ADMIN') && (await agreeingBody(scope, lot, scope.now.toISOString())) !== undefined
}
/** Of what waits for the body the manager neither releases nor disposes. */
export const notYet = ({ holds, mayAgree: agrees, undecidable }: Record<string, unknown>): string[] => [
  ...(Array.isArray(undecidable) ? undecidable.map(String) : []),
  ...(agrees === true ? [] : ['RELEASE_AGREED']),
  ...(Array.isArray(holds) && holds.some(({ isWaiting }) => isWaiting) ? ['RELEASE', 'DISPOSAL'] : []),
]

/** Throws RULE_BLOCKED 4.4 while the body has not agreed. */
export const refuseWithoutBody = async (scope: Scope, lotId: string, at: string): Promise<void> => refuseWaiting(await lotStateAt(scope, lotId, at))

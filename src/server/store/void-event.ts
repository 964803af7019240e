// Taking an event back (BR-26). Events are never edited or deleted: this one is marked, its effects are
// undone by its behaviour, and the subject's status becomes what the remaining events say.
import { z } from 'zod'
import { canOn, canRecord } from '#domain/access.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import type { Scope } from '../scope.ts'
import { checkVersion } from './edit.ts'
import { auditEvents, type EventView, eventOf } from './event-view.ts'
import { readEvent } from './events.ts'
import { closeFlagsOfEvent } from './flags.ts'
import { reopenPlan } from './fulfil-plan.ts'
import { getRecord, isUuid } from './get.ts'
import { updateRow } from './write.ts'

/** Reasons are EPCIS's own error reasons. */
export const voidBody = z.strictObject({ reason: z.enum(['DID_NOT_OCCUR', 'INCORRECT_DATA']), note: z.string().trim().max(500).nullable().optional() })
type How = { status: 'VOIDED' | 'SUPERSEDED'; reason: 'DID_NOT_OCCUR' | 'INCORRECT_DATA'; note: string | null }

/** Throws NOT_FOUND, FORBIDDEN, VALIDATION, STATE_CONFLICT, RULE_BLOCKED, STALE_VERSION. */
export async function voidEvent(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  eventId: string,
  body: unknown,
  seenVersion?: number,
): Promise<{ event: EventView; subject: Row }> {
  const subject = await getRecord(scope, entity, subjectId, { lock: true })
  if (seenVersion !== undefined) checkVersion(subject, seenVersion)
  const { reason, note } = parse(voidBody, body)
  return voidRecordedEvent(scope, entity, subject, eventId, { status: 'VOIDED', reason, note: note ?? null })
}

/** `subject` must be locked. */
export async function voidRecordedEvent(scope: Scope, entity: AnyEntity, subject: Row, eventId: string, how: How): Promise<{ event: EventView; subject: Row }> {
  const found = isUuid(eventId) ? await readEvent(scope, entity, subject.id, eventId) : undefined
  if (!found) throw new Problem('NOT_FOUND', { message: 'There is no such event on this record.' })
  const event = eventOf(found)
  const spec = (entity.events as Record<string, EventSpec>)[event.eventType]
  if (!spec || (auditEvents as readonly string[]).includes(event.eventType))
    throw new Problem('STATE_CONFLICT', { message: 'This entry of the history cannot be taken back.' })
  if (event.status !== 'RECORDED') throw new Problem('STATE_CONFLICT', { message: 'This event was taken back already.' })
  // One takes back what one may record and recorded oneself; for another's event the right to decide is needed.
  const isOwn = event.recordedBy === scope.user.id && canRecord(scope.user, entity, spec, subject)
  if (!isOwn && !canOn(scope.user, entity, 'A', subject))
    throw new Problem('FORBIDDEN', { message: 'Only the person who recorded this, or somebody who may approve, can take it back.' })
  if (spec.system) throw new Problem('STATE_CONFLICT', { message: 'The product recorded this by itself; take back the event that caused it.' })

  const after = { ...subject, status: await statusWithout(scope, entity, subject, event.id) }
  const behaviour = scope.behaviours[entity.name]?.events?.[event.eventType]
  if (behaviour?.apply && !behaviour.undo)
    throw new Problem('STATE_CONFLICT', { message: `“${spec.label}” has effects that cannot be taken back. Record what corrects it instead.` })
  await scope.db
    .updateTable('event')
    .set({ status: how.status, void_reason: how.reason, void_note: how.note, voided_at: scope.now.toISOString(), voided_by: scope.user.id })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', event.id)
    .execute()
  const voided: EventView = {
    ...event,
    status: how.status,
    voidReason: how.reason,
    voidNote: how.note,
    voidedAt: scope.now.toISOString(),
    voidedBy: scope.user.id,
  }
  await behaviour?.undo?.(scope, {
    subject: after,
    event: voided,
    flag: () => {
      throw fieldProblem('event', 'rule', 'Nothing is flagged while taking back')
    },
  })
  await updateRow(scope, entity, subject, after)
  await closeFlagsOfEvent(scope, event.id, 'Event taken back')
  await reopenPlan(scope, event.id)
  return { event: voided, subject: after }
}

/** The status that the other events lead to. Throws STATE_CONFLICT when a later change builds on this one. */
async function statusWithout(scope: Scope, entity: AnyEntity, subject: Row, eventId: string): Promise<string> {
  const changes = await scope.db
    .selectFrom('event')
    .select(['id', 'event_type', 'status_before', 'status_after'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subject.id)
    .where('status', '=', 'RECORDED')
    .orderBy('subject_version')
    .execute()
  const at = changes.findIndex(({ id }) => id === eventId)
  const voided = changes[at]
  if (!voided || voided.status_before === voided.status_after) return subject.status
  const next = changes.slice(at + 1).find((later) => later.status_before !== later.status_after)
  if (next) {
    const label = (name: string) => (entity.events as Record<string, EventSpec>)[name]?.label ?? name
    throw new Problem('STATE_CONFLICT', {
      message: `“${label(next.event_type)}” came after it and builds on it. Take that back first.`,
      figures: { eventId: next.id, eventType: next.event_type },
    })
  }
  return voided.status_before ?? subject.status
}

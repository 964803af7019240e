// Events that the product recorded because of another one (a lot is received because goods were weighed in).
// They carry `causeEventId`, and are taken back with their cause, never by themselves.
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { changeBySystem } from '../store/edit.ts'
import { closeFlagsOfEvent } from '../store/flags.ts'
import { auditEvents } from './event-view.ts'

/**
 * Takes back what `causeId` had caused on `subject` (locked), and gives it the status and the `changes` of before.
 * Throws STATE_CONFLICT when the subject's status has moved on since.
 */
export async function voidCausedEvents(scope: Scope, entity: AnyEntity, subject: Row, causeId: string, changes: Record<string, unknown> = {}): Promise<Row> {
  const events = await scope.db
    .selectFrom('event')
    .select(['id', 'event_type', 'data', 'status_before', 'status_after'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subject.id)
    .where('status', '=', 'RECORDED')
    .orderBy('subject_version')
    .execute()
  const at = events.findIndex(({ data }) => (data as { causeEventId?: string }).causeEventId === causeId)
  const caused = events[at]
  if (!caused) return changeBySystem(scope, entity, subject, changes)
  const moved = caused.status_before !== caused.status_after
  const later = moved && events.slice(at + 1).find((event) => event.status_before !== event.status_after)
  if (later) {
    const label = entity.events[later.event_type]?.label ?? later.event_type
    throw new Problem('STATE_CONFLICT', {
      message: `“${label}” of ${subject.title} builds on this. Take that back first.`,
      figures: { eventId: later.id, eventType: later.event_type, subjectId: subject.id },
    })
  }
  await scope.db
    .updateTable('event')
    .set({ status: 'VOIDED', void_reason: 'INCORRECT_DATA', void_note: 'With its cause', voided_at: scope.now.toISOString(), voided_by: scope.user.id })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', caused.id)
    .execute()
  await closeFlagsOfEvent(scope, caused.id as string, 'Event taken back')
  return changeBySystem(scope, entity, subject, moved ? { status: caused.status_before, ...changes } : changes)
}

export type HistoryEvent = { id: string; eventType: string; occurredAt: string; recordedBy: string | null; data: Record<string, unknown> }
/**
 * Standing events of a record, or of several, in the order in which they were recorded; only of `types` when given. What
 * the product writes about every record (made, edited) is no fact of the field, and long: it is left out.
 */
export async function eventsOf(scope: Scope, entity: AnyEntity, subjects: string | readonly string[], types?: readonly string[]): Promise<HistoryEvent[]> {
  const ids = [subjects].flat()
  if (ids.length === 0) return []
  let query = scope.db
    .selectFrom('event')
    .select(['id', 'event_type', 'occurred_at', 'recorded_by', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', 'in', ids)
    .where('status', '=', 'RECORDED')
  query = types ? query.where('event_type', 'in', [...types]) : query.where('event_type', 'not in', [...auditEvents])
  const rows = await query.orderBy('subject_version').orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, eventType: row.event_type, occurredAt: row.occurred_at, recordedBy: row.recorded_by, data: row.data }))
}

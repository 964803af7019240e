// Events that the product recorded because of another one (a lot is received because goods were weighed in).
// They carry `causeEventId`, and are taken back with their cause, never by themselves.
import type { AnyEntity, EventData, EventTypeOf } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { type AuditEvent, auditEvents } from './event-view.ts'
import { eventsThen } from './past.ts'
import { historyRead, type KnownEvent } from './past-histories.ts'

export type HistoryEvent = {
  id: string
  eventType: string
  occurredAt: string
  recordedAt: string
  recordedBy: string | null
  supersedesEventId: string | null
  data: Record<string, unknown>
}
const inOrderOfRecording = (events: readonly KnownEvent[]): KnownEvent[] =>
  [...events].sort((one, other) => one.version - other.version || (one.id < other.id ? -1 : 1))
const isAudit = (eventType: string): boolean => auditEvents.some((one) => one === eventType)
type Typed<Type extends string, Data> = Omit<HistoryEvent, 'eventType' | 'data'> & { eventType: Type; data: Data & { causeEventId?: string | null } }
/** By its type, what the data of an event is; of the product's own entries the field changes. */
export type EventOf<E extends AnyEntity, T extends EventTypeOf<E> | AuditEvent> =
  T extends EventTypeOf<E> ? Typed<T, EventData<E, T>> : Typed<T, Record<string, unknown>>
/**
 * Events in force of a record, or of several, in the order in which they were recorded; only of `types` when given. What
 * the product writes about every record (made, edited) is no fact of the field, and long: it is left out.
 */
export function eventsOf<E extends AnyEntity>(scope: Scope, entity: E, subjects: string | readonly string[]): Promise<EventOf<E, EventTypeOf<E>>[]>
export function eventsOf<E extends AnyEntity, T extends EventTypeOf<E> | AuditEvent = EventTypeOf<E>>(
  scope: Scope,
  entity: E,
  subjects: string | readonly string[],
  types: readonly T[] | undefined,
  more?: { voidedToo?: string },
): Promise<EventOf<E, T>[]>
export async function eventsOf(
  scope: Scope,
  entity: AnyEntity,
  subjects: string | readonly string[],
  types?: readonly string[],
  /** An event that is being voided, and is wanted all the same. */
  { voidedToo }: { voidedToo?: string } = {},
): Promise<HistoryEvent[]> {
  const ids = [subjects].flat()
  if (ids.length === 0) return []
  const read = ids.map((id) => historyRead(scope, entity, id))
  if (read.every((history) => history !== undefined))
    return inOrderOfRecording(read.flat()).filter(({ eventType }) => (types ? types.includes(eventType) : !isAudit(eventType)))
  let query = scope.db
    .selectFrom('event as e')
    .select(['id', 'event_type', 'occurred_at', 'recorded_at', 'recorded_by', 'supersedes_event_id', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', 'in', ids)
    .where((where) => where.or([eventsThen(scope), ...(voidedToo ? [where('id', '=', voidedToo)] : [])]))
  query = types ? query.where('event_type', 'in', [...types]) : query.where('event_type', 'not in', [...auditEvents])
  const rows = await query.orderBy('subject_version').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    eventType: row.event_type,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by,
    supersedesEventId: row.supersedes_event_id,
    data: row.data,
  }))
}

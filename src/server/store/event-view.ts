// An event as its readers get it, and which events the product writes by itself about every record.
import type { RecordedEvent } from '#domain/kernel/entity.ts'
import type { RowOf } from '../scope.ts'

/** Written about every record by the product itself: they cannot be sent, nor voided. */
export const auditEvents = ['CREATED', 'EDITED', 'DELETED', 'EVENT_VOIDED'] as const
export type AuditEvent = (typeof auditEvents)[number]

/** A recorded event with what only its readers need. */
export type EventView = RecordedEvent & {
  gps: { lat: number; lng: number; accuracyM: number } | null
  lateReason: string | null
  /** The planned step that its recorder named. */
  planEventId: string | null
  /** Its recorder says that it is for no step; with neither nobody has answered. */
  forNoStep: boolean
  source: string
  statusBefore: string | null
  statusAfter: string
  voidNote: string | null
  voidedAt: string | null
  voidedBy: string | null
}

/** What an audit event says of each field that changed; of any other event nothing. */
export const changesIn = (data: Readonly<Record<string, unknown>>): Record<string, { from: unknown; to: unknown }> =>
  typeof data.changes === 'object' && data.changes !== null ? { ...data.changes } : {}

/** A row of the table `event`. */
export const eventOf = (row: RowOf<'event'>): EventView => ({
  id: row.id,
  eventType: row.event_type,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  occurredAt: row.occurred_at,
  occurredOffsetMin: row.occurred_offset_min,
  recordedAt: row.recorded_at,
  recordedBy: row.recorded_by,
  status: row.status,
  data: row.data,
  notes: row.notes,
  hash: row.hash,
  voidReason: row.void_reason,
  supersedesEventId: row.supersedes_event_id,
  gps: row.gps,
  lateReason: row.late_reason,
  planEventId: row.plan_event_id,
  forNoStep: row.for_no_step ?? false,
  source: row.source,
  statusBefore: row.status_before,
  statusAfter: row.status_after,
  voidNote: row.void_note,
  voidedAt: row.voided_at,
  voidedBy: row.voided_by,
})

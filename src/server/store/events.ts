// Reading what has been recorded about a record: its events, and its whole history with field changes.
import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { RowOf, Scope } from '../scope.ts'
import type { Condition } from './condition.ts'
import { readCursor, storedId, storedMoment, writeCursor } from './cursor.ts'
import { auditEvents, type EventView, eventOf } from './event-view.ts'
import { isUuid } from './get.ts'

export type EventPage = { events: EventView[]; next: string | null }
export type EventQuery = {
  limit: number
  cursor: string | null
  eventTypes: string[] /** Creation, edits and retirement too. */
  withOwn: boolean /** Events that were taken back too. */
  withVoided: boolean
}

export async function readEvent(scope: Scope, entity: AnyEntity, subjectId: string, eventId: string): Promise<RowOf<'event'> | undefined> {
  return scope.db
    .selectFrom('event')
    .selectAll()
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', eventId)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
}

/** One event of a record. Throws NOT_FOUND. */
export async function getEvent(scope: Scope, entity: AnyEntity, subjectId: string, eventId: string): Promise<EventView> {
  const found = isUuid(eventId) ? await readEvent(scope, entity, subjectId, eventId) : undefined
  if (!found) throw new Problem('NOT_FOUND', { message: 'There is no such event on this record.' })
  return eventOf(found)
}

/** Newest first by the time of happening, then by the order of recording. The subject must be visible to the caller. */
export async function listEvents(scope: Scope, entity: AnyEntity, subject: Row, query: EventQuery): Promise<EventPage> {
  const after = query.cursor ? [before(query.cursor)] : []
  const some = [
    ...(query.eventTypes.length ? [sql`e.event_type = any(${query.eventTypes}::text[])`] : []),
    ...(query.withOwn ? [] : [sql`not (e.event_type = any(${[...auditEvents]}::text[]))`]),
    ...(query.withVoided ? [] : [sql`e.status = 'RECORDED'`]),
    ...after,
  ]
  const { rows } = await sql<RowOf<'event'> & { key_0: string; key_1: number }>`
    select e.*, e.occurred_at::text as key_0, e.subject_version as key_1 from event as e
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${entity.name} and e.subject_id = ${subject.id} ${some.length ? sql`and ${sql.join(some, sql` and `)}` : sql``}
    order by e.occurred_at desc, e.subject_version desc, e.id desc limit ${query.limit + 1}`.execute(scope.db)
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return { events: shown.map(eventOf), next: last ? writeCursor([last.key_0, last.key_1, last.id]) : null }
}

const position = z.tuple([storedMoment, z.int32(), storedId])
function before(cursor: string): Condition {
  const [at, version, id] = readCursor(cursor, position)
  return sql`(e.occurred_at, e.subject_version, e.id) < (${at}::timestamptz, ${version}::integer, ${id}::uuid)`
}

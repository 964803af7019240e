// What a person did lately, across all records: the newest events they recorded, creations and edits among them.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Activity, ActivityPage } from '#domain/tenancy/person-answers.ts'
import type { Scope } from '../scope.ts'
import { readCursor, storedId, storedMoment, writeCursor } from '../store/cursor.ts'
import { refsOf } from '../store/references.ts'

const pageSize = 50

/** Newest first by the moment of recording. `cursor`: `next` of the page before. Throws VALIDATION on any other. */
export async function personActivity(scope: Scope, userId: string, cursor: string | null): Promise<ActivityPage> {
  const after = cursor === null ? sql`` : sql`and (e.recorded_at, e.id) < ${positionOf(cursor)}`
  const { rows } = await sql<Activity & { at: string }>`
    select e.id, e.event_type as "eventType", e.subject_type as "subjectType", e.subject_id as "subjectId", e.occurred_at as "occurredAt",
      e.recorded_at as "recordedAt", e.status, e.recorded_at::text as at
    from event as e where e.tenant_id = ${scope.tenant.id} and e.recorded_by = ${userId}::uuid ${after}
    order by e.recorded_at desc, e.id desc limit ${pageSize + 1}`.execute(scope.db)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const items = shown.map(({ at: _, ...activity }): Activity => activity)
  const references = items.map(({ subjectType, subjectId }) => ({ path: 'subjectId', target: subjectType, id: subjectId }))
  return { items, next: last ? writeCursor([last.at, last.id]) : null, refs: await refsOf(scope, references) }
}

const position = z.tuple([storedMoment, storedId])
function positionOf(cursor: string) {
  const [at, id] = readCursor(cursor, position)
  return sql`(${at}::timestamptz, ${id}::uuid)`
}

// Records of one entity that follow from others and are written together: made, and brought up to date, in a few statements whatever
// their number. No right is asked and no rule is judged here: who calls this has worked the records out.
import { sql } from 'kysely'
import type { AnyEntity, Row, Stored } from '#domain/kernel/entity.ts'
import { sendWithNext } from '#server/db/connection.ts'
import { columnName } from '#server/db/names.ts'
import { actorOf, type Scope, type Source } from '../scope.ts'
import { codesFor } from './codes.ts'
import { blankRecord, type Given } from './create.ts'
import { insertAll, insertRecords } from './create-many.ts'
import { writeNamed } from './event-references.ts'
import { notifyOfEvents } from './notify.ts'
import { cacheWritten } from './record-cache.ts'
import { writeTokens } from './search.ts'
import { type EventEnvelope, eventOf, titleOf } from './write.ts'

/** Makes them with a code each, in their order; each of its operator. One counter, one statement for records, one for events. */
export async function createManyBySystem<E extends AnyEntity>(
  scope: Scope,
  entity: E,
  many: readonly (Given<E> & Pick<Stored<E>, 'operatorId'>)[],
): Promise<void> {
  if (many.length === 0) return
  const codes = await codesFor(scope, entity, many.length)
  const rows = many.map((values) => {
    const row = blankRecord(scope, entity, { ...values, code: codes.next() }, values.operatorId)
    codes.take()
    return { ...row, title: titleOf(entity, row) }
  })
  codes.giveBack()
  insertRecords(scope, entity, rows)
}

/** A locked record as it is and as it shall be, with the event that says so where its status changes. */
export type Rewritten<E extends AnyEntity> = { before: Stored<E>; after: Stored<E>; event: Pick<EventEnvelope, 'eventType' | 'occurredAt' | 'data'> | null }

/** Writes these columns of all of them in one statement, and their events in another. `names`: fields that may differ; status beside them. */
export function updateMany<E extends AnyEntity>(
  scope: Scope,
  entity: E,
  changes: readonly Rewritten<E>[],
  names: readonly (keyof E['fields'] & string)[],
  source: Source = scope.source,
): void {
  if (changes.length === 0) return
  const written = ['status', 'title', 'version', 'updatedAt', 'updatedBy', ...names]
  const rows = changes.map(
    ({ before, after }): Row => ({
      ...after,
      title: titleOf(entity, after),
      version: before.version + 1,
      updatedAt: scope.now.toISOString(),
      updatedBy: actorOf(scope),
    }),
  )
  const found = names.filter((name) => entity.fields[name]?.search)
  const values = rows.map((row) => Object.fromEntries(['id', ...written].map((name) => [columnName(name), row[name] ?? null])))
  const set = sql.join(written.map((name) => sql`${sql.ref(columnName(name))} = x.${sql.ref(columnName(name))}`))
  sendWithNext(
    scope.db,
    sql`update ${sql.table(entity.name)} as r set ${set} from json_populate_recordset(null::${sql.table(entity.name)}, ${JSON.stringify(values)}::json) as x
      where r.tenant_id = ${scope.tenant.id} and r.id = x.id`,
  )
  for (const [index, value] of values.entries()) {
    const before = changes[index]?.before
    if (before) cacheWritten(scope, entity, before.id, before.version, value)
  }
  // Few records are found by other words than before.
  for (const [index, { before }] of changes.entries()) {
    const row = rows[index]
    if (row && (row.title !== before.title || found.some((name) => row[name] !== before[name]))) writeTokens(scope, entity, before, row)
  }
  const events = changes.flatMap(({ before, after, event }) =>
    event ? [eventOf(scope, entity, before, event, { before: before.status, after: after.status, version: before.version + 1 }, source)] : [],
  )
  if (events.length === 0) return
  insertAll(
    scope,
    'event',
    events.map(({ row }) => row),
  )
  writeNamed(
    scope,
    entity,
    events.map(({ event }) => event),
  )
  notifyOfEvents(
    scope,
    entity,
    events.map(({ event, row }) => ({
      ...event,
      subject: { id: event.subjectId, operatorId: row.operator_id },
      statusAfter: row.status_after,
      causeEventId: row.cause_event_id,
    })),
  )
}

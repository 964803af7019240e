// Which records a fact names, beside its subject: written with the event, so that whoever deletes a record finds by an index who has named it. Rows of
// what was voided stay; an event says itself whether it counts (docs/decisions/0106).
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { type AnyEntity, eventSpecOf } from '#domain/kernel/entity.ts'
import { fileTarget } from '#domain/kernel/field-kinds.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Db, Scope } from '../scope.ts'
import { referencesIn } from './references.ts'

type EventRow = Db extends Kysely<infer Tables extends { event: unknown }> ? Insertable<Tables['event']> : never
type Fact = { id: string; eventType: string; subjectId: string; data: Record<string, unknown> }

/** Of a declared event; what creations and edits name stands in the columns of their record. */
function namedIn(entity: AnyEntity, { eventType, subjectId, data }: Fact): string[] {
  const spec = eventSpecOf(entity, eventType)
  if (!spec) return []
  const named = referencesIn(spec.fields, data).flatMap(({ target, id }) => (target === fileTarget ? [] : [id.toLowerCase()]))
  return [...new Set(named)].filter((id) => id !== subjectId)
}

/** The event's row and what it names, in one statement with the next. */
export function writeEvent({ db, tenant }: Scope, entity: AnyEntity, event: Fact, row: EventRow): void {
  const named = namedIn(entity, event)
  const id = event.id
  const references = (within: Pick<Db, 'insertInto'>) =>
    within
      .insertInto('event_reference')
      .columns(['tenant_id', 'record_id', 'event_id'])
      .expression(sql`select ${tenant.id}::integer, n.id, ${id}::uuid from unnest(${named}::uuid[]) as n (id)`)
  sendWithNext(db, (named.length ? db.with('named', references) : db).insertInto('event').values(row))
}

/** The same of events that were written together. */
export function writeNamed({ db, tenant }: Scope, entity: AnyEntity, events: readonly Fact[]): void {
  const rows = events.flatMap((event) => namedIn(entity, event).map((id) => ({ record_id: id, event_id: event.id })))
  if (rows.length === 0) return
  sendWithNext(
    db,
    sql`insert into event_reference (tenant_id, record_id, event_id)
      select ${tenant.id}, n.record_id, n.event_id from json_to_recordset(${JSON.stringify(rows)}::json) as n (record_id uuid, event_id uuid)`,
  )
}

/** Facts `e` that count and name the record of this id. */
export const naming = ({ tenant }: Pick<Scope, 'tenant'>, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`event_reference as n join event as e on e.tenant_id = ${tenant.id} and e.id = n.event_id and e.status = 'RECORDED'
    where n.tenant_id = ${tenant.id} and n.record_id = ${id}`

// Reading one record, for showing or locked for changing. What a person may not see is not there (404).

import { type RawBuilder, sql } from 'kysely'
import { type Action, canOn } from '#domain/access.ts'
import type { AnyEntity, Row, Stored } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import { columnName } from '#server/db/names.ts'
import type { Scope } from '../scope.ts'
import { type Condition, isOfOperator, ofOperator, withinAccessScope } from './access-scope.ts'
import { allColumns, hasLines, toRow, typedRecord } from './columns.ts'
import { auditEvents } from './event-view.ts'
import { cachedRecord, cacheRecord, type Lock } from './record-cache.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuidPattern.test(text)

export type ReadOptions = {
  /** Holds the row until the transaction ends. */
  lock?: Lock
  /** Right needed to see it; 'any': whatever the product itself needs, without asking for a right. */
  by?: Action | 'any'
}

/** One record within the scope's reach and operator. Throws NOT_FOUND, also for another tenant's or operator's. */
export async function getRecord<E extends AnyEntity>(scope: Scope, entity: E, id: string, { lock = false, by = 'V' }: ReadOptions = {}): Promise<Stored<E>> {
  const found = isUuid(id) ? await findRecord(scope, entity, id, { lock, by }) : undefined
  if (!found) throw notHere(entity)
  return found
}
export const notHere = (entity: AnyEntity): Problem =>
  new Problem('NOT_FOUND', { message: phrase`There is no ${small(entity.label)} here with this id, or it is not yours to see.` })

/** The same, undefined when there is none. `id` must be a uuid. */
export async function findRecord<E extends AnyEntity>(
  scope: Scope,
  entity: E,
  id: string,
  { lock = false, by = 'V' }: ReadOptions = {},
): Promise<Stored<E> | undefined> {
  const cached = cachedRecord(scope, entity, id, { lock })
  if (cached) return by === 'any' || (canOn(scope.user, entity, by, cached) && isOfOperator(scope, entity, cached)) ? typedRecord(entity, cached) : undefined
  const mine = by === 'any' ? sql<boolean>`true` : sql<boolean>`${withinAccessScope(scope, entity, by)} and ${ofOperator(scope, entity)}`
  const [found] = await read(scope, entity, sql`r.id = ${id} and ${mine}`, lock)
  return found && typedRecord(entity, found)
}

/** Right side of an equality with any of these ids. One by itself where there is one: a statement over a list is planned anew each time it is asked. */
export const amongIds = (ids: readonly string[]): RawBuilder<string> => (ids.length === 1 ? sql<string>`${ids[0]}` : sql<string>`any(${[...ids]}::uuid[])`)

/** Several records by id, for rules that look around; order of ids, missing ones left out. Not limited to what the person may see. */
export async function recordsById<E extends AnyEntity>(
  scope: Scope,
  entity: E,
  ids: readonly string[],
  { lock = false, isRetiredToo = false }: { lock?: Lock /** Of whoever erases a person: also what was deleted as a mistake. */; isRetiredToo?: boolean } = {},
): Promise<Stored<E>[]> {
  const found = new Map<string, Row | undefined>(ids.map((id) => [id, cachedRecord(scope, entity, id, { lock })]))
  const unread = [...found].flatMap(([id, row]) => (row ? [] : [id]))
  if (unread.length) {
    for (const row of await read(scope, entity, sql<boolean>`r.id = ${amongIds(unread)}`, lock, isRetiredToo)) found.set(row.id, row)
  }
  return [...found.values()].flatMap((row) => (row ? [typedRecord(entity, row)] : []))
}

/** A locked record as the end of a step has left it, which may have written it again. */
export const afterStep = async (scope: Scope, entity: AnyEntity, row: Row): Promise<Row> =>
  (await recordsById(scope, entity, [row.id], { lock: true }))[0] ?? row

/** Locks the record that a field of this one names, without having read this one. */
export async function lockNamedBy(scope: Scope, entity: AnyEntity, id: string, field: string, target: AnyEntity, lock: Lock = true): Promise<void> {
  const named = sql`select s.${sql.ref(columnName(field))} from ${sql.table(entity.name)} as s where s.tenant_id = ${scope.tenant.id} and s.id = ${id}`
  await read(scope, target, sql<boolean>`r.id = (${named})`, lock)
}

/** The same by their ids, for rules that look around for many records at once; ids that are null or come twice are no matter. */
export async function recordMap<E extends AnyEntity>(
  scope: Scope,
  entity: E,
  ids: readonly (string | null)[],
  options: { lock?: Lock } = {},
): Promise<Map<string, Stored<E>>> {
  const records = await recordsById(scope, entity, [...new Set(ids.filter((id) => id !== null))], options)
  return new Map(records.map((record) => [record.id, record]))
}

/** `r` is not retired; in a scope of the past, not by what had happened and was known then. */
export const isLive = ({ past }: Pick<Scope, 'past'>): Condition =>
  past ? sql`(r.deleted_at is null or r.deleted_at > least(${past.occurredBy}::timestamptz, ${past.knownBy}::timestamptz))` : sql`r.deleted_at is null`

/** `r` was there on the day that is read, as its declaration says from when it is. */
export const wasThere = ({ past, tenant }: Pick<Scope, 'past' | 'tenant'>, entity: AnyEntity): Condition => {
  const { thereFrom } = entity
  if (!past || !thereFrom) return sql`true`
  const by = sql`${past.occurredBy}::timestamptz`
  if (thereFrom !== 'ENTRY') return sql`r.${sql.ref(columnName(thereFrom))} <= (${by} at time zone ${tenant.timezone})::date`
  return sql`(r.created_at <= ${by} or exists (select from event as w where w.tenant_id = ${tenant.id} and w.subject_type = ${entity.name} and w.subject_id = r.id
    and w.occurred_at <= ${by} and w.recorded_at <= ${past.knownBy}::timestamptz and (w.voided_at is null or w.voided_at > ${past.knownBy}::timestamptz)
    and w.event_type <> all(${[...auditEvents]}::text[])))`
}

const lockingClause = (lock: Lock) => (lock === 'share' ? sql`for share` : lock ? sql`for update` : sql``)

/** Live records in the order of their ids, so that two who lock several do it in the same order. */
async function read(scope: Scope, entity: AnyEntity, which: Condition, lock: Lock, isRetiredToo = false): Promise<Row[]> {
  const these = sql`from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and ${isRetiredToo ? sql`true` : isLive(scope)} and ${wasThere(scope, entity)} and ${which} order by r.id ${lockingClause(lock)}`
  const query = sql<Record<string, unknown>>`select ${allColumns(entity)} ${these}`
  // Lines are read by a statement that begins when the lock is there: one that waited would read them as they were before it waited.
  const rows = lock && hasLines(entity) ? (await queryAll(scope.db, sql`select r.id ${these}`, query))[1] : (await query.execute(scope.db)).rows
  return rows.map((one) => {
    const row = toRow(entity, one)
    if (!isRetiredToo) cacheRecord(scope, entity, row, { lock })
    return row
  })
}

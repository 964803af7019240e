// Identifiers of other systems in an index of their own: which record has one, unique by the database in each kind of record
// (docs/decisions/0091-external-ids.md). Nothing is sent for a record without any.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { externalKey } from '#domain/kernel/external-ids.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { sendWithNext } from '#server/db/connection.ts'
import { columnName } from '#server/db/names.ts'
import type { Scope } from '../scope.ts'
import type { Condition } from './access-scope.ts'
import { findRecord } from './get.ts'

type Key = { system: string; key: string }
const textOf = ({ system, key }: Key): string => `${system}:${key}`
/** In one order, so that two people who enter the same ones do not wait for each other. */
const keysOf = (row: Row | null): Key[] =>
  (row?.externalIds ?? []).map(({ system, value }) => ({ system, key: externalKey(value) })).sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
const without = (keys: readonly Key[], others: readonly Key[]): Key[] => {
  const known = new Set(others.map(textOf))
  return keys.filter((key) => !known.has(textOf(key)))
}
const pairs = (keys: readonly Key[]) => sql`select * from unnest(${keys.map(({ system }) => system)}::text[], ${keys.map(({ key }) => key)}::text[])`

/** Sent with the next statement, or with the end of the transaction. `after`: null when the record is taken back. */
export function writeExternalIds(scope: Scope, entity: AnyEntity, before: Row | null, after: Row | null): void {
  if (before?.externalIds === after?.externalIds) return
  const [old, fresh] = [keysOf(before), keysOf(after)]
  const [gone, added] = [without(old, fresh), without(fresh, old)]
  if (before && gone.length)
    sendWithNext(
      scope.db,
      sql`delete from external_id where tenant_id = ${scope.tenant.id} and entity = ${entity.name} and record_id = ${before.id} and (system, value_key) in (${pairs(gone)})`,
    )
  if (after && added.length) insert(scope, entity, [{ id: after.id, keys: added }])
}
/** Of new records, all in one statement. */
export function writeExternalIdsOfNew(scope: Scope, entity: AnyEntity, rows: readonly Row[]): void {
  const all = rows.flatMap((row) => (row.externalIds?.length ? [{ id: row.id, keys: keysOf(row) }] : []))
  if (all.length) insert(scope, entity, all)
}
function insert(scope: Scope, entity: AnyEntity, all: readonly { id: string; keys: readonly Key[] }[]): void {
  const flat = all.flatMap(({ id, keys }) => keys.map((key) => ({ ...key, id }))).sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
  sendWithNext(
    scope.db,
    sql`insert into external_id (tenant_id, entity, system, value_key, record_id) select ${scope.tenant.id}, ${entity.name}, t.system, t.value_key, t.record_id
      from unnest(${flat.map(({ system }) => system)}::text[], ${flat.map(({ key }) => key)}::text[], ${flat.map(({ id }) => id)}::uuid[]) as t (system, value_key, record_id)`,
  )
}

/**
 * Throws DUPLICATE for an identifier that another record of the kind has, naming that record to whoever may see it. Asked only where there are new ones;
 * of two people at the same moment the database refuses one. Answers the records that went on as this one and have some of them: these give them away.
 */
export async function refuseTakenIds(scope: Scope, entity: AnyEntity, before: Row | null, after: Row): Promise<string[]> {
  const added = without(keysOf(after), keysOf(before))
  if (added.length === 0) return []
  const isFormer = entity.goesOnAs
    ? sql`exists (select from ${sql.table(entity.name)} as m where m.tenant_id = ${scope.tenant.id} and m.id = x.record_id and m.${sql.ref(columnName(entity.goesOnAs))} = ${after.id})`
    : sql`false`
  const { rows } = await sql<{ system: string; value_key: string; record_id: string; is_former: boolean }>`
    select x.system, x.value_key, x.record_id, ${isFormer} as is_former from external_id as x
    where x.tenant_id = ${scope.tenant.id} and x.entity = ${entity.name} and x.record_id <> ${after.id} and (x.system, x.value_key) in (${pairs(added)})`.execute(
    scope.db,
  )
  const taken = rows.find(({ is_former }) => !is_former)
  if (!taken) return [...new Set(rows.map(({ record_id }) => record_id))]
  const other = await findRecord(scope, entity, taken.record_id)
  const index = (after.externalIds ?? []).findIndex(({ system, value }) => system === taken.system && externalKey(value) === taken.value_key)
  const name = `${taken.system}:${after.externalIds?.[index]?.value ?? taken.value_key}`
  const message = other ? phrase`${name} is ${other.title} (${other.code}).` : phrase`Another record has ${name} already.`
  throw new Problem('DUPLICATE', { message, fields: [{ path: 'externalIds', code: 'taken', message }] })
}

/**
 * Records that have one of these (`SYSTEM:value`), and those that stand for such a record. Both by an index, whatever the planner knows of the table: each pair is written out,
 * because a list of them would be joined to all of the kind where the table seems small.
 */
export function hasExternalId(scope: Scope, entity: AnyEntity, values: readonly string[]): Condition {
  const keys = values.map((value) => {
    const colon = value.indexOf(':')
    return { system: value.slice(0, colon).trim().toUpperCase(), key: externalKey(value.slice(colon + 1)) }
  })
  const found = sql`select x.record_id from external_id as x where x.tenant_id = ${scope.tenant.id} and x.entity = ${entity.name} and (${sql.join(
    keys.map(({ system, key }) => sql`(x.system = ${system} and x.value_key = ${key})`),
    sql` or `,
  )})`
  if (!entity.goesOnAs) return sql`r.id = any (array(${found}))`
  const survivors = sql`select m.${sql.ref(columnName(entity.goesOnAs))} from ${sql.table(entity.name)} as m where m.tenant_id = ${scope.tenant.id} and m.id = any (array(${found}))`
  return sql`r.id = any (array(${found} union all ${survivors}))`
}

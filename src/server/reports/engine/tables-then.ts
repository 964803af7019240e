// The tables of a report as they were on a past day: a statement that reads them by their names finds, in place of the present rows, those
// of then. What of a record may differ is folded from its events, as on its own page of that day; everything else is its row.
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { apart, queryAll } from '#server/db/connection.ts'
import { columnName } from '#server/db/names.ts'
import { lineKey, linesTable } from '#server/db/schema.ts'
import { placesOf } from '../../ledger/lot-handling.ts'
import { lotsThen } from '../../ledger/lots-then.ts'
import { enteredThen } from '../../ledger/named-then.ts'
import type { Past, Scope } from '../../scope.ts'
import { knownAsOf } from '../../store/as-of.ts'
import { ownColumnsOf } from '../../store/columns.ts'
import type { Condition } from '../../store/condition.ts'
import { isLive, recordsById, wasThere } from '../../store/get.ts'
import { readFoldsAhead } from '../../store/grower-then.ts'
import { changedSince, entriesThen, eventsThen, statusThen } from '../../store/past.ts'
import { entering } from '../../store/refs-then.ts'
import type { PastTable } from './report-query.ts'

type PastScope = Scope & { past: Past }
/** How much may be folded, and who hears how far it is. */
export type Folding = { most: number; onProgress?: (share: number) => Promise<void> }
/** Records of one kind that are folded for a report that somebody waits for; more are folded in the background. */
export const whileOneWaits: Folding = { most: 5000 }
/** More records than this of one kind no operator has. */
export const mostInBackground = 500_000
/** So many at a time. */
const setSize = 500

/** Each `name as (…)`, for the `with` of a statement. Throws TOO_LARGE where more records would have to be folded than one report may. */
export async function tablesThen(scope: PastScope, tables: readonly PastTable[], folding: Folding = whileOneWaits): Promise<RawBuilder<unknown>[]> {
  const parts: RawBuilder<unknown>[] = []
  for (const [place, table] of tables.entries()) {
    const share = (of: number) => (place + of) / tables.length
    const own: Folding = { ...folding, onProgress: async (of) => folding.onProgress?.(share(of)) }
    parts.push(...(table.ofStatus ? [statusTable(scope, entityOf(table.table))] : await foldedTable(scope, table, own)))
  }
  // Last, since each may read the tables before it alone as they are.
  return [...parts, flagTable(scope), entryTable(scope), eventTable(scope)]
}

/** Events that count then, each as it was recorded. */
const eventTable = (scope: PastScope) => sql`event as not materialized (
  select e.id, e.tenant_id, e.subject_type, e.subject_id, e.event_type, e.occurred_at, e.recorded_at, e.recorded_by, e.subject_version, e.data, e.status_before, e.status_after, e.gps, e.voided_at,
    'RECORDED' as status from event as e where e.tenant_id = ${scope.tenant.id} and ${eventsThen(scope)})`

/** Findings that had been opened, open unless they were closed by then; one of an event counts from when that happened (store/as-of.ts). */
const flagTable = ({ tenant, past }: PastScope) => sql`flag as not materialized (
  select f.id, f.tenant_id, f.subject_type, f.subject_id, f.event_id, f.rule_id, f.severity, f.figures, f.opened_at,
    case when f.closed_at <= ${past.knownBy}::timestamptz then f.closed_at end as closed_at
  from flag as f where f.tenant_id = ${tenant.id} and f.opened_at <= ${past.knownBy}::timestamptz
    and not exists (select 1 from event as e where e.tenant_id = f.tenant_id and e.id = f.event_id and e.event_type <> 'CREATED' and e.occurred_at > ${past.occurredBy}::timestamptz))`

const entryTable = (scope: PastScope) => sql`ledger_entry as not materialized (
  select e.tenant_id, e.batch_id, e.account, e.delta_kg, e.at from ledger_entry as e where e.tenant_id = ${scope.tenant.id} and ${entriesThen(scope)})`

/** Records of which nothing but the state changes after they were made. */
const statusTable = (scope: PastScope, entity: AnyEntity) => sql`${sql.table(entity.name)} as not materialized (
  select * from (select ${columnsOf(entity, { status: sql`${statusThen(scope, entity.name, sql`r.id`, sql`r.status`)} as status` })}
    from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and ${isLive(scope)} and ${wasThere(scope, entity)}) as r where r.status is not null)`

async function foldedTable(scope: PastScope, { table, which, entered: isEntered }: PastTable, folding: Folding): Promise<RawBuilder<unknown>[]> {
  const entity = entityOf(table)
  const ids = await foldedIds(scope, entity, which, folding.most, isEntered)
  const lines = Object.entries(entity.fields).flatMap(([name, field]) => (factsOf(field).hasTable ? [name] : []))
  const rows = await foldedRows(scope, entity, lines, ids, folding)
  return [
    sql`${sql.table(entity.name)} as not materialized (
      select ${columnsOf(entity)} from ${sql.table(entity.name)} as r
      where r.tenant_id = ${scope.tenant.id} and ${isLive(scope)} and ${wasThere(scope, entity)} and ${which?.(scope) ?? sql`true`} and ${rows.isOther(sql`r.id`)}
      union all select ${columnsOf(entity)} from ${rows.records} as r)`,
    ...lines.map((name) => {
      const table = sql.table(linesTable(entity, name))
      return sql`${table} as not materialized (
        select l.* from ${table} as l where l.tenant_id = ${scope.tenant.id} and ${rows.isOther(sql`l.${sql.ref(lineKey.parent)}`)}
        union all select * from ${rows.linesOf(name)})`
    }),
  ]
}

/** Folded records and their lines as something to select from; `isOther`: of an id, that it is of none of them. */
type FoldedRows = {
  records: RawBuilder<unknown>
  linesOf(field: string): RawBuilder<unknown>
  isOther(id: RawBuilder<unknown>): Condition
}

/** In sets. Of few the rows go with the statement; of many each set is written into tables that end with the transaction, so that no more than a set is in memory. */
async function foldedRows(scope: PastScope, entity: AnyEntity, lines: readonly string[], ids: readonly string[], { onProgress }: Folding): Promise<FoldedRows> {
  if (ids.length <= whileOneWaits.most) {
    const rows: Row[] = []
    for (const set of setsOf(ids)) rows.push(...(await rowsThen(scope, entity, set)))
    return {
      records: recordset(scope, entity, rows),
      linesOf: (name) => linesRecordset(scope, entity, name, rows),
      isOther: (id) => sql`${id} <> all(${[...ids]}::uuid[])`,
    }
  }
  const [records, known] = [sql.table(`then_${entity.name}`), sql.table(`then_${entity.name}_ids`)]
  const tableOf = (name: string) => sql.table(`then_${linesTable(entity, name)}`)
  // A pack has several reports in one transaction, one after the other.
  await queryAll(scope.db, ...[records, known, ...lines.map(tableOf)].map((table) => sql`drop table if exists ${table}`))
  await queryAll(
    scope.db,
    sql`create temporary table ${records} on commit drop as select ${columnsOf(entity)} from ${sql.table(entity.name)} as r where false`,
    sql`create temporary table ${known} (id uuid primary key) on commit drop`,
    ...lines.map((name) => sql`create temporary table ${tableOf(name)} on commit drop as select * from ${sql.table(linesTable(entity, name))} where false`),
  )
  let done = 0
  for (const set of setsOf(ids)) {
    const own = { ...scope, db: apart(scope.db) }
    const rows = await rowsThen(own, entity, set)
    await queryAll(
      own.db,
      sql`insert into ${known} select unnest(${set}::uuid[])`,
      sql`insert into ${records} select ${columnsOf(entity)} from ${recordset(scope, entity, rows)} as r`,
      ...lines.map((name) => sql`insert into ${tableOf(name)} select * from ${linesRecordset(scope, entity, name, rows)}`),
    )
    done += set.length
    await onProgress?.(done / ids.length)
  }
  await queryAll(scope.db, sql`analyze ${records}`, sql`analyze ${known}`, ...lines.map((name) => sql`analyze ${tableOf(name)}`))
  return { records, linesOf: tableOf, isOther: (id) => sql`not exists (select from ${known} as k where k.id = ${id})` }
}

const setsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / setSize) }, (_, place) => ids.slice(place * setSize, (place + 1) * setSize))

function recordset(scope: PastScope, entity: AnyEntity, rows: readonly Row[]): RawBuilder<unknown> {
  const own = ownColumnsOf(entity)
  const json = JSON.stringify(
    rows.map((row) => ({ ...Object.fromEntries(own.map(({ name, column }) => [column, row[name] ?? null])), tenant_id: scope.tenant.id })),
  )
  return sql`jsonb_populate_recordset(null::${sql.table(entity.name)}, ${json}::jsonb)`
}

function linesRecordset(scope: PastScope, entity: AnyEntity, field: string, rows: readonly Row[]): RawBuilder<unknown> {
  const lines = rows.flatMap((row) => {
    const list: readonly Record<string, unknown>[] = Array.isArray(row[field]) ? row[field] : []
    return list.map((line, index) => ({
      ...Object.fromEntries(Object.entries(line).map(([name, value]) => [columnName(name), value])),
      ...{ tenant_id: scope.tenant.id, [lineKey.parent]: row.id, [lineKey.line]: index + 1 },
    }))
  })
  return sql`jsonb_populate_recordset(null::${sql.table(linesTable(entity, field))}, ${JSON.stringify(lines)}::jsonb)`
}

/** Of `r`, in the order of the declaration; none of them was retired then. */
const columnsOf = (entity: AnyEntity, instead: Readonly<Record<string, RawBuilder<unknown>>> = {}): RawBuilder<unknown> =>
  sql.join([
    sql.ref('r.tenant_id'),
    sql`null::timestamptz as deleted_at`,
    ...ownColumnsOf(entity).map(({ column }) => instead[column] ?? sql.ref(`r.${column}`)),
  ])

/** By kind, what decides beside the record's own events whether it may differ from its row; `true`: always. */
const mayDiffer: Readonly<Record<string, (scope: PastScope) => Condition>> = {
  // Kilograms bought, score and claim follow from the ledger, from findings, from plots and from rules.
  crop: () => sql`true`,
  // Claims follow from all sources.
  productbatch: () => sql`true`,
  // A plot takes over from the plots that it was made of, and lies with its grower.
  landparcel: (scope) => sql`(${changedSince(scope, sql`(('landparcel', r.id), ('farmer', r.farmer_id))`)}
    or exists (select 1 from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'landparcel' and e.subject_id = r.id and e.event_type = 'TAKEN_OVER'))`,
}

async function foldedIds(scope: PastScope, entity: AnyEntity, which: PastTable['which'], most: number, isEntered = false): Promise<string[]> {
  const own = sql`((${entity.name}::text, r.id))`
  const differs = isEntered ? changedSince(scope, own, entering) : (mayDiffer[entity.name]?.(scope) ?? changedSince(scope, own))
  const { rows } = await sql<{ id: string }>`select r.id from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and ${isLive(scope)} and ${wasThere(scope, entity)} and ${which?.(scope) ?? sql`true`} and ${differs} order by r.id limit ${most + 1}`.execute(
    scope.db,
  )
  if (rows.length > most)
    throw new Problem('TOO_LARGE', {
      message: phrase`More than ${most} records would have to be worked out for that day: let the report be made in the background, or narrow it.`,
      figures: { mostRows: most },
    })
  return rows.map(({ id }) => id)
}

/** Those of one set that were known then. */
async function rowsThen(scope: PastScope, entity: AnyEntity, ids: readonly string[]): Promise<Row[]> {
  const present = await recordsById(scope, entity, ids)
  if (entity.name === 'productbatch') {
    const lotIds = present.map(({ id }) => id)
    const [columns, places, names] = [await lotsThen(scope, lotIds), await placesOf(scope, lotIds), await enteredThen(scope, entity, present)]
    return present.flatMap((row) => (columns.has(row.id) ? [{ ...row, ...names.get(row.id), ...columns.get(row.id), ...places.get(row.id) }] : []))
  }
  await readFoldsAhead(scope, entity, present)
  const then: Row[] = []
  for (const row of present) {
    const known = await knownAsOf(scope, entity, row)
    if (known) then.push(known.row)
  }
  return then
}

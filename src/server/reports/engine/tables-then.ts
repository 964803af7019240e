// The tables of a report as they were on a past day: a statement that reads them by their names finds, in place of the present rows, those
// of then. What of a record may differ is folded from its events, as on its own page of that day; everything else is its row.
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { columnName } from '#server/db/names.ts'
import { lineKey, linesTable } from '#server/db/schema.ts'
import { changedSince } from '../../ledger/crops-then.ts'
import { placesOf } from '../../ledger/lot-handling.ts'
import { lotsThen } from '../../ledger/lots-then.ts'
import type { Past, Scope } from '../../scope.ts'
import { knownAsOf } from '../../store/as-of.ts'
import { ownColumnsOf } from '../../store/columns.ts'
import type { Condition } from '../../store/condition.ts'
import { isLive, recordsById, wasThere } from '../../store/get.ts'
import { readFoldsAhead } from '../../store/grower-then.ts'
import { entriesThen, eventsThen, statusThen } from '../../store/past.ts'
import type { PastTable } from './report-query.ts'

type PastScope = Scope & { past: Past }
/** Records of one kind that are folded for one report. */
const mostFolded = 5000
/** So many at a time. */
const setSize = 500

/** Each `name as (…)`, for the `with` of a statement. Throws TOO_LARGE where more records would have to be folded than one report may. */
export async function tablesThen(scope: PastScope, tables: readonly PastTable[], most = mostFolded): Promise<RawBuilder<unknown>[]> {
  const parts: RawBuilder<unknown>[] = []
  for (const table of tables) parts.push(...(table.ofStatus ? [statusTable(scope, entityOf(table.table))] : await foldedTable(scope, table, most)))
  // Last, since each may read the tables before it alone as they are.
  return [...parts, flagTable(scope), entryTable(scope), eventTable(scope)]
}

/** Events that count then, each as it was recorded. */
const eventTable = (scope: PastScope) => sql`event as not materialized (
  select e.id, e.tenant_id, e.subject_type, e.subject_id, e.event_type, e.occurred_at, e.recorded_at, e.recorded_by, e.subject_version, e.data, e.status_before, e.status_after,
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

async function foldedTable(scope: PastScope, { table, which }: PastTable, most: number): Promise<RawBuilder<unknown>[]> {
  const entity = entityOf(table)
  const ids = await foldedIds(scope, entity, which, most)
  const rows = await rowsThen(scope, entity, ids)
  const own = ownColumnsOf(entity)
  const json = JSON.stringify(
    rows.map((row) => ({ ...Object.fromEntries(own.map(({ name, column }) => [column, row[name] ?? null])), tenant_id: scope.tenant.id })),
  )
  const isUnfolded: Condition = sql`r.id <> all(${[...ids]}::uuid[])`
  const lines = Object.entries(entity.fields).filter(([, field]) => factsOf(field).hasTable)
  return [
    sql`${sql.table(entity.name)} as not materialized (
      select ${columnsOf(entity)} from ${sql.table(entity.name)} as r
      where r.tenant_id = ${scope.tenant.id} and ${isLive(scope)} and ${wasThere(scope, entity)} and ${which?.(scope) ?? sql`true`} and ${isUnfolded}
      union all select ${columnsOf(entity)} from jsonb_populate_recordset(null::${sql.table(entity.name)}, ${json}::jsonb) as r)`,
    ...lines.map(([name]) => linesThen(scope, entity, name, ids, rows)),
  ]
}

/** Of `r`, in the order of the declaration; none of them was retired then. */
const columnsOf = (entity: AnyEntity, instead: Readonly<Record<string, RawBuilder<unknown>>> = {}): RawBuilder<unknown> =>
  sql.join([
    sql.ref('r.tenant_id'),
    sql`null::timestamptz as deleted_at`,
    ...ownColumnsOf(entity).map(({ column }) => instead[column] ?? sql.ref(`r.${column}`)),
  ])

function linesThen(scope: PastScope, entity: AnyEntity, field: string, ids: readonly string[], rows: readonly Row[]): RawBuilder<unknown> {
  const table = sql.table(linesTable(entity, field))
  const lines = rows.flatMap((row) => {
    const list: readonly Record<string, unknown>[] = Array.isArray(row[field]) ? row[field] : []
    return list.map((line, index) => ({
      ...Object.fromEntries(Object.entries(line).map(([name, value]) => [columnName(name), value])),
      ...{ tenant_id: scope.tenant.id, [lineKey.parent]: row.id, [lineKey.line]: index + 1 },
    }))
  })
  return sql`${table} as not materialized (
    select l.* from ${table} as l where l.tenant_id = ${scope.tenant.id} and l.${sql.ref(lineKey.parent)} <> all(${[...ids]}::uuid[])
    union all select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(lines)}::jsonb))`
}

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

async function foldedIds(scope: PastScope, entity: AnyEntity, which: PastTable['which'], most: number): Promise<string[]> {
  const differs = mayDiffer[entity.name]?.(scope) ?? changedSince(scope, sql`((${entity.name}::text, r.id))`)
  const { rows } = await sql<{ id: string }>`select r.id from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and ${isLive(scope)} and ${wasThere(scope, entity)} and ${which?.(scope) ?? sql`true`} and ${differs} order by r.id limit ${most + 1}`.execute(
    scope.db,
  )
  if (rows.length > most)
    throw new Problem('TOO_LARGE', {
      message: phrase`More than ${most} records would have to be worked out for that day. Narrow the report by its parameters.`,
      figures: { mostRows: most },
    })
  return rows.map(({ id }) => id)
}

/** Those that were known then. */
async function rowsThen(scope: PastScope, entity: AnyEntity, ids: readonly string[]): Promise<Row[]> {
  const then: Row[] = []
  for (let start = 0; start < ids.length; start += setSize) {
    const present = await recordsById(scope, entity, ids.slice(start, start + setSize))
    if (entity.name === 'productbatch') {
      const lotIds = present.map(({ id }) => id)
      const [columns, places] = [await lotsThen(scope, lotIds), await placesOf(scope, lotIds)]
      then.push(...present.flatMap((row) => (columns.has(row.id) ? [{ ...row, ...columns.get(row.id), ...places.get(row.id) }] : [])))
      continue
    }
    await readFoldsAhead(scope, entity, present)
    for (const row of present) {
      const known = await knownAsOf(scope, entity, row)
      if (known) then.push(known.row)
    }
  }
  return then
}

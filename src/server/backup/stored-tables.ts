// What a backup reads and a restore writes: the tables of the product as the database's own catalogue knows them, and their rows as
// texts. The same for both engines and for every version of the schema.
import { sql } from 'kysely'
import { queryAll, TextQuery, type TextRow } from '../db/connection.ts'
import { literal, quoted } from '../db/names.ts'
import type { Db } from '../scope.ts'
import type { TableSection } from './format.ts'

export type StoredTable = {
  name: string
  columns: { name: string; type: string }[]
  /** Whether its rows belong to programmes. */
  isOfTenants: boolean
}

/** Every table of the product by name, the list of migrations among them. */
export async function storedTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<{ name: string; columns: { name: string; type: string }[] }>`
    select c.relname as name, jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db)
  return rows.map((table) => ({ ...table, isOfTenants: table.columns.some(({ name }) => name === 'tenant_id') }))
}

/** How every value is written, whatever the settings of the server. Also: no statement or pause of ours ends by the clock. */
export const asBackups = sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true),
  set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
  set_config('lock_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`

/** Row security shows the rows of the programme that was entered; no role is, because the application's may not read all tables. */
const enter = (tenant: number) => sql`select set_config('app.tenant_id', ${String(tenant)}, true)`

/** Characters that are read at a time: rows of a file's bytes are 20 million each, most others two hundred. */
const bytesAtOnce = 2_000_000
const mostRows = 2000

let cursors = 0

/** All rows of a section, some at a time: a table is never in memory as a whole. */
export async function* rowsOf(db: Db, { table, columns, tenant }: TableSection, types: ReadonlyMap<string, string>): AsyncGenerator<readonly TextRow[]> {
  const cursor = `backup_${++cursors}`
  const names = columns.map(quoted).join(', ')
  const where = tenant === undefined ? '' : ` where tenant_id = ${tenant}`
  let count = columns.some((column) => types.get(column) === 'bytea') ? 1 : 50
  const fetch = () => new TextQuery(sql`${sql.raw(`fetch ${count} from ${cursor}`)}`)
  const [, , first] = await queryAll(
    db,
    tenant === undefined ? null : enter(tenant),
    sql`${sql.raw(`declare ${cursor} no scroll cursor for select ${names} from ${quoted(table)}${where}`)}`,
    fetch(),
  )
  let rows: readonly TextRow[] = first
  while (rows.length > 0) {
    yield rows
    if (rows.length < count) break
    const size = rows.reduce((sum, row) => sum + row.reduce((length, value) => length + (value?.length ?? 0), 0), 0)
    count = Math.max(1, Math.min(mostRows, 2 * count, Math.floor((bytesAtOnce * rows.length) / Math.max(1, size))))
    ;[rows] = await queryAll(db, fetch())
  }
  await queryAll(db, sql`${sql.raw(`close ${cursor}`)}`)
}

/** Adds these rows to a table. */
export async function addRows(db: Db, { table, columns }: TableSection, types: ReadonlyMap<string, string>, rows: readonly TextRow[]): Promise<void> {
  if (rows.length === 0) return
  const lists = columns.map((_, at) => sql`${listOf(rows.map((row) => row[at] ?? null))}::text::text[]`)
  const values = columns.map((column, at) => `v${at}::${types.get(column)}`).join(', ')
  await sql`insert into ${sql.table(table)} (${sql.raw(columns.map(quoted).join(', '))})
    select ${sql.raw(values)} from unnest(${sql.join(lists)}) as u (${sql.raw(columns.map((_, at) => `v${at}`).join(', '))})`.execute(db)
}

/** As PostgreSQL writes an array. */
const listOf = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

/** References between tables and indexes of lists, which are taken away while rows are loaded and made again over all of them. */
export async function takeAside(db: Db): Promise<() => Promise<void>> {
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and k.contype = 'f' order by 1, 2`.execute(
    db,
  )
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select i.relname as name, pg_get_indexdef(i.oid) as definition from pg_index x
    join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
    where n.nspname = 'public' and not exists (select from pg_constraint k where k.conindid = i.oid) order by 1`.execute(db)
  const run = (text: string) => sql.raw(text).execute(db)
  for (const { table, name } of references) await run(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await run(`drop index ${quoted(name)}`)
  return async () => {
    for (const { definition } of indexes) await run(definition)
    for (const { table, name, definition } of references) await run(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
}

/** Sequences by name, with the number that each gives next. */
export async function sequencesOf(db: Db): Promise<Record<string, string>> {
  const { rows: names } = await sql<{ name: string }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S' order by 1`.execute(db)
  const next: Record<string, string> = {}
  for (const { name } of names) {
    const { rows } = await sql<{ next: string }>`select (last_value + is_called::integer)::text as next from ${sql.table(name)}`.execute(db)
    next[name] = rows[0]?.next ?? '1'
  }
  return next
}
export async function setSequences(db: Db, next: Readonly<Record<string, string>>): Promise<void> {
  // Nobody is given a number that is there, whatever the file says.
  const { rows } = await sql<{ least: string }>`select (coalesce(max(id), 0) + 1)::text as least from tenant`.execute(db)
  const least = { tenant_id_seq: BigInt(rows[0]?.least ?? 1) }
  for (const [name, value] of Object.entries(next)) {
    const wanted = BigInt(value)
    const floor = name === 'tenant_id_seq' ? least.tenant_id_seq : 1n
    await sql.raw(`select setval(${literal(`public.${quoted(name)}`)}, ${wanted > floor ? wanted : floor}, false)`).execute(db)
  }
}

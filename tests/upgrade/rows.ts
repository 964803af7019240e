// Rows as SQL and back: every table of a database as insert statements, in the order of its primary keys, and loading them into
// an empty one of the same schema, whoever owns it. Rights, row security and references are left as the schema has them.
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { openWalls } from '#server/db/migrate.ts'

type Db = Parameters<Parameters<Database['owner']>[0]>[0]
export type Table = { name: string; columns: string[]; key: string[] }

/** Every table but the list of migrations, by name. */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select array_agg(a.attname::text order by p.place) from pg_constraint k cross join unnest(k.conkey) with ordinality p (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = p.attnum where k.conrelid = c.oid and k.contype = 'p') as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migration' order by 1`.execute(
    db,
  )
  return rows
}

/** The values of each row as text, null as null, in the order of the primary key. */
export async function rowsOf(db: Db, { name, columns, key }: Table): Promise<(string | null)[][]> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))
  const { rows } = await sql<{ values: (string | null)[] }>`
    select array[${texts}] as values from ${sql.table(name)} order by ${sql.join(key.map((column) => sql`${sql.ref(column)}::text collate "C"`))}`.execute(db)
  return rows.map(({ values }) => values)
}

export async function rowsAsSql(db: Db): Promise<{ text: string; counts: Record<string, number> }> {
  await sql`set local timezone = 'UTC'`.execute(db)
  const counts: Record<string, number> = {}
  const statements: string[] = []
  for (const table of await tablesOf(db)) {
    const rows = await rowsOf(db, table)
    counts[table.name] = rows.length
    if (rows.length === 0) continue
    const lines = rows.map((values) => `(${values.map(literalOf).join(',')})`)
    statements.push(`insert into "${table.name}" (${table.columns.map((column) => `"${column}"`).join(', ')}) values\n${lines.join(',\n')};`)
  }
  statements.push(`select setval(pg_get_serial_sequence('tenant', 'id'), (select max(id) from tenant));`)
  return { text: `${statements.join('\n')}\n`, counts }
}

const literalOf = (value: string | null): string => {
  if (value === null) return 'null'
  const quoted = `'${value.replaceAll("'", "''")}'`
  return quoted.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

/** Loads what rowsAsSql wrote. References are taken off meanwhile, because rows refer to each other in circles, and checked when they are put back. */
export async function loadRows(database: Database, text: string): Promise<void> {
  const references = await database.owner(async (db) => {
    const { rows } = await sql<{ table: string; name: string; definition: string }>`
      select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and k.contype = 'f' order by 1, 2`.execute(
      db,
    )
    return rows
  })
  await database.script(
    [
      `begin; set local timezone = 'UTC';`,
      openWalls('no force'),
      ...references.map(({ table, name }) => `alter table "${table}" drop constraint "${name}";`),
      text,
      ...references.map(({ table, name, definition }) => `alter table "${table}" add constraint "${name}" ${definition};`),
      openWalls('force'),
      'commit;',
    ].join('\n'),
  )
}

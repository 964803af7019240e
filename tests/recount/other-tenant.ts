// The same programme once more under another tenant: every row with the same ids. What a statement reads of another tenant, by a join that forgets to name it, is then counted twice.
import { sql } from 'kysely'
import type { World } from '../harness/world.ts'
import type { Row } from './facts.ts'

/** People of both tenants have the same addresses, and are not copied: nobody has drawn or approved the copy. */
const withoutPeople = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !/^(mapped|approved|estimate_approved|verified)_by$/.test(name)))

/** Copies what cotton has to dairy; answers how many rows that are, and of which tables nothing could be copied. */
export async function copiedToDairy({ database, tenants: { cotton, dairy } }: World): Promise<{ rows: number; left: string[] }> {
  const names = await database.transaction(
    cotton.id,
    async (db) =>
      (
        await sql<{
          name: string
        }>`select c.table_name as name from information_schema.columns as c join information_schema.tables as t using (table_schema, table_name)
          where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' order by 1`.execute(db)
      ).rows,
  )
  let copied = 0
  let left = names.map(({ name }) => name)
  // What another one refers to comes first: those that are refused are tried again until none is copied any more.
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length
    const refused: string[] = []
    for (const name of left) {
      const rows = await database.transaction(
        cotton.id,
        async (db) =>
          (
            await sql<{
              row: Row
            }>`select to_jsonb(t) - 'tenant_id' || jsonb_build_object('tenant_id', ${dairy.id}::int) as row from ${sql.table(name)} as t`.execute(db)
          ).rows,
      )
      if (rows.length === 0) continue
      const insert = database.transaction(dairy.id, async (db) =>
        sql`insert into ${sql.table(name)} overriding system value select * from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows.map(({ row }) => withoutPeople(row)))}::jsonb)
          on conflict do nothing`.execute(db),
      )
      await insert.then(
        ({ numAffectedRows }) => {
          copied += Number(numAffectedRows ?? 0)
        },
        () => void refused.push(name),
      )
    }
    left = refused
  }
  return { rows: copied, left }
}

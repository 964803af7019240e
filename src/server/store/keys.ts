// Key columns: what the server computes from a record so that rules can look it up by an index (a name in one
// spelling). Written with the row; filled in at start for rows written by a version that did not know them.
import { sql } from 'kysely'
import { entities } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Database } from '#server/db/database.ts'
import { columnName } from '#server/db/names.ts'
import { listTenants } from '#server/db/platform.ts'
import { anyTable } from '../db/any-table.ts'
import type { Behaviours, Db } from '../scope.ts'
import { allColumns, toRow } from './columns.ts'

const rowsAtOnce = 500

/** Column → value of every key of a record; empty for entities without keys. */
export function keysOf(behaviours: Behaviours, entity: AnyEntity, row: Row): Record<string, unknown> {
  const values = entity.keys && behaviours[entity.name]?.keys?.(row)
  return values ? Object.fromEntries(Object.keys(entity.keys ?? {}).map((name) => [columnName(name), values[name] ?? null])) : {}
}

/**
 * Computes the keys of rows that have none yet (all of them null), tenant by tenant, a few hundred rows per transaction.
 * Cheap when there is nothing to do. Answers how many rows were written. Versions and history stay as they are: no
 * field of the record changes.
 */
export async function fillKeys(database: Database, behaviours: Behaviours): Promise<number> {
  const keyed = entities.filter(({ name, keys }) => keys && behaviours[name]?.keys)
  let filled = 0
  for (const { id } of await database.platform(listTenants))
    for (const entity of keyed)
      for (let from = ''; ; ) {
        const done = await database.transaction(id, (db) => fillSome(db, id, entity, behaviours, from))
        filled += done.length
        if (done.length < rowsAtOnce) break
        from = done.at(-1) ?? ''
      }
  return filled
}

async function fillSome(db: Db, tenantId: number, entity: AnyEntity, behaviours: Behaviours, from: string): Promise<string[]> {
  const columns = Object.entries(entity.keys ?? {}).map(([name, type]) => ({ column: columnName(name), type }))
  const empty = sql.join(
    columns.map(({ column }) => sql`${sql.ref(`r.${column}`)} is null`),
    sql` and `,
  )
  const { rows } = await sql<Record<string, unknown> & { id: string }>`
    select ${allColumns(entity)} from ${sql.table(entity.name)} as r
    where r.tenant_id = ${tenantId} and ${empty} ${from ? sql`and r.id > ${from}::uuid` : sql``} order by r.id limit ${rowsAtOnce} for update`.execute(db)
  for (const found of rows) {
    const row = toRow(entity, found)
    await anyTable(db)
      .updateTable(entity.name)
      .set(keysOf(behaviours, entity, row))
      .where('tenant_id', '=', tenantId)
      .where('id', '=', row.id)
      .execute()
  }
  return rows.map(({ id }) => id)
}

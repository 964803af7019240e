// Bytes of files in the database itself: the default. One backup has them, and nothing has to be set up; right for a few gigabytes.
// They travel as base64: both engines take and give text alike.
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { defaultQuotaBytes, type FileDriver, type FileStorage } from './storage.ts'

export const databaseDriver = (database: Database): FileDriver => ({
  put: ({ tenantId, id }, bytes) =>
    database.transaction(tenantId, async (db) => {
      await sql`insert into file_content (tenant_id, file_id, bytes) values (${tenantId}, ${id}, decode(${Buffer.from(bytes).toString('base64')}, 'base64'))
        on conflict (tenant_id, file_id) do nothing`.execute(db)
    }),
  get: ({ tenantId, id }) =>
    database.transaction(tenantId, async (db) => {
      const { rows } = await sql<{ base64: string }>`
        select encode(bytes, 'base64') as base64 from file_content where tenant_id = ${tenantId} and file_id = ${id}`.execute(db)
      return rows[0] && Buffer.from(rows[0].base64, 'base64')
    }),
  remove: ({ tenantId, id }) =>
    database.transaction(tenantId, async (db) => {
      await db.deleteFrom('file_content').where('tenant_id', '=', tenantId).where('file_id', '=', id).execute()
    }),
})

/** What an installation has that sets nothing. */
export const databaseStorage = (database: Database): FileStorage => ({
  into: 'database',
  drivers: { database: databaseDriver(database) },
  quotaBytes: defaultQuotaBytes,
})

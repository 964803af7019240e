// Files that nothing names any more are removed some days after they were sent: a form that was left, an event that was never
// recorded. What an event or a record names stays for good, also when the field was emptied later: its history shows it.
import type { Database } from '#server/db/database.ts'
import { listTenants } from '#server/db/platform.ts'
import { driverOf, type FileStorage, storesOf } from './storage.ts'
import { giveRoomBack } from './upload.ts'

/** A phone that was offline for a fortnight still finds what it sent. */
export const unusedDays = 30
/** Of one transaction. */
const atOnce = 100

/** Removes the unused files of all programmes; answers how many. Stopped anywhere, the next round goes on. */
export async function removeUnusedFiles(database: Database, now: Date, storage: FileStorage, days = unusedDays): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString()
  let removed = 0
  for (const { id } of await database.platform(listTenants)) {
    for (;;) {
      const gone = await removeSome(database, id, before, storage)
      removed += gone
      if (gone < atOnce) break
    }
  }
  return removed
}

/** Bytes first: a row without bytes is found again by the next round, bytes without a row never. */
async function removeSome(database: Database, tenantId: number, before: string, storage: FileStorage): Promise<number> {
  return await database.transaction(tenantId, async (db) => {
    const unused = await db
      .selectFrom('file')
      .select(['id', 'stored_in', 'size'])
      .where('tenant_id', '=', tenantId)
      .where('state', '<>', 'ATTACHED')
      .where('uploaded_at', '<', before)
      // A store whose settings were taken away keeps its own until they are back; the others do not wait for it.
      .where('stored_in', 'in', storesOf(storage))
      .orderBy('uploaded_at')
      .limit(atOnce)
      // Whoever attaches one at this moment waits, and is then refused; one that is being attached is left.
      .forUpdate()
      .skipLocked()
      .execute()
    if (unused.length === 0) return 0
    // Those in the database go with their rows.
    for (const { id, stored_in } of unused) if (stored_in !== 'database') await driverOf(storage, stored_in).remove({ tenantId, id })
    const ids = unused.map(({ id }) => id)
    await db.deleteFrom('file').where('tenant_id', '=', tenantId).where('id', 'in', ids).execute()
    await giveRoomBack(
      db,
      tenantId,
      unused.reduce((sum, { size }) => sum + size, 0),
    )
    return unused.length
  })
}

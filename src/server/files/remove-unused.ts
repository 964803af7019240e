// Files that nothing names any more are removed some days after they were sent: a form that was left, an event that was never
// recorded. What an event or a record names stays for good, also when the field was emptied later: its history shows it.
//
// In three steps, because bytes may be stored elsewhere than rows: the row becomes REMOVING (it is served, found and attached no more), its
// bytes are removed outside any transaction, then the row goes and its room is given back. Stopped anywhere, the next round goes on.
import type { Database } from '#server/db/database.ts'
import { listTenants } from '#server/db/platform.ts'
import { giveRoomBack, lockRoom } from '#server/store/stored-bytes.ts'
import type { RowOf } from '../scope.ts'
import { driverOf, type FileStorage, storesOf } from './storage.ts'

/** A phone that was offline for a fortnight still finds what it sent. */
export const unusedDays = 30
/** Of one statement. */
const atOnce = 100

type Removing = Pick<RowOf<'file'>, 'id' | 'stored_in'>

/** Removes the unused files of all programmes; answers how many. What fails is handed to `onFailure` and left to the next round; everything else is done. */
export async function removeUnusedFiles(database: Database, now: Date, storage: FileStorage, onFailure: (error: unknown) => void = () => {}): Promise<number> {
  const before = new Date(now.getTime() - unusedDays * 86_400_000).toISOString()
  let removed = 0
  for (const { id: tenantId } of await database.platform(listTenants)) {
    try {
      while ((await beginRemoval(database, tenantId, before, storage)) === atOnce);
      // One after the other by id: what cannot be removed does not come again in this round.
      for (
        let some = await nextOf(database, tenantId, null, storage);
        some.length > 0;
        some = await nextOf(database, tenantId, some.at(-1)?.id ?? null, storage)
      )
        for (const file of some)
          try {
            if (await removeOne(database, tenantId, file, storage)) removed++
          } catch (error) {
            onFailure(error)
          }
    } catch (error) {
      onFailure(error)
    }
  }
  return removed
}

/** Answers how many it took. */
const beginRemoval = (database: Database, tenantId: number, before: string, storage: FileStorage): Promise<number> =>
  database.transaction(tenantId, async (db) => {
    const unused = await db
      .selectFrom('file')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('state', 'in', ['UPLOADING', 'UNATTACHED'])
      .where('uploaded_at', '<', before)
      // A store whose settings were taken away keeps its own until they are back; the others do not wait for it.
      .where('stored_in', 'in', storesOf(storage))
      .orderBy('uploaded_at')
      .limit(atOnce)
      // Whoever attaches one at this moment waits, and is then refused; one that is being attached is left.
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = unused.map(({ id }) => id)
    if (ids.length > 0) await db.updateTable('file').set({ state: 'REMOVING' }).where('tenant_id', '=', tenantId).where('id', 'in', ids).execute()
    return ids.length
  })

const nextOf = (database: Database, tenantId: number, after: string | null, storage: FileStorage): Promise<Removing[]> =>
  database.transaction(tenantId, (db) =>
    db
      .selectFrom('file')
      .select(['id', 'stored_in'])
      .where('tenant_id', '=', tenantId)
      .where('state', '=', 'REMOVING')
      .where('stored_in', 'in', storesOf(storage))
      .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(atOnce)
      .execute(),
  )

/** Bytes first: a row without bytes is found again by the next round, bytes without a row never. False when another round was faster. */
async function removeOne(database: Database, tenantId: number, { id, stored_in }: Removing, storage: FileStorage): Promise<boolean> {
  // Those in the database go with their row.
  if (stored_in !== 'database') await driverOf(storage, stored_in).remove({ tenantId, id })
  return await database.transaction(tenantId, async (db) => {
    await lockRoom(db, tenantId)
    const gone = await db
      .deleteFrom('file')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('state', '=', 'REMOVING')
      .returning('size')
      .executeTakeFirst()
    if (gone) await giveRoomBack(db, tenantId, gone.size)
    return gone !== undefined
  })
}

// Trying something within a transaction: when it fails, the transaction is as it was before and goes on.
import { sql } from 'kysely'
import { dropWaiting, savepointWithNext } from '#server/db/connection.ts'
import type { Db } from '../scope.ts'
import { forgetFreshFlags } from './flags.ts'
import { evictAll } from './record-cache.ts'

/** Runs `work` behind a savepoint; what throws has not happened. Attempts do not nest. */
export async function attempt<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const savepoint = savepointWithNext(db, 'attempt')
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(db)
    return result
  } catch (error) {
    evictAll(db)
    forgetFreshFlags(db)
    if (savepoint.withdraw()) throw error
    // Writes that were to go with the next statement belong to what has failed.
    dropWaiting(db)
    try {
      await sql`rollback to savepoint attempt`.execute(db)
      await sql`release savepoint attempt`.execute(db)
    } catch {
      // The connection is gone, and the transaction with it: what happened first says why.
    }
    throw error
  }
}

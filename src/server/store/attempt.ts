// Trying something within a transaction: when it fails, the transaction is as it was before and goes on.
import { sql } from 'kysely'
import type { Db } from '../scope.ts'
import { evictAll } from './record-cache.ts'

/** Runs `work` behind a savepoint; what throws has not happened. Attempts do not nest. */
export async function attempt<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    await sql`release savepoint attempt`.execute(db)
    evictAll(db)
    throw error
  }
}

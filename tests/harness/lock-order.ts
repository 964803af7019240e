// Calls that wait for the same advisory lock, in an order that a test chooses, on a real PostgreSQL; and the deadlocks that the database has counted.
import pg from 'pg'
import { serverAddress } from './database.ts'

export type LockOrder = {
  /** Of the database, since it began to count. */
  deadlocks(): Promise<number>
  /** All are sent while the lock of that name is taken: each waits for it before the next is sent. Answers in the order of the calls. */
  inOrder<T>(tenantId: number, lock: string, calls: readonly (() => Promise<T>)[]): Promise<T[]>
  close(): Promise<void>
}

/** From outside of the product, by a connection of its own. */
export async function openLockOrder(): Promise<LockOrder> {
  const outside = new pg.Client({ connectionString: serverAddress() })
  await outside.connect()
  const ask = async (text: string): Promise<number> => Number((await outside.query(text)).rows[0].n)
  const waiting = () =>
    ask(
      `select count(*) as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
  return {
    deadlocks: () => ask(`select deadlocks as n from pg_stat_database where datname = current_database()`),
    async inOrder(tenantId, lock, calls) {
      const sent: ReturnType<(typeof calls)[number]>[] = []
      await outside.query('begin')
      await outside.query('select pg_advisory_xact_lock($1::integer, hashtext($2))', [tenantId, lock])
      for (const call of calls) {
        sent.push(call())
        while ((await waiting()) < sent.length);
      }
      await outside.query('commit')
      return Promise.all(sent)
    },
    close: () => outside.end(),
  }
}

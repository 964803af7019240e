// Calls that wait for the same advisory lock or row, in an order that a test chooses, on a real PostgreSQL; and the deadlocks that the database has counted.
import pg from 'pg'
import { serverAddress } from './database.ts'

export type LockOrder = {
  /** Of the database, since it began to count. */
  deadlocks(): Promise<number>
  /**
   * All are sent while the lock of that name is taken: each waits for it before the next is sent. Answers in the order of the calls. `cut`: the place of the one whose connection is
   * ended while it waits.
   */
  inOrder<T>(tenantId: number, lock: string, calls: readonly (() => Promise<T>)[], options?: { cut?: number | null }): Promise<T[]>
  /** The same while that row is locked: a call that does not need it goes through, and the next one is sent then. */
  atRow<T>(table: string, id: string, calls: readonly (() => Promise<T>)[]): Promise<T[]>
  close(): Promise<void>
}

/** From outside of the product, by a connection of its own. */
export async function openLockOrder(): Promise<LockOrder> {
  const outside = new pg.Client({ connectionString: serverAddress() })
  await outside.connect()
  // What a transaction has read of who waits stays what it has read.
  const looking = new pg.Client({ connectionString: serverAddress() })
  await looking.connect()
  const ask = async (text: string): Promise<number> => Number((await looking.query(text)).rows[0].n)
  const waiting = () =>
    ask(
      `select count(*) as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
  const waitingPids = async (): Promise<number[]> =>
    (
      await looking.query(
        `select pid from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rows.map(({ pid }) => pid)
  const waitingAtAll = () => ask(`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return {
    deadlocks: () => ask(`select deadlocks as n from pg_stat_database where datname = current_database()`),
    async inOrder(tenantId, lock, calls, { cut = null } = {}) {
      const pids: number[] = []
      const sent: ReturnType<(typeof calls)[number]>[] = []
      await outside.query('begin')
      await outside.query('select pg_advisory_xact_lock($1::integer, hashtext($2))', [tenantId, lock])
      for (const call of calls) {
        sent.push(call())
        while ((await waiting()) < sent.length);
        for (const pid of await waitingPids()) if (!pids.includes(pid)) pids.push(pid)
      }
      if (cut !== null) await endConnection(looking, pids[cut] as number)
      await outside.query('commit')
      return Promise.all(sent)
    },
    async atRow(table, id, calls) {
      const sent: ReturnType<(typeof calls)[number]>[] = []
      let answered = 0
      await outside.query('begin')
      await outside.query(`select from ${table} where id = $1 for update`, [id])
      for (const call of calls) {
        const one = call()
        sent.push(one)
        void one.finally(() => answered++).catch(() => {})
        while ((await waitingAtAll()) < sent.length - answered);
      }
      await outside.query('commit')
      return Promise.all(sent)
    },
    close: async () => void (await Promise.all([outside.end(), looking.end()])),
  }
}

/** Ends a connection to the database from outside, and waits until it is gone. */
export async function endConnection(by: pg.Client, pid: number): Promise<void> {
  await by.query('select pg_terminate_backend($1)', [pid])
  while ((await by.query('select from pg_stat_activity where pid = $1', [pid])).rowCount);
}

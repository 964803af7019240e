// PostgreSQL 15 or newer behind the port: a pool of `pg`, one connection per transaction.
import pg from 'pg'
import { codeOf } from '#domain/kernel/error-code.ts'
import { runBatch } from './batch.ts'
import { type Connection, enterPlatform, enterTenant, inTransaction, refuseToNest, type Statement } from './connection.ts'
import { type Claim, ConnectionTurns } from './connection-turns.ts'
import type { Database } from './database.ts'
import { createListener } from './listener.ts'
import { createPing } from './ping.ts'
import { parsers } from './values.ts'

export type PostgresOptions = {
  url: string
  /** Connections at most, without the one that is asked whether the database answers. */
  max?: number
  /** How long a call waits for a connection. */
  waitMs?: number
  /** How long a statement waits for a row that somebody else has locked. */
  lockMs?: number
}
/** Longer than any deadlock lives (`deadlock_timeout` is 1 s), shorter than a person waits. */
const lockMsDefault = 4000
const connectMs = 5000

/** Opens a pool and tries it once, so that a wrong address is reported at start and not at the first request. */
export async function openPostgres({ url, max = 10, waitMs = 5000, lockMs = lockMsDefault }: PostgresOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: { getTypeParser: (oid, format) => (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format) },
    // A statement longer than 30 s or a transaction idle for a minute is a fault of ours, and must not hold locks.
    options: `-c timezone=UTC -c datestyle=ISO -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 -c lock_timeout=${lockMs}`,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'farmbook',
  })
  // Without a listener an idle connection that breaks would end the process; the pool replaces it by itself.
  pool.on('error', () => {})
  const lost = new WeakMap<pg.PoolClient, Error>()
  // The pool hears errors of idle clients only. One that breaks between two statements of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => lost.set(client, error))
  })
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }

  const connect = (): Promise<pg.PoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw new ConnectionLost(error)
    })
  const turns = new ConnectionTurns(max, waitMs)
  const run = async <T>(claim: Claim, enter: readonly Statement[], work: Parameters<typeof inTransaction<T>>[2]): Promise<T> => {
    refuseToNest()
    return turns.take(claim, async () => {
      const client = await connect()
      let broken: Error | undefined
      try {
        return await inTransaction(connectionOf(client), enter, work)
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        broken = asError(error)
        throw error
      } finally {
        // A client that is given back with an error is closed, and the pool opens another one when it needs it.
        client.release(broken ?? lost.get(client))
      }
    })
  }
  const readiness = createPing(url, 3000)
  const listener = createListener(url)
  return {
    engine: 'postgres',
    transaction: (tenantId, work, use) => run({ ...use, tenantId }, enterTenant(tenantId), work),
    platform: (work) => run({}, enterPlatform, work),
    owner: (work) => run({}, [], work),
    async script(sql) {
      const client = await connect()
      let broken: Error | undefined
      try {
        const answers: pg.QueryResult | pg.QueryResult[] = await client.query(sql)
        return [answers].flat().flatMap(({ rows }) => rows)
      } catch (error) {
        if (isConnectionLost(error)) broken = asError(error)
        // The text may have started a transaction; an aborted one must not go back to the pool.
        else await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.release(broken ?? lost.get(client))
      }
    },
    listen: (channel, heard) => listener.listen(channel, heard),
    ping: () => readiness.ping(),
    load: () => turns.load,
    async close() {
      await Promise.all([pool.end(), readiness.close(), listener.close()])
    },
  }
}

/** The connection is gone or could not be had. Its SQLSTATE is that of a failed connection: 503, to be tried again. */
export class ConnectionLost extends Error {
  readonly code = '08006'
  constructor(cause: unknown) {
    super(`The database is not reachable: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'ConnectionLost'
  }
}

function connectionOf(client: pg.PoolClient): Connection {
  return {
    batch: (statements) => runBatch(client, statements).catch(withState),
    async script(sql) {
      await client.query(sql).catch(withState)
    },
  }
}

/** An error without SQLSTATE is the network's or the driver's own: it is given one, so that whoever catches it knows what it is. */
function withState(error: unknown): never {
  throw isConnectionLost(error) && !isStateOfDatabase(error) ? new ConnectionLost(error) : error
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Errors that the driver makes itself have no code, only a text. */
const ofDriver = /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/

/** Whether a connection is of no more use after this error: SQLSTATE class 08 and 57P0x, an error of the network (of a socket that the other side has ended without its system call), or the driver's own. */
export function isConnectionLost(error: unknown): boolean {
  if (isStateOfDatabase(error)) return true
  const { code, syscall, message }: { code?: unknown; syscall?: unknown; message?: unknown } = typeof error === 'object' && error !== null ? error : {}
  if (code === undefined) return ofDriver.test(String(message))
  return code === 'EPIPE' || (typeof syscall === 'string' && /^E[A-Z]+$/.test(String(code)))
}
/** What the server itself said before it closed the connection. */
const isStateOfDatabase = (error: unknown): boolean => /^(08...|25P0[34]|57P0[1-5])$/.test(String(codeOf(error)))

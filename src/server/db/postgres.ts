// PostgreSQL 15 or newer behind the port: a pool of `pg`, one connection per transaction.
import pg from 'pg'
import { type Connection, enterPlatform, enterTenant, inTransaction, refuseToNest } from './connection.ts'
import type { Database } from './database.ts'
import { parsers } from './values.ts'

export type PostgresOptions = { url: string /** Connections at most. */; max?: number }

/** Opens a pool and tries it once, so that a wrong address is told at start and not at the first request. */
export async function openPostgres({ url, max = 10 }: PostgresOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid as never, format as never),
    } as pg.CustomTypesConfig,
    // A statement longer than 30 s or a transaction idle for a minute is a fault of ours, and must not hold locks.
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000',
    connectionTimeoutMillis: 10_000,
    application_name: 'farmbook',
  })
  // Without a listener an idle connection that breaks would end the process; the pool replaces it by itself.
  pool.on('error', () => {})
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }

  const run = async <T>(enter: string, work: Parameters<typeof inTransaction<T>>[2]): Promise<T> => {
    refuseToNest()
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await inTransaction(connectionOf(client), enter, work)
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    engine: 'postgres',
    transaction: (tenantId, work) => run(enterTenant(tenantId), work),
    platform: (work) => run(enterPlatform, work),
    owner: (work) => run('', work),
    async script(sql) {
      const client = await pool.connect()
      try {
        await client.query(sql)
      } catch (error) {
        // The text may have begun a transaction; an aborted one must not go back to the pool.
        await client.query('rollback').catch(() => {})
        throw error
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

function connectionOf(client: pg.PoolClient): Connection {
  return {
    async query(text, values) {
      const answer = await client.query({ text, values: values as unknown[] })
      return { rows: answer.rows, affected: answer.rowCount ?? 0 }
    },
    async script(sql) {
      await client.query(sql)
    },
  }
}

/** SQLSTATE class 08 and 57P0x, or an error without any SQLSTATE: the connection is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && (/^(08...|57P0[1-3])$/.test(code) || /^E[A-Z]+$/.test(code))
}

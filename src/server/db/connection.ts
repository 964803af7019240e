// One raw connection of either engine, a Kysely over it, and the transactions of the port: enter role
// and tenant in one message with `begin`, run, commit or roll back.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Db } from '../scope.ts'

export type RawAnswer = { rows: unknown[]; affected: number }
export type Connection = {
  query(sql: string, parameters: readonly unknown[]): Promise<RawAnswer>
  /** Several statements in one message, without parameters. */
  script(sql: string): Promise<void>
}

export const appRole = 'farmbook_app'
export const platformRole = 'farmbook_platform'

const open = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs `work` in one transaction on `connection`, entered with the statements of `enter`. */
export async function inTransaction<T>(connection: Connection, enter: string, work: (db: Db) => Promise<T>): Promise<T> {
  const mark = { isOpen: true }
  const db = over(connection)
  try {
    await connection.script(`begin; ${enter}`)
    const result = await open.run(mark, () => work(db))
    await connection.script('commit')
    return result
  } catch (error) {
    // A lost connection cannot roll back; the server has done it already. The first error is the one to tell.
    await connection.script('rollback').catch(() => {})
    throw error
  } finally {
    mark.isOpen = false
  }
}

/** With one connection, a transaction opened inside another would wait for itself for ever: say so instead. */
export function refuseToNest(): void {
  if (open.getStore()?.isOpen) throw new Error('A transaction is open already: use its db instead of opening a second one')
}

export const enterTenant = (tenantId: number): string => {
  if (!Number.isSafeInteger(tenantId) || tenantId < 1) throw new Error(`Not a tenant id: ${tenantId}`)
  return `set local role ${appRole}; set local app.tenant_id = '${tenantId}'`
}
export const enterPlatform = `set local role ${platformRole}`

function over(connection: Connection): Db {
  return new Kysely({ dialect: oneConnection(connection) })
}

/** Kysely's own transactions are switched off: the port opened one already. */
function oneConnection(connection: Connection): Dialect {
  const refuse = async () => {
    throw new Error('This handle is inside a transaction already')
  }
  const only: DatabaseConnection = {
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      const answer = await connection.query(compiled.sql, compiled.parameters)
      return { rows: answer.rows as R[], numAffectedRows: BigInt(answer.affected) }
    },
    // biome-ignore lint/correctness/useYield: part of Kysely's interface; large answers are read by keyset pages instead
    async *streamQuery() {
      throw new Error('Streaming is not offered; read by pages')
    },
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => only,
      releaseConnection: async () => {},
      destroy: async () => {},
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
    }),
  }
}

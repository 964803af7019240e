// The database port: two engines, one way in. Everything happens inside transaction(), which enters
// the application role and the tenant together; row security makes a forgotten scope an error.
import type { Db } from '../scope.ts'

/** What a transaction is for, so that whoever waits for a locked row does not keep the connections of the others. */
export type TransactionUse = {
  isWrite?: boolean
  /** The record that will be changed, if that is known. */
  record?: string | undefined
}

export type ConnectionLoad = { running: number; waiting: number; connections: number }

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** One transaction as the application role, within one tenant. Commits when `work` resolves, rolls back when it throws. Refuses to nest. */
  transaction<T>(tenantId: number, work: (db: Db) => Promise<T>, use?: TransactionUse): Promise<T>
  /** One transaction as the platform role: the catalogue tables only (tenant, signing_key …), no tenant's rows. Used through db/platform.ts. */
  platform<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** One transaction as owner: migrations, the catalogue's own tests and maintenance only. Row security still holds for tables with FORCE unless the owner is a superuser. */
  owner<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Several statements at once, outside any transaction of ours, as owner: migrations, maintenance and the queue of jobs only. Answers the rows of all of them. */
  script(sql: string): Promise<Record<string, unknown>[]>
  /**
   * Hears each notice (`pg_notify`) of a channel, from whatever process, once its transaction has committed. Null: the connection was lost
   * meanwhile, and what was said then is not known. Answers how to stop.
   */
  listen(channel: string, heard: (payload: string | null) => void): Promise<() => Promise<void>>
  /** Resolves when the database answers, whatever the connections of the pool are doing. */
  ping(): Promise<void>
  /** Transactions that run, that wait for a connection, and connections there are. */
  load(): ConnectionLoad
  close(): Promise<void>
}

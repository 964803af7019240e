// The database port: two engines, one way in. Everything happens inside transaction(), which enters
// the application role and the tenant together; row security makes a forgotten scope an error.
import type { Db } from '../scope.ts'

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** One transaction as the application role, within one tenant. Commits when `work` resolves, rolls back when it throws. Refuses to nest. */
  transaction<T>(tenantId: number, work: (db: Db) => Promise<T>): Promise<T>
  /** One transaction as the platform role: the catalogue tables only (tenant, signing_key …), no tenant's rows. Used through db/platform.ts. */
  platform<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** One transaction as owner: migrations, the catalogue's own tests and maintenance only. Row security still holds for tables with FORCE unless the owner is a superuser. */
  owner<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Several statements at once, outside any transaction of ours, as owner: migrations and maintenance only. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

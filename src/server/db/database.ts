// The database port: two engines, one way in. Everything happens inside transaction(), which enters
// the application role and the tenant together; row security makes a forgotten scope an error.
import type { Db } from '../scope.ts'

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** One transaction as the application role, within one tenant. Commits when `work` resolves, rolls back when it throws. */
  transaction<T>(tenantId: number, work: (db: Db) => Promise<T>): Promise<T>
  /** Platform work across tenants (finding a tenant by host, migrations, jobs). Each use is listed in db/platform.ts. */
  platform<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Several statements at once, outside any transaction of ours, as owner: migrations and maintenance only. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

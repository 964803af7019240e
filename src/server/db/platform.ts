// Work across tenants, each use of the platform role listed here: finding, listing, making and changing
// tenants. It reads the catalogue only; rows of tenants are never reachable from here.
import { sql } from 'kysely'
import type { Db, Tenant } from '../scope.ts'

const columns = ['id', 'subdomain', 'name', 'timezone', 'country', 'config', 'theme'] as const

/** Undefined when no programme has this subdomain. */
export async function findTenant(db: Db, subdomain: string): Promise<Tenant | undefined> {
  return await db.selectFrom('tenant').select(columns).where('subdomain', '=', subdomain).executeTakeFirst()
}
/** Undefined when there is no such programme. */
export async function tenantById(db: Db, id: number): Promise<Tenant | undefined> {
  return await db.selectFrom('tenant').select(columns).where('id', '=', id).executeTakeFirst()
}
/** All programmes of the installation, for jobs that visit each. */
export async function listTenants(db: Db): Promise<Tenant[]> {
  return await db.selectFrom('tenant').select(columns).orderBy('id').execute()
}
/** Makes a programme; one with this subdomain already breaks tenant__subdomain. */
export async function createTenant(db: Db, tenant: Omit<Tenant, 'id' | 'config' | 'theme'> & Partial<Pick<Tenant, 'config' | 'theme'>>): Promise<Tenant> {
  const { config = {}, theme = {}, ...rest } = tenant
  return await db
    .insertInto('tenant')
    .values({ ...rest, config: JSON.stringify(config), theme: JSON.stringify(theme) })
    .returning(columns)
    .executeTakeFirstOrThrow()
}
/** Changes what a programme shows of itself. */
export async function changeTenant(db: Db, id: number, changes: Partial<Pick<Tenant, 'name' | 'timezone' | 'country' | 'config' | 'theme'>>): Promise<void> {
  const { config, theme, ...rest } = changes
  await db
    .updateTable('tenant')
    .set({
      ...rest,
      ...(config ? { config: JSON.stringify(config) } : {}),
      ...(theme ? { theme: JSON.stringify(theme) } : {}),
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute()
}
/** Sets of a programme what its administrators do not, in one statement: whatever they change meanwhile stays. Undefined when there is no such programme. */
export async function changeLimits(db: Db, subdomain: string, limits: Readonly<Record<string, number | null | undefined>>): Promise<Tenant | undefined> {
  return await db
    .updateTable('tenant')
    .set({ config: sql`config || ${JSON.stringify(limits)}::jsonb`, updated_at: new Date().toISOString() })
    .where('subdomain', '=', subdomain)
    .returning(columns)
    .executeTakeFirst()
}

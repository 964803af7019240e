// What the planner of the embedded database presumes of tables that were never analyzed. Every question names the tenant twice, once
// itself and once by row security, and for each the planner presumes one row in two hundred: of a table that grows it expects one row,
// takes any index that begins with the tenant, and reads all its rows again and again. A server analyzes a minute after a table has grown;
// here that comes with the next round of maintenance (half an hour), or after an import.
import type { Database } from './database.ts'

/**
 * Presumes one tenant in every table without statistics, which is what an embedded database has or is near to; the first analysis
 * replaces it. https://www.postgresql.org/docs/18/functions-admin.html#FUNCTIONS-ADMIN-STATSMOD
 */
export async function presumeOneTenant(database: Database): Promise<void> {
  if (database.engine !== 'pglite') return
  await database.script(`select pg_restore_attribute_stats('schemaname', n.nspname::text, 'relname', c.relname::text, 'attname', a.attname::text,
      'inherited', false, 'null_frac', 0::real, 'avg_width', 4, 'n_distinct', 1::real)
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attname = 'tenant_id' and not a.attisdropped
      and not exists (select from pg_statistic as s where s.starelid = a.attrelid and s.staattnum = a.attnum)`)
}

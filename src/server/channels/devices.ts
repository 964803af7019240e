// Browsers that a person has switched notifications on in. Each has an address at its maker's push service, which is enough to
// know it again; it is one person's, whoever switched it on last.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { NewPushDevice, PushDevice } from '#domain/notifications/inbox-answer.ts'
import type { Db, Scope } from '../scope.ts'

/** Of one person; one more takes the place of the oldest. */
const atMost = 20

export async function devicesOf({ db, tenant, user }: Scope): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_subscription')
    .select(['id', 'endpoint', 'name', 'created_at'])
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, endpoint, name, created_at }) => ({ id, name, since: new Date(created_at).toISOString(), endpointHash: hashOf(endpoint) }))
}
/** By which a browser finds itself in the list. */
export const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url')

/** Under another id than before where it was somebody else's: what waits for them does not come to it. */
export async function addDevice({ db, tenant, user, now, newId }: Scope, { endpoint, keys, name }: NewPushDevice): Promise<void> {
  await sql`with other as (delete from push_subscription where tenant_id = ${tenant.id} and endpoint = ${endpoint} and user_id <> ${user.id}::uuid) select 1`.execute(
    db,
  )
  const stored = { keys: JSON.stringify(keys), name }
  await db
    .insertInto('push_subscription')
    .values({ tenant_id: tenant.id, id: newId(), user_id: user.id, endpoint, created_at: now, ...stored })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'endpoint']).doUpdateSet(stored))
    .execute()
  await sql`delete from push_subscription where tenant_id = ${tenant.id} and id in (select s.id from push_subscription as s
    where s.tenant_id = ${tenant.id} and s.user_id = ${user.id}::uuid order by s.created_at desc, s.id desc offset ${sql.lit(atMost)})`.execute(db)
}

/** Nothing where it is not theirs. */
export async function removeDevice({ db, tenant, user }: Scope, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('tenant_id', '=', tenant.id).where('user_id', '=', user.id).where('id', '=', id).execute()
}

/** Ids of the devices of each of these people. */
export async function devicesFor(db: Db, tenantId: number, userIds: readonly string[]): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('push_subscription')
    .select(['id', 'user_id'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'in', [...userIds])
    .orderBy('id')
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.user_id)].map(([user, of]) => [user, of.map(({ id }) => id)]))
}

// The bytes that a programme stores, counted against its quota: files, and the files of imports while these wait or run.
import { type RawBuilder, sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { limitIn } from '#domain/tenancy/plan-limits.ts'
import type { Db, Scope, Tenant } from '../scope.ts'

/** Its counter. */
const storedBytes = 'file:bytes'

/** In bytes; `quotaBytes`: of a programme whose settings have none. */
export const quotaOf = ({ config }: Tenant, { quotaBytes }: { quotaBytes: number }): number => {
  const own = limitIn(config, 'fileQuotaMb')
  return own === null ? quotaBytes : own * 1_000_000
}

/** The bytes in use, for whoever only wants to know. */
export const usedRoom = async (db: Db, tenantId: number): Promise<number> =>
  (await db.selectFrom('counter').select('value').where('tenant_id', '=', tenantId).where('name', '=', storedBytes).executeTakeFirst())?.value ?? 0

/** The bytes in use. Whoever takes or gives back room is one after the other from here to the end of their transactions; files are locked after it, never before. */
export async function lockRoom(db: Db, tenantId: number): Promise<number> {
  const { rows } = await sql<{ value: number }>`insert into counter (tenant_id, name, value) values (${tenantId}, ${storedBytes}, 0)
    on conflict (tenant_id, name) do update set value = counter.value returning value`.execute(db)
  return rows[0]?.value ?? 0
}

/** Counts it in, under the lock. Throws QUOTA_FULL. */
export async function takeRoom({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, used: number, size: number, quota: number): Promise<void> {
  if (used + size > quota)
    throw new Problem('QUOTA_FULL', {
      fields: [{ path: 'file', code: 'quota', message: 'There is no room for this file.' }],
      figures: { sizeBytes: size, usedBytes: used, quotaBytes: quota },
    })
  await sql`update counter set value = value + ${size} where tenant_id = ${tenant.id} and name = ${storedBytes}`.execute(db)
}

/** Counts removed files out again. */
export const giveRoomBack = (db: Db, tenantId: number, size: number) =>
  sql`update counter set value = greatest(0, value - ${size}) where tenant_id = ${tenantId} and name = ${storedBytes}`.execute(db)

/** A statement that removes bytes and counts them out in one; `removal` returns the `size` of each row that it deletes. */
export const roomOfRemoved = (tenantId: number, removal: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`with gone as (${removal}) update counter set value = greatest(0, value - (select coalesce(sum(size), 0) from gone))
    where tenant_id = ${tenantId} and name = ${storedBytes}`

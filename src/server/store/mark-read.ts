// Marking many of one's notifications at once: each has its event, written in one statement whatever their number.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { actorOf, type Scope } from '../scope.ts'
import { insertAll } from './create-many.ts'
import { eventOf } from './write.ts'

const notification = entityOf('notification')
/** In one transaction; whoever has more asks again. */
const atOnce = 500

/** The caller's own unread ones, newest last; of these ids alone where they are given. Answers how many. */
export async function markRead(scope: Scope, ids: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ id: string; version: number; operator_id: string | null }>`
    select id, version, operator_id from notification where tenant_id = ${scope.tenant.id} and recipient_user_id = ${scope.user.id}::uuid
      and deleted_at is null and status = 'UNREAD' and (${ids === null} or id = any(${[...(ids ?? [])]}::uuid[]))
    order by id limit ${atOnce} for update`.execute(scope.db)
  if (rows.length === 0) return 0
  const occurredAt = scope.now.toISOString()
  const events = rows.map(({ id, version, operator_id: operatorId }) =>
    eventOf(scope, notification, { id, operatorId }, { eventType: 'READ', occurredAt, data: {} }, { before: 'UNREAD', after: 'READ', version: version + 1 }),
  )
  insertAll(
    scope,
    'event',
    events.map(({ row }) => row),
  )
  await sql`update notification set status = 'READ', version = version + 1, updated_at = ${scope.now}, updated_by = ${actorOf(scope)}::uuid
    where tenant_id = ${scope.tenant.id} and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(scope.db)
  return rows.length
}

// One device of a person is signed out (`devices[].revoked`, domain dictionary 6.4): its session ends with its row, so that its next call is refused, what it
// recorded without a line and sends later too. It shows no messages any more, and a sign-in on its kind of device is news again.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { isUuid } from '../store/get.ts'
import { noteBySystem } from '../store/note-event.ts'

const user = entityOf('user')

/** Answers what the device was, for what is known of it elsewhere; undefined where it was signed out before. Again it changes nothing. Throws NOT_FOUND. */
export async function revokeDevice(scope: Scope, userId: string, sessionId: string): Promise<string | null | undefined> {
  const { db, tenant } = scope
  if (!isUuid(sessionId)) throw new Problem('NOT_FOUND')
  const { rows } = await sql<{ device: string | null }>`delete from session_token
    where tenant_id = ${tenant.id} and user_id = ${userId}::uuid and sid = ${sessionId}::uuid returning device`.execute(db)
  const [ended] = rows
  if (!ended) {
    if (await wasRevoked(scope, userId, sessionId)) return undefined
    throw new Problem('NOT_FOUND')
  }
  await removePushes(scope, userId, ended.device)
  await noteBySystem(scope, user, userId, { eventType: 'DEVICE_REVOKED', operatorId: null, data: { device: ended.device, sessionId } })
  return ended.device
}

const wasRevoked = async ({ db, tenant }: Scope, userId: string, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('event')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', userId)
    .where('event_type', '=', 'DEVICE_REVOKED')
    .where(sql<boolean>`data->>'sessionId' = ${sessionId}`)
    .executeTakeFirst()) !== undefined

/** A browser's messages are not tied to its session: all of its kind end, and of a device that says nothing of itself, all. Others are switched on again by hand. */
async function removePushes({ db, tenant }: Scope, userId: string, device: string | null): Promise<void> {
  const subscribed = await db.selectFrom('push_subscription').select(['id', 'name']).where('tenant_id', '=', tenant.id).where('user_id', '=', userId).execute()
  const ids = subscribed.filter(({ name }) => isSameKind(name, device)).map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('push_subscription').where('tenant_id', '=', tenant.id).where('id', 'in', ids).execute()
}

/** `name` as the browser of the subscription calls itself: “Chrome · iPhone”. */
function isSameKind(name: string, device: string | null): boolean {
  if (!device || !name) return true
  const [browser = '', system = ''] = name.split(' · ')
  const systemOf: Readonly<Record<string, string>> = { iPhone: 'iOS', iPad: 'iOS', Mac: 'macOS' }
  return device === [browser, systemOf[system] ?? system].filter(Boolean).join(', ')
}

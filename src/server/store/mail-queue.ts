// Mail that waits for its transaction: queued with the change that makes it due, so that there is never a mail about
// something that was rolled back, nor a change whose mail was forgotten. Who sends it: server/mail/.

import { sql } from 'kysely'
import type { Delivery } from '#domain/tenancy/person-answers.ts'
import { sendWithNext } from '../db/connection.ts'
import type { Db, Scope } from '../scope.ts'
import { enqueue } from './enqueue.ts'

export type MailKind = 'INVITATION' | 'NOTICES'

/**
 * The mail with a person's notifications, at the latest then: one waits at a time, and takes everything that waits when it goes out.
 * One that is being sent is left alone; what it does not take with it is queued when it ends. Sent with the next statement.
 */
export function queueNoticeMail(scope: Scope, userId: string, dueAt: Date): void {
  sendWithNext(
    scope.db,
    sql`insert into mail (tenant_id, id, kind, user_id, state, due_at, created_at)
      values (${scope.tenant.id}, ${scope.newId()}::uuid, 'NOTICES', ${userId}::uuid, 'WAITING', ${dueAt}::timestamptz, ${scope.now}::timestamptz)
      on conflict (tenant_id, user_id, kind) where state = 'WAITING' do update set due_at = least(mail.due_at, excluded.due_at) where mail.tries = 0`,
  )
  enqueue(scope, 'mail', {}, dueAt)
}

/** Queues a mail to a person in place of one of the same kind that still waits. */
export async function queueMail(scope: Scope, kind: MailKind, userId: string): Promise<void> {
  await cancelMail(scope, userId, kind)
  const now = scope.now.toISOString()
  await scope.db
    .insertInto('mail')
    .values({ tenant_id: scope.tenant.id, id: scope.newId(), kind, user_id: userId, state: 'WAITING', due_at: now, created_at: now })
    .execute()
  enqueue(scope, 'mail')
}

/** What still waits for this person of this kind is not sent any more. */
export async function cancelMail(scope: Scope, userId: string, kind: MailKind = 'INVITATION'): Promise<void> {
  await scope.db
    .updateTable('mail')
    .set({ state: 'CANCELLED', ended_at: scope.now.toISOString() })
    .where('tenant_id', '=', scope.tenant.id)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'WAITING')
    .execute()
}

/** What became of the last mail to a person: `at` is when it was sent or given up, or when it is tried next. */

export async function lastDelivery(db: Db, tenantId: number, kind: MailKind, userId: string): Promise<Delivery | null> {
  const row = await db
    .selectFrom('mail')
    .select(['state', 'tries', 'reason', 'due_at', 'ended_at'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { state: row.state, tries: row.tries, reason: row.reason, at: row.ended_at ?? row.due_at } : null
}

// The mails that wait, as the sender sees them: taking one so that no other process has it, and saying what became of it.
import { sql } from 'kysely'
import type { Db } from '../scope.ts'
import type { MailKind } from '../store/mail-queue.ts'

/** For so long a mail belongs to the process that took it: longer than a mail server is given to answer. Then its process has died. */
const leaseS = 120
/** Pauses before each further try, in minutes (assumption): an outage of a night is outlived. One more than these is the last. */
export const pausesMin = [1, 5, 30, 120, 360, 720] as const

export type Taken = { id: string; kind: MailKind; userId: string /** This try, from 1. */; tries: number }

/** Takes the mail that has waited longest, if one is due. One statement: a row somebody else is taking is passed over, not waited for. */
export async function takeMail(db: Db, tenantId: number, now: Date): Promise<Taken | null> {
  const { rows } = await sql<{ id: string; kind: MailKind; user_id: string; tries: number }>`
    update mail set tries = tries + 1, due_at = ${new Date(now.getTime() + leaseS * 1000)}
    where tenant_id = ${tenantId} and id = (
      select m.id from mail as m where m.tenant_id = ${tenantId} and m.state = 'WAITING' and m.due_at <= ${now}
      order by m.due_at, m.id for update skip locked limit 1)
    returning id, kind, user_id, tries`.execute(db)
  const [row] = rows
  return row ? { id: row.id, kind: row.kind, userId: row.user_id, tries: row.tries } : null
}

/** Ends a mail, unless it was ended or taken over meanwhile. */
export async function endMail(
  db: Db,
  tenantId: number,
  { id, tries }: Pick<Taken, 'id' | 'tries'>,
  state: 'SENT' | 'FAILED' | 'CANCELLED',
  reason: string | null,
  now: Date,
): Promise<void> {
  await ofThisTry(db, tenantId, { id, tries }, { state, reason, ended_at: now })
}

/** Puts a mail back for its next try, or gives it up after the last. Answers whether there is a next one. */
export async function postponeMail(db: Db, tenantId: number, taken: Taken, reason: string, now: Date): Promise<boolean> {
  const pause = pausesMin[taken.tries - 1]
  if (pause === undefined) {
    await endMail(db, tenantId, taken, 'FAILED', reason, now)
    return false
  }
  await ofThisTry(db, tenantId, taken, { reason, due_at: new Date(now.getTime() + pause * 60_000) })
  return true
}

async function ofThisTry(db: Db, tenantId: number, { id, tries }: Pick<Taken, 'id' | 'tries'>, change: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('mail')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('tries', '=', tries)
    .execute()
}

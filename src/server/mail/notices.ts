// The notifications that a mail takes along: chosen when it is first taken, the same at each further try, and marked with what became
// of it. What the person has read in the inbox meanwhile is left out.
import { sql } from 'kysely'
import type { Language } from '#domain/messages/languages.ts'
import type { Severity } from '#domain/notifications/notice.ts'
import type { Db, Tenant } from '../scope.ts'
import { brandOf } from './invited-person.ts'
import type { NoticeLine, NoticeMail } from './notice-mail.ts'
import type { Taken } from './outbox.ts'

export type Notices = Omit<NoticeMail, 'messageId' | 'from' | 'link'>
type NoticeRow = { event: string; severity: Severity; headline: string; params: { name: string; value: string }[] | null }

/** Null: nothing to say any more, or the person is not in. `db` is inside the tenant. */
export async function readNotices(db: Db, tenant: Tenant, { id, userId, tries }: Taken): Promise<Notices | null> {
  const { rows: people } = await sql<{ name: string; email: string; locale: Language }>`
    select u.name, u.email, u.locale from "user" as u where u.tenant_id = ${tenant.id} and u.id = ${userId}::uuid and u.deleted_at is null and u.status = 'ACTIVE'`.execute(
    db,
  )
  // A second try says what the first one did: the mailbox that got both shows one.
  if (tries === 1)
    await sql`update delivery set mail_id = ${id}::uuid where tenant_id = ${tenant.id} and recipient_id = ${userId}::uuid and channel = 'MAIL'
      and state = 'WAITING' and mail_id is null`.execute(db)
  const { rows } = await sql<NoticeRow>`select n.event, n.severity, n.headline, n.params from delivery as d
    join notification as n on n.tenant_id = d.tenant_id and n.id = d.source_id and n.deleted_at is null
    where d.tenant_id = ${tenant.id} and d.mail_id = ${id}::uuid and d.state = 'WAITING' and (n.status = 'UNREAD' or ${tries > 1}) order by n.created_at, n.id`.execute(
    db,
  )
  const [person] = people
  if (!person || rows.length === 0) return null
  const lines = rows.map(({ params, ...row }): NoticeLine => ({ ...row, values: Object.fromEntries((params ?? []).map(({ name, value }) => [name, value])) }))
  return { ...brandOf(tenant), tenant, name: person.name, email: person.email, language: person.locale, lines }
}

/** What became of the mail became of each in it. What was added meanwhile waits for a mail of its own, which is queued. */
export async function endNotices(
  db: Db,
  tenantId: number,
  taken: Taken,
  state: 'SENT' | 'FAILED' | 'CANCELLED',
  reason: string | null,
  now: Date,
): Promise<void> {
  await sql`update delivery set state = ${state}, reason = ${reason}, ended_at = ${now} where tenant_id = ${tenantId} and mail_id = ${taken.id}::uuid
    and state = 'WAITING'`.execute(db)
  await sql`insert into mail (tenant_id, id, kind, user_id, state, due_at, created_at)
    select tenant_id, gen_random_uuid(), 'NOTICES', recipient_id, 'WAITING', min(due_at), ${now}::timestamptz from delivery
    where tenant_id = ${tenantId} and recipient_id = ${taken.userId}::uuid and channel = 'MAIL' and state = 'WAITING' and mail_id is null
    group by tenant_id, recipient_id
    on conflict (tenant_id, user_id, kind) where state = 'WAITING' do nothing`.execute(db)
}

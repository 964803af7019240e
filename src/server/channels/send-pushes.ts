// Sends what waits for browsers: taken some at a time, so that each belongs to one process, handed over outside any transaction, and
// noted. What its person wants is asked once more when it goes out: hours have passed where it waited for the morning.
import { sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import type { Language } from '#domain/messages/languages.ts'
import type { Severity } from '#domain/notifications/notice.ts'
import { sentenceOf } from '#domain/notifications/sentence.ts'
import { isMuted, pushDue, settingsOf } from '#domain/notifications/settings.ts'
import { wordingIn } from '../messages/tables.ts'
import type { RowOf, Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { leaseS, noteDelivery, type Result } from './note-delivery.ts'
import type { Pushed, PushMessage, PushPayload } from './web-push.ts'

/** So many are handed over at a time. */
const atOnce = 20
/** A locked screen shows about so much. */
const longestTitle = 200

export type TakenPush = Pick<RowOf<'delivery'>, 'id' | 'source_id' | 'recipient_id' | 'tries'>
type Facts = {
  endpoint: string
  keys: PushMessage['keys']
  notification: string
  event: string
  severity: Severity
  params: { name: string; value: string }[] | null
  subject_type: string | null
  subject_id: string | null
  status: string
  locale: Language
  is_active: boolean
  settings: unknown
}

export async function takePushes({ db, tenant, now }: Scope): Promise<TakenPush[]> {
  const { rows } = await sql<TakenPush>`update delivery set tries = tries + 1, due_at = ${new Date(now.getTime() + leaseS * 1000)}
    where tenant_id = ${tenant.id} and id in (select d.id from delivery as d where d.tenant_id = ${tenant.id} and d.state = 'WAITING'
      and d.channel = 'PUSH' and d.due_at <= ${now} order by d.due_at, d.id for update skip locked limit ${sql.lit(atOnce)})
    returning id, source_id, recipient_id, tries`.execute(db)
  return rows
}

/** What goes to the browser now, or why nothing does. */
export async function pushOf(scope: Scope, { source_id, recipient_id }: TakenPush): Promise<PushMessage | Result> {
  const { db, tenant, now } = scope
  const { rows } = await sql<Facts>`select s.endpoint, s.keys, n.id as notification, n.event, n.severity, n.params, n.subject_type, n.subject_id, n.status,
      u.locale, (u.status = 'ACTIVE' and u.deleted_at is null) as is_active, w.settings
    from push_subscription as s
    join notification as n on n.tenant_id = s.tenant_id and n.id = ${source_id}::uuid and n.recipient_user_id = s.user_id
    join "user" as u on u.tenant_id = s.tenant_id and u.id = s.user_id
    left join notification_setting as w on w.tenant_id = s.tenant_id and w.user_id = s.user_id
    where s.tenant_id = ${tenant.id} and s.id = ${recipient_id}::uuid`.execute(db)
  const [facts] = rows
  if (!facts) return { state: 'CANCELLED', reason: 'The browser is not notified any more' }
  if (!facts.is_active) return { state: 'CANCELLED', reason: 'The person is suspended' }
  if (facts.status !== 'UNREAD') return { state: 'CANCELLED', reason: 'It has been read' }
  const own = settingsOf(facts.settings)
  const at = isMuted(own, facts.event, facts.severity) ? null : pushDue(own, facts.severity, now, tenant.timezone)
  if (!at) return { state: 'CANCELLED', reason: 'The person does not want it' }
  if (at > now) return { state: 'LATER', at }
  const payload = await payloadOf(scope, facts)
  return {
    endpoint: facts.endpoint,
    keys: facts.keys,
    topic: facts.notification.replaceAll('-', ''),
    payload: JSON.stringify(payload),
    isUrgent: facts.severity === 'CRITICAL',
  }
}

/** Whoever holds the telephone reads it: a record is called by its code, and nothing is said of what is behind it. */
async function payloadOf(scope: Scope, { notification, event, params, subject_type, subject_id, locale }: Facts): Promise<PushPayload> {
  const entity = subject_type === null ? undefined : findEntity(subject_type)
  const [subject] = entity && subject_id ? await recordsById(scope, entity, [subject_id]) : []
  const code = subject?.code ?? ''
  const values = { ...Object.fromEntries((params ?? []).map(({ name, value }) => [name, value])), record: code }
  const title = sentenceOf(event, values, wordingIn(locale, scope.tenant), code)
  return { id: notification, title: title.slice(0, longestTitle), code, link: '/private/farmbook/-/notifications/list', language: locale }
}

/** Notes what became of one. A browser that is gone is forgotten, and what waits for it goes with it. */
export async function notePushed({ db, tenant, now }: Scope, taken: TakenPush, endpoint: string | null, result: Pushed | Result): Promise<void> {
  if (result.state !== 'GONE') return noteDelivery(db, tenant.id, taken, result, now)
  await sql`with gone as (delete from push_subscription where tenant_id = ${tenant.id} and id = ${taken.recipient_id}::uuid and endpoint = ${endpoint})
    update delivery set state = 'CANCELLED', reason = 'The browser is gone', ended_at = ${now}
    where tenant_id = ${tenant.id} and channel = 'PUSH' and recipient_id = ${taken.recipient_id}::uuid and state = 'WAITING'`.execute(db)
}

// Delivers the outbox: from a row of it to one notification for each recipient, and a delivery for each further way, all in one
// transaction with the end of the row. A process that dies on the way has delivered nothing; the next one delivers all of it, once.

import { sql } from 'kysely'
import { entityOf, findEntity } from '#domain/entities.ts'
import { offsetOf } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { isLanguage } from '#domain/messages/languages.ts'
import { findNotice } from '#domain/notifications/catalogue.ts'
import { asksOf, dueDayOf, type Notice } from '#domain/notifications/notice.ts'
import { afterQuiet, defaultSettings, isMuted, mailDue, type NoticeSettings, pushDue, settingsOf } from '#domain/notifications/settings.ts'
import type { Reachable } from '../auth/access.ts'
import type { RowOf, Scope } from '../scope.ts'
import { createBySystem } from '../store/create.ts'
import { addDeliveries } from '../store/delivery.ts'
import { recordsById } from '../store/get.ts'
import { queueNoticeMail } from '../store/mail-queue.ts'
import { subjectLimit } from '../store/notify.ts'
import { recordBySystem } from '../store/record-event.ts'
import { titleFor } from '../store/spoken.ts'
import { devicesFor } from './devices.ts'
import { headlineOf } from './headline.ts'
import { wakeInboxes } from './inbox.ts'
import { labelFor, membersFor, peopleFor, type Spoken } from './recipients.ts'

/** The ways that this installation has, beside the inbox. */
export type Ways = { mail: boolean; push: boolean; telephone: boolean }
type OutboxRow = RowOf<'outbox'>

const notification = entityOf('notification')
/** Longer values are cut: a sentence is no page. */
const longestValue = 200

/** Takes the row that has waited longest, if one is due; nobody else gets it before the transaction ends. */
export async function takeDue({ db, tenant, now }: Scope): Promise<OutboxRow | undefined> {
  const { rows } = await sql<OutboxRow>`select * from outbox where tenant_id = ${tenant.id} and state in ('WAITING', 'WITHDRAWING') and due_at <= ${now}
    order by due_at, id limit 1 for update skip locked`.execute(db)
  return rows[0]
}

export async function deliver(scope: Scope, row: OutboxRow, ways: Ways): Promise<void> {
  const isWithdrawn = row.state === 'WITHDRAWING'
  const spoken = isWithdrawn ? null : await spokenOf(scope, row)
  // A newer one takes the place of what nobody has read.
  if (isWithdrawn || row.round > 1) await withdrawUnread(scope, row, isWithdrawn ? row.round : row.round - 1)
  if (spoken) {
    await toPeople(scope, row, spoken, ways)
    if (ways.telephone) await toMembers(scope, row, spoken)
  }
  await scope.db
    .updateTable('outbox')
    .set({ state: isWithdrawn ? 'WITHDRAWN' : 'DONE', ended_at: scope.now.toISOString() })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', row.id)
    .execute()
}

/** What the row speaks of, as it is now; null when there is nothing left to speak of. */
async function spokenOf(scope: Scope, row: OutboxRow): Promise<Spoken | null> {
  const notice = findNotice(row.code)
  const entity = findEntity(row.subject_type)
  if (!notice || !entity) return null
  const subjects = await recordsById(scope, entity, row.subject_ids)
  const event = row.event_id
    ? await scope.db.selectFrom('event').select(['data', 'status']).where('tenant_id', '=', scope.tenant.id).where('id', '=', row.event_id).executeTakeFirst()
    : undefined
  if (subjects.length === 0 || (event && event.status !== 'RECORDED')) return null
  return { notice, entity, subjects, data: event?.data ?? {}, figures: row.figures ?? {} }
}

async function toPeople(scope: Scope, row: OutboxRow, spoken: Spoken, ways: Ways): Promise<void> {
  const { notice } = spoken
  const reached = await peopleFor(scope, spoken, row.user_ids ?? [], row.actor_id)
  const ids = reached.map(({ person }) => person.id)
  const settings = await settingsFor(scope, ids)
  const devices = ways.push && notice.by.includes('PUSH') ? await devicesFor(scope.db, scope.tenant.id, ids) : new Map<string, string[]>()
  const written: string[] = []
  for (const { person, about } of reached) {
    const own = settings.get(person.id) ?? settingsOf({})
    if (isMuted(own, row.code, notice.severity)) continue
    const id = await intoInbox(scope, row, spoken, person, about)
    written.push(person.id)
    if (id) byOtherWays(scope, row, notice, { person, own, devices: devices.get(person.id) ?? [] }, id, ways)
  }
  wakeInboxes(scope, written)
}

/** Answers its id; null when this one was delivered before. */
async function intoInbox(scope: Scope, row: OutboxRow, spoken: Spoken, person: Reachable, about: readonly Row[]): Promise<string | null> {
  const { notice, entity } = spoken
  const [only] = about
  const params = await valuesFor(scope, spoken, row, person, about)
  const headline = headlineOf(scope.tenant, row.code, params)
  const dedupeKey = keyOf(row, row.round)
  const known = await scope.db
    .selectFrom('notification')
    .select(['id', 'times_seen'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('recipient_user_id', '=', person.id)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst()
  const stored = Object.entries(params).map(([name, value]) => ({ name, value }))
  if (known) {
    if (known.times_seen === row.occurrences) return null
    const data = { timesSeen: row.occurrences, headline, params: stored }
    await recordBySystem(scope, notification, known.id, { eventType: 'REPEATED', occurredAt: scope.now.toISOString(), data })
    return known.id
  }
  const byWays = notice.by.filter((way) => way === 'MAIL' || way === 'PUSH')
  const { row: made } = await createBySystem(scope, notification, {
    operatorId: operatorOf(row, about),
    event: row.code,
    severity: notice.severity,
    headline,
    params: stored,
    subjectType: entity.name,
    subjectId: about.length === 1 ? (only?.id ?? null) : null,
    recipientUserId: person.id,
    channels: ['APP', ...byWays],
    dedupeKey,
    timesSeen: row.occurrences,
    actionRequired: asksOf(notice, person.id, about),
    taskId: entity.name === 'task' && about.length === 1 ? (only?.id ?? null) : null,
    dueAt: about.length === 1 && only ? endOfDay(dueDayOf(notice, entity.name, only), scope.tenant.timezone) : null,
  })
  return made.id
}

/** The last second of the day where the programme works. */
const endOfDay = (day: string | null, timezone: string): string | null =>
  day && new Date(`${day}T23:59:59${offsetOf(`${day}T23:59:59`, timezone)}`).toISOString()

const keyOf = (row: OutboxRow, round: number): string => `${row.dedupe_key}#${round}`

/** The operator of all of them, if they have one. */
function operatorOf(row: OutboxRow, about: readonly Row[]): string | null {
  const [first, ...others] = new Set(about.map(({ operatorId }) => operatorId))
  return row.operator_id ?? (others.length ? null : (first ?? null))
}

/** The values of the sentence for this reader. */
async function valuesFor(
  scope: Scope,
  { notice, entity, subjects, data, figures }: Spoken,
  row: OutboxRow,
  person: Reachable,
  about: readonly Row[],
): Promise<Record<string, string>> {
  const [first] = about
  if (!first) return {}
  // Of more than are named one by one, whoever is reached by all of those is taken to be reached by all.
  const count = about.length === subjectLimit && about.length === subjects.length ? Math.max(row.occurrences, subjectLimit) : about.length
  const own = notice.toThemselves && entity.name === 'user' && first.id === person.id ? { isOwn: 'yes' } : {}
  return { record: await labelFor(scope, person, entity, first), count: String(count), ...own, ...valuesOf(notice, { subject: first, data, figures }) }
}

function valuesOf(notice: Notice, occasion: { subject: Row; data: Spoken['data']; figures: Spoken['figures'] }): Record<string, string> {
  const computed = notice.values?.(occasion) ?? {}
  return Object.fromEntries(
    Object.keys(notice.shows ?? {}).map((name) => {
      const value = computed[name] ?? occasion.figures[name] ?? occasion.data[name] ?? occasion.subject[name]
      return [name, value === null || value === undefined ? '' : String(value).slice(0, longestValue)]
    }),
  )
}

type Wanting = { person: Reachable; own: NoticeSettings; devices: readonly string[] }
function byOtherWays(scope: Scope, row: OutboxRow, notice: Notice, { person, own, devices }: Wanting, id: string, ways: Ways): void {
  const { now, tenant } = scope
  const common = { sourceId: id, round: row.occurrences, params: null }
  const mailAt =
    ways.mail && notice.by.includes('MAIL') ? (notice.requested && own.mail !== 'NONE' ? now : mailDue(own, notice.severity, now, tenant.timezone)) : null
  const pushAt = devices.length > 0 ? pushDue(own, notice.severity, now, tenant.timezone) : null
  if (mailAt) {
    addDeliveries(scope, [{ ...common, channel: 'MAIL', recipientId: person.id, dueAt: mailAt }])
    queueNoticeMail(scope, person.id, mailAt)
  }
  // Once to each of their browsers.
  if (pushAt)
    addDeliveries(
      scope,
      devices.map((recipientId) => ({ ...common, channel: 'PUSH', recipientId, dueAt: pushAt })),
    )
}

/** To the telephones of members, by the first way to a telephone that the notice names. */
async function toMembers(scope: Scope, row: OutboxRow, spoken: Spoken): Promise<void> {
  const channel = spoken.notice.by.find((way) => way === 'SMS' || way === 'IVR_VOICE')
  if (channel !== 'SMS' && channel !== 'IVR_VOICE') return
  // Nobody's telephone rings at night, but for what they wait for.
  const dueAt = spoken.notice.requested ? scope.now : afterQuiet(defaultSettings.quietFrom, defaultSettings.quietTo, scope.now, scope.tenant.timezone)
  for (const { farmerId, language, about } of await membersFor(scope, spoken)) {
    const [first] = about
    if (!first) continue
    const occasion = { subject: first, data: spoken.data, figures: spoken.figures }
    // Languages that the product has no words in are spoken to in Hindi (send-to-telephones.ts).
    const record = await titleFor(scope, spoken.entity, first, isLanguage(language) ? language : 'hi')
    const params = { record, count: String(about.length), ...valuesOf(spoken.notice, occasion) }
    addDeliveries(scope, [{ sourceId: row.id, channel, recipientId: farmerId, round: row.occurrences, dueAt, params }])
  }
}

/** What nobody has read goes away, and what has not gone out stays. `upTo`: this round and those before it. */
async function withdrawUnread(scope: Scope, row: OutboxRow, upTo: number): Promise<void> {
  const keys = Array.from({ length: upTo }, (_, index) => keyOf(row, index + 1))
  const unread = await scope.db
    .selectFrom('notification')
    .select(['id', 'recipient_user_id'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('dedupe_key', 'in', keys)
    .where('status', '=', 'UNREAD')
    .orderBy('id')
    .execute()
  for (const { id } of unread) await recordBySystem(scope, notification, id, { eventType: 'WITHDRAWN', occurredAt: scope.now.toISOString(), data: {} })
  await scope.db
    .updateTable('delivery')
    .set({ state: 'CANCELLED', ended_at: scope.now })
    .where('tenant_id', '=', scope.tenant.id)
    .where('source_id', 'in', [row.id, ...unread.map(({ id }) => id)])
    .where('state', '=', 'WAITING')
    .where('mail_id', 'is', null)
    .execute()
  wakeInboxes(
    scope,
    unread.flatMap(({ recipient_user_id: id }) => id ?? []),
  )
}

/** What each of these people wants. */
async function settingsFor(scope: Scope, ids: readonly string[]): Promise<Map<string, NoticeSettings>> {
  if (ids.length === 0) return new Map()
  const rows = await scope.db
    .selectFrom('notification_setting')
    .select(['user_id', 'settings'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('user_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ user_id, settings }) => [user_id, settingsOf(settings)]))
}

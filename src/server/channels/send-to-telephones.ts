// Sends what waits for telephones: taken one by one, so that each belongs to one process, handed over outside any transaction, and
// noted. A message to many ends when nothing of it waits any more.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { isLanguage } from '#domain/messages/languages.ts'
import { findNotice, noticeCodes, notices } from '#domain/notifications/catalogue.ts'
import { sentenceOf } from '#domain/notifications/sentence.ts'
import { isPhoneOfOther } from '#domain/people/telephone.ts'
import { leftOut, unreachableTag } from '#domain/work/mobilenotification.ts'
import { wordingIn } from '../messages/tables.ts'
import { whyNot } from '../queries/audience.ts'
import type { RowOf, Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { issueCode } from '../store/purchase-codes.ts'
import { recordBySystem } from '../store/record-event.ts'
import { leaseS, type Result } from './note-delivery.ts'
import type { TelephoneMessage } from './telephone.ts'

const mobilenotification = entityOf('mobilenotification')
const farmer = entityOf('farmer')
const user = entityOf('user')
/** Languages of farmers that the product has no sentences in are spoken to in Hindi. */
const spoken = (language: string): string => (isLanguage(language) ? language : 'hi')

export type TakenDelivery = Pick<RowOf<'delivery'>, 'id' | 'source_id' | 'channel' | 'recipient_id' | 'params' | 'tries'>

const requestedCodes = noticeCodes.filter((code) => notices[code].requested)

/** The next that is due. `isNight`: only what somebody waits for. */
export async function takeDelivery({ db, tenant, now }: Scope, isNight: boolean): Promise<TakenDelivery | undefined> {
  const awaited = isNight
    ? sql`and exists (select 1 from outbox as o where o.tenant_id = d.tenant_id and o.id = d.source_id and o.code = any(${requestedCodes}))`
    : sql``
  const { rows } = await sql<TakenDelivery>`update delivery set tries = tries + 1, due_at = ${new Date(now.getTime() + leaseS * 1000)}
    where tenant_id = ${tenant.id} and id = (select d.id from delivery as d where d.tenant_id = ${tenant.id} and d.state = 'WAITING'
      and d.channel in ('SMS', 'WHATSAPP', 'IVR_VOICE') and d.due_at <= ${now} ${awaited} order by d.due_at, d.id for update skip locked limit 1)
    returning id, source_id, channel, recipient_id, params, tries`.execute(db)
  return rows[0]
}

/** What is said to whom now, or why nothing is: of a message to many asked again of each as they stand now. */
export async function messageOf(scope: Scope, { id, source_id, channel, recipient_id, params }: TakenDelivery): Promise<TelephoneMessage | Cancelled> {
  const [message] = await recordsById(scope, mobilenotification, [source_id])
  if (message) {
    const why = await whyNot(scope.db, scope.tenant.id, recipient_id)
    if (why) return { state: 'CANCELLED', reason: why === 'GONE' ? 'Is not active any more' : leftOut[why] }
  }
  const one = await telephoneOf(scope, recipient_id)
  if (!one) return { state: 'CANCELLED', reason: leftOut.NO_PHONE }
  const base = { id, channel, to: one.to, language: one.language }
  if (message) return { ...base, text: textFor(message, one.language), audioRef: message.audioRef, templateId: message.templateId }
  const raised = await scope.db
    .selectFrom('outbox')
    .select(['code', 'event_id'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', source_id)
    .executeTakeFirst()
  if (!raised) return { state: 'CANCELLED', reason: 'There is nothing to say any more' }
  // What a farmer is to confirm is said on the farmer's own telephone alone; on another's, no amount is said.
  if (one.isOfOther && confirming.has(raised.code)) return { state: 'CANCELLED', reason: leftOut.NO_PHONE }
  const language = spoken(one.language)
  const values = raised.code === 'PURCHASE_CODE' && raised.event_id ? { ...params, code: await codeFor(scope, raised.event_id) } : (params ?? {})
  const shown = one.isOfOther ? withoutAmounts(raised.code, values) : values
  return { ...base, language, text: sentenceOf(raised.code, shown, wordingIn(language, scope.tenant)), audioRef: null, templateId: null }
}
const confirming: ReadonlySet<string> = new Set(['PURCHASE_CODE', 'PURCHASE_CALL'])
/** Dictionary 3.1: messages to others hide amounts. */
const withoutAmounts = (code: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, findNotice(code)?.shows?.[name] === 'money' ? '' : value]))

/** The code of the ticket that a farmer is asked about, made now: it is stored nowhere else than in the message. */
async function codeFor(scope: Scope, requestedEventId: string): Promise<string> {
  const requested = await scope.db
    .selectFrom('event')
    .select(sql<string>`data ->> 'purchaseEventId'`.as('ticketId'))
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', requestedEventId)
    .executeTakeFirstOrThrow()
  return issueCode(scope, requested.ticketId)
}
type Cancelled = Extract<Result, { state: 'CANCELLED' }>

/** Number, whose it is, and language of a member who has not left, or of a person with an account. */
async function telephoneOf(scope: Scope, id: string): Promise<{ to: string; language: string; isOfOther: boolean } | null> {
  const [member] = await recordsById(scope, farmer, [id])
  if (member) {
    const isReached = !member.noPhone && member.status !== 'EXITED' && !member.tags.includes(unreachableTag)
    return member.phone && isReached ? { to: member.phone, language: member.language, isOfOther: isPhoneOfOther(member) } : null
  }
  const [person] = await recordsById(scope, user, [id])
  return person?.phone && person.status === 'ACTIVE' ? { to: person.phone, language: person.locale, isOfOther: false } : null
}

const textFor = ({ text, versions }: Stored<typeof mobilenotification>, language: string): string =>
  versions.find((one) => one.language === language)?.text ?? versions.find((one) => one.language === spoken(language))?.text ?? text

/** Messages that are going out and of which nothing waits any more. */
export async function endedMessages({ db, tenant }: Pick<Scope, 'db' | 'tenant'>): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select m.id from mobilenotification as m where m.tenant_id = ${tenant.id} and m.deleted_at is null and m.status = 'SENDING'
    and not exists (select 1 from delivery as d where d.tenant_id = m.tenant_id and d.source_id = m.id and d.state = 'WAITING') order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Messages of which a provider has reported more than was counted. */
export async function reportedMessages({ db, tenant }: Pick<Scope, 'db' | 'tenant'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct source_id as id from delivery where tenant_id = ${tenant.id} and is_reported order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function endMessage(scope: Scope, id: string): Promise<void> {
  const [message] = await recordsById(scope, mobilenotification, [id], { lock: true })
  if (message?.status !== 'SENDING') return
  const { rows } = await sql<{
    all: number
    sent: number
  }>`select count(*)::integer as "all", count(*) filter (where state in ('SENT', 'DELIVERED', 'READ', 'HEARD'))::integer as sent
    from delivery where tenant_id = ${scope.tenant.id} and source_id = ${id}::uuid`.execute(scope.db)
  const { all, sent } = rows[0] ?? { all: 0, sent: 0 }
  const occurredAt = scope.now.toISOString()
  if (all > 0 && sent === all) await recordBySystem(scope, mobilenotification, id, { eventType: 'SENT', occurredAt, data: {} })
  else if (sent > 0) await recordBySystem(scope, mobilenotification, id, { eventType: 'PARTIAL', occurredAt, data: {} })
  else
    await recordBySystem(scope, mobilenotification, id, {
      eventType: 'FAILED',
      occurredAt,
      data: { problem: all === 0 ? 'Nobody whom it describes can be reached in this way.' : 'No telephone could be reached.' },
    })
}

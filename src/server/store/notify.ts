// Raising notifications: rows of the outbox, written in the transaction that gives the occasion. The catalogue says which events
// and findings raise one (domain/notifications); clocks and services call `notify`. Who delivers them: server/channels/.

import { type RawBuilder, sql } from 'kysely'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Finding } from '#domain/kernel/entity.ts'
import { type NoticeCode, notices, raisedByEvent, raisedByFinding } from '#domain/notifications/catalogue.ts'
import { sendWithNext } from '#server/db/connection.ts'
import { actorOf, type Db, productItself, type Scope, type Tenant } from '../scope.ts'
import { newId } from './new-id.ts'

/** Records that one row names; what comes beyond is counted. */
export const subjectLimit = 1000
/** Of what is gathered over a day: reminders take the named ones as raised already. */
const dayLimit = 100_000
/** What may become one with others that follow waits for them so long. */
const gatheringMs = 60_000

/**
 * One job for whatever a transaction says: the first that says something asks for it, and the setting, which ends with the transaction, informs the others.
 * Not one for all transactions: a job that waits may begin, and find nothing, before a later one has committed what it would have left to it.
 */
const askForDelivery = sql`set_config('app.delivery_asked', coalesce(nullif(current_setting('app.delivery_asked', true), ''),
  app.enqueue_job('deliver', '{}'::jsonb, null)::text || '1'), true)`

/** All that raising needs of a scope. */
export type Notifying = Pick<Scope, 'db' | 'tenant' | 'now' | 'user' | 'source' | 'requestId' | 'newId' | 'afterCommit' | 'jobWaits'>
/** What a job raises, in the transaction in which it ends. */
export const notifyingJob = (db: Db, tenant: Tenant, { now, jobWaits }: { now: Date; jobWaits?: Scope['jobWaits'] | undefined }): Notifying => ({
  db,
  tenant,
  now,
  user: productItself,
  source: 'SYSTEM',
  requestId: 'job',
  newId,
  afterCommit: (work) => void setImmediate(work),
  ...(jobWaits ? { jobWaits: (topic, payload) => jobWaits(topic, { ...payload, tenantId: tenant.id }) } : {}),
})

export type Subject = { type: string; id: string; operatorId: string | null }
export type Raised = {
  /** What stands for the same: raised again within a day it adds to the first. Needed where the catalogue says `once: 'key'`. */
  key?: string
  eventId?: string | null
  /** Values of its sentence, beside those of event and record. Nothing personal: every recipient reads them. */
  figures?: Readonly<Record<string, unknown>>
  /** Persons, where the catalogue says `requested`. */
  userIds?: readonly string[]
}
type Draft = Required<Omit<Raised, 'figures' | 'userIds'>> & {
  code: NoticeCode
  subject: Subject
  figures: Readonly<Record<string, unknown>> | null
  userIds: readonly string[] | null
  gathers: boolean
  /** A finding that is open already is not raised again. */
  unlessOpen: RawBuilder<unknown> | null
}

/** Says it to those whom the catalogue names, once this transaction has committed. Sent with its next statement. */
export function notify(scope: Notifying, code: NoticeCode, subject: Subject, raised: Raised = {}): void {
  raise(scope, [draftOf(scope, code, subject, raised)])
}

/** What the events raise by the catalogue; of many records made at once as one. `causeEventId`: what an event causes on many records is one, too. */
export function notifyOfEvents(
  scope: Scope,
  entity: AnyEntity,
  events: readonly {
    id: string
    eventType: string
    subject: { id: string; operatorId: string | null }
    data: Readonly<Record<string, unknown>>
    statusAfter: string
    causeEventId: string | null
  }[],
): void {
  const drafts = events.flatMap(({ id, eventType, subject, data, statusAfter, causeEventId }) =>
    raisedByEvent(entity.name, eventType).flatMap(({ code, trigger }) => {
      if (trigger.if && !trigger.if({ data, statusAfter })) return []
      const cause = notices[code].many ? causeEventId : null
      const raised = { key: `${code} ${cause ? `cause ${cause}` : id}`, eventId: cause ?? id }
      return [draftOf(scope, code, { type: entity.name, id: subject.id, operatorId: subject.operatorId }, raised, cause !== null)]
    }),
  )
  raise(scope, drafts)
}

/** What findings raise by the catalogue. `areNew`: nobody else can have opened them. Must be sent before they are saved. */
export function notifyOfFindings(
  scope: Scope,
  entity: AnyEntity,
  found: readonly { subjectId: string; eventId: string | null; finding: Finding }[],
  { areNew = false }: { areNew?: boolean } = {},
): void {
  const drafts = found.flatMap(({ subjectId, eventId, finding: { ruleId, severity, figures = {} } }) =>
    raisedByFinding(entity.name, ruleId).flatMap(({ code, trigger }) => {
      if (trigger.if && !trigger.if({ severity, figures })) return []
      const draft = draftOf(
        scope,
        code,
        { type: entity.name, id: subjectId, operatorId: null },
        { key: `${code} ${subjectId} ${eventId ?? ''}`, eventId, figures },
      )
      const unlessOpen = sql`not exists (select 1 from flag as f where f.tenant_id = ${scope.tenant.id} and f.subject_type = ${entity.name}
        and f.subject_id = ${subjectId}::uuid and f.rule_id = ${ruleId} and f.event_id is not distinct from ${eventId}::uuid and f.closed_at is null)`
      return [areNew ? draft : { ...draft, unlessOpen }]
    }),
  )
  raise(scope, drafts)
}

/** An event is taken back: what it raised is withdrawn from those who have not read it. Sent with the next statement. */
export function withdrawNotices(scope: Scope, eventId: string): void {
  sendWithNext(
    scope.db,
    sql`with gone as (update outbox set state = 'WITHDRAWING', due_at = ${scope.now}
        where tenant_id = ${scope.tenant.id} and event_id = ${eventId}::uuid and state in ('WAITING', 'DONE') returning 1)
      select ${askForDelivery} from gone limit 1`,
  )
  scope.afterCommit(() => scope.jobWaits?.('deliver', {}))
}

function draftOf(scope: Notifying, code: NoticeCode, subject: Subject, { key, eventId = null, figures, userIds }: Raised, isOfCause = false): Draft {
  const { many, ownOnce, once: always } = notices[code]
  const once = scope.user === productItself ? (ownOnce ?? always) : always
  const isImport = scope.source === 'IMPORT' && many !== undefined
  const gathered = isImport
    ? `${code} import ${scope.requestId} ${subject.type} ${subject.operatorId}`
    : once === 'day'
      ? `${code} ${subject.type} ${subject.operatorId} ${localDay(scope)}`
      : undefined
  const chosen = gathered ?? key
  if (chosen === undefined) throw new Error(`${code} needs a key`)
  return {
    code,
    subject,
    key: chosen,
    eventId: gathered ? null : eventId,
    figures: figures ?? null,
    userIds: userIds ?? null,
    gathers: gathered !== undefined || isOfCause,
    unlessOpen: null,
  }
}

/** One row for all drafts of a key. */
function raise(scope: Notifying, drafts: readonly Draft[]): void {
  for (const [key, of] of Map.groupBy(drafts, (draft) => draft.key)) {
    const [first] = of
    if (first) put(scope, key, first, of)
  }
}

function put(scope: Notifying, key: string, { code, subject, eventId, figures, userIds, gathers, unlessOpen }: Draft, of: readonly Draft[]): void {
  const ids = [...new Set(of.map((draft) => draft.subject.id))]
  const { once, ownOnce } = notices[code]
  const limit = once === 'day' || ownOnce === 'day' ? dayLimit : subjectLimit
  const dueAt = new Date(scope.now.getTime() + (gathers ? gatheringMs : 0))
  // The day is that of the first one (6.2): what comes again every few hours does not stay one for ever.
  const isOther = sql`(outbox.raised_at < excluded.raised_at - interval '1 day' or outbox.state in ('WITHDRAWING', 'WITHDRAWN'))`
  sendWithNext(
    scope.db,
    sql`with put as (
      insert into outbox (tenant_id, id, code, subject_type, subject_ids, operator_id, event_id, figures, user_ids, actor_id, dedupe_key, occurrences, state, raised_at, due_at)
      select ${scope.tenant.id}, ${scope.newId()}::uuid, ${code}, ${subject.type}, ${ids.slice(0, limit)}::uuid[], ${subject.operatorId}::uuid, ${eventId}::uuid,
        ${figures && ids.length === 1 ? JSON.stringify(figures) : null}::jsonb, ${userIds ? [...userIds] : null}::uuid[], ${actorOf(scope)}::uuid, ${key}, ${ids.length}::integer, 'WAITING',
        ${scope.now}::timestamptz, ${dueAt}::timestamptz
      where ${unlessOpen ?? sql`true`}
      on conflict (tenant_id, dedupe_key) do update set
        subject_ids = case when ${isOther} then excluded.subject_ids
          when cardinality(outbox.subject_ids) >= ${sql.lit(limit)} then outbox.subject_ids
          else (outbox.subject_ids || array(select unnest(excluded.subject_ids) except select unnest(outbox.subject_ids)))[1:${sql.lit(limit)}] end,
        occurrences = excluded.occurrences + case when ${isOther} then 0 else outbox.occurrences end,
        round = outbox.round + case when ${isOther} then 1 else 0 end,
        event_id = excluded.event_id,
        -- Figures are those of one record.
        figures = case when ${isOther} or outbox.subject_ids = excluded.subject_ids then excluded.figures end, user_ids = excluded.user_ids, actor_id = excluded.actor_id,
        state = 'WAITING', raised_at = case when ${isOther} then excluded.raised_at else outbox.raised_at end, due_at = excluded.due_at, ended_at = null
      returning 1)
    select ${gathers ? sql`1` : askForDelivery} from put`,
  )
  // What gathers is found by the round of every minute: ten thousand rows of an import are not ten thousand jobs.
  if (!gathers) scope.afterCommit(() => scope.jobWaits?.('deliver', {}))
}

// Findings of rules: one open finding per event, rule and aspect of the rule (or per record and rule, when the record itself was checked), with the
// role that is responsible. A finding stays open until it no longer holds, its event is voided, or somebody closes it by right.

import { type RawBuilder, sql } from 'kysely'
import { findingOwner, type Role } from '#domain/access.ts'
import { type EntityName, entityOf } from '#domain/entities.ts'
import type { AnyEntity, EventSpec, Finding } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, type Spelled, sentenceOf, spelled, word } from '#domain/messages/message.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { ClosedReason } from '#domain/rules/finding-answer.ts'
import { queryAll, sendWithNext } from '#server/db/connection.ts'
import { actorOf, type Db, type RowOf, type Scope } from '../scope.ts'
import { isUuid } from './get.ts'
import { notifyOfFindings } from './notify.ts'
import { spelledJson } from './spelled.ts'

export type Flag = Omit<Finding, 'message'> &
  Spelled & {
    id: string
    subjectId: string
    eventId: string | null
    openedAt: string
    /** Who did what opened it; null where that is not known. */
    openedBy: string | null
    owner: Role
    /** The reader is party to it and may not close it, beside what their roles say. For `mayClose` alone. */
    isParty?: boolean
  }
export type ClosedFlag = Flag & { closedAt: string | null; closedBy: string | null; closedReason: ClosedReason | null; note: string | null }

export type FlagRow = Pick<
  RowOf<'flag'>,
  'id' | 'subject_id' | 'event_id' | 'rule_id' | 'severity' | 'message' | 'words' | 'figures' | 'opened_at' | 'opened_by' | 'owner_role'
> & { is_party?: boolean }

/** The finding as a rule gave it. */
export const findingOf = ({ message, words, ...flag }: Flag): Finding => ({ ...flag, message: sentenceOf({ message, ...(words ? { words } : {}) }) })
const flagOf = (row: FlagRow): Flag => ({
  id: row.id,
  subjectId: row.subject_id,
  eventId: row.event_id,
  ruleId: row.rule_id,
  severity: row.severity,
  message: row.message,
  ...(row.words ? { words: row.words } : {}),
  openedAt: row.opened_at,
  openedBy: row.opened_by,
  owner: row.owner_role,
  ...(row.figures ? { figures: row.figures } : {}),
  ...(row.is_party ? { isParty: true } : {}),
})

/** Open findings of these records, oldest first. */
export async function openFlags(scope: Scope, entity: AnyEntity, ids: readonly string[]): Promise<Map<string, Flag[]>> {
  if (ids.length === 0) return new Map()
  const [rows = []] = await queryAll(scope.db, flagsQuery(scope, entity, ids))
  return flagsOf(rows)
}
/** The question for them, to be asked with others. */
export const flagsQuery = (scope: Scope, entity: AnyEntity, ids: readonly string[]): RawBuilder<FlagRow> => sql<FlagRow>`
  select f.id, f.subject_id, f.event_id, f.rule_id, f.severity, f.message, f.words, f.figures, f.opened_at, f.opened_by, f.owner_role${scope.behaviours[entity.name]?.isParty ? sql`, ${scope.behaviours[entity.name]?.isParty?.(scope)} as is_party` : sql``} from flag as f
  where f.tenant_id = ${scope.tenant.id} and f.subject_type = ${entity.name} and f.subject_id = any(${ids}::uuid[]) and f.closed_at is null
  order by f.opened_at, f.id`
export const flagsOf = (rows: readonly FlagRow[]): Map<string, Flag[]> => Map.groupBy(rows.map(flagOf), ({ subjectId }) => subjectId)

/** The newest findings of a record, open and closed, newest first. */
export const newestFlags = async (scope: Scope, entity: AnyEntity, subjectId: string): Promise<ClosedFlag[]> =>
  (await flagsOn(scope, entity, subjectId).limit(500).execute()).map(closedFlagOf)

/** All findings of these rules on a record, or on several, open and closed, newest first. `events`: of these alone. */
export async function flagsOfRules(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string | readonly string[],
  rules: readonly RuleId[],
  events?: readonly string[],
): Promise<ClosedFlag[]> {
  const query = flagsOn(scope, entity, subjectId).where('rule_id', 'in', [...rules])
  const rows = await (events ? query.where('event_id', 'in', [...events]) : query).execute()
  return rows.map((row) => ({ ...closedFlagOf(row), ...(row.aspect ? { aspect: row.aspect } : {}) }))
}

/** One finding of a record. */
export async function findFlag(scope: Scope, entity: AnyEntity, subjectId: string, id: string): Promise<ClosedFlag | undefined> {
  const row = isUuid(id) ? await flagsOn(scope, entity, subjectId).where('id', '=', id).executeTakeFirst() : undefined
  return row && closedFlagOf(row)
}

const flagsOn = (scope: Scope, entity: AnyEntity, subjectId: string | readonly string[]) =>
  scope.db
    .selectFrom('flag')
    .selectAll()
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where(({ eb, ref }) =>
      typeof subjectId === 'string' ? eb('subject_id', '=', subjectId) : sql<boolean>`${ref('subject_id')} = any(${[...subjectId]}::uuid[])`,
    )
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')

const closedFlagOf = (
  row: FlagRow & { closed_at: string | null; closed_by: string | null; closed_reason: ClosedReason | null; resolution: string | null },
): ClosedFlag => ({
  ...flagOf(row),
  closedAt: row.closed_at,
  closedBy: row.closed_by,
  closedReason: row.closed_reason,
  note: row.resolution,
})

const gravity: Readonly<Record<Finding['severity'], number>> = { INFO: 0, WARN: 1, REVIEW: 2 }
/** One finding per rule and aspect: of several of one event the gravest. */
export function gravestByRule<F extends Finding>(findings: readonly F[]): F[] {
  const gravest = new Map<string, F>()
  for (const finding of findings) {
    const key = `${finding.ruleId} ${finding.aspect ?? ''}`
    const known = gravest.get(key)
    if (!known || gravity[finding.severity] > gravity[known.severity]) gravest.set(key, finding)
  }
  return [...gravest.values()]
}

/** Open findings of records that this transaction has made: nobody else can have raised any, so they need not be asked for. */
const freshBy = new WeakMap<Db, Map<string, Flag[] | 'ask'>>()
/** A record has just been made, and has no findings yet. */
export function beginFlags({ db }: Scope, id: string): void {
  const fresh = freshBy.get(db) ?? new Map<string, Flag[] | 'ask'>()
  freshBy.set(db, fresh.set(id, []))
}
/** Undefined: they must be asked for. */
export function freshFlags({ db }: Scope, id: string): Flag[] | undefined {
  const found = freshBy.get(db)?.get(id)
  return found === 'ask' ? undefined : found
}
/** A second finding of a rule and event replaces the first one's words but not its id: then the database is asked. */
function noteFresh({ db }: Scope, subjectId: string, flag: Flag): void {
  const fresh = freshBy.get(db)
  const found = fresh?.get(subjectId)
  if (!fresh || !found || found === 'ask') return
  if (found.some(({ ruleId, eventId }) => ruleId === flag.ruleId && eventId === flag.eventId)) fresh.set(subjectId, 'ask')
  else found.push({ ...flag })
}
/** After a rollback to a savepoint, or after findings were closed. */
export const forgetFreshFlags = (db: Db): void => {
  freshBy.delete(db)
}

/**
 * Opens findings of a record. An event has at most one open finding per rule and aspect, and so has the record for what was found by
 * checking the whole of it (`eventId` null): found again, its words and figures are replaced.
 * `recheck`: these came from checking the whole record, so earlier ones of that origin that did not come again are closed.
 */
export async function saveFlags(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  findings: readonly Finding[],
  { eventId, recheck = false }: { eventId: string | null; recheck?: boolean },
): Promise<void> {
  const gravest = gravestByRule(findings)
  notifyOfFindings(
    scope,
    entity,
    gravest.map((finding) => ({ subjectId, eventId, finding })),
  )
  if (gravest.length > 0) saveOpen(scope, entity, subjectId, gravest, eventId)
  if (!recheck) return
  const again = findings.map(({ ruleId }) => ruleId)
  let old = closing(scope, 'OBSOLETE', 'No longer holds')
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subjectId)
    .where('event_id', 'is', null)
  if (again.length) old = old.where('rule_id', 'not in', again)
  await old.execute()
}

/** One statement for all of them, sent with the next one. */
function saveOpen(scope: Scope, entity: AnyEntity, subjectId: string, findings: readonly Finding[], eventId: string | null): void {
  const opened = { openedAt: scope.now.toISOString(), openedBy: actorOf(scope) }
  const made = findings.map((finding) => ({ finding, id: scope.newId(), owner: findingOwner(finding.ruleId) }))
  const insert = scope.db
    .insertInto('flag')
    .values(
      made.map(({ finding, id, owner }) => ({
        tenant_id: scope.tenant.id,
        id,
        rule_id: finding.ruleId,
        severity: finding.severity,
        subject_type: entity.name,
        subject_id: subjectId,
        event_id: eventId,
        ...spelledJson(finding.message),
        figures: finding.figures ? JSON.stringify(finding.figures) : null,
        owner_role: owner,
        opened_at: opened.openedAt,
        opened_by: opened.openedBy,
        aspect: finding.aspect ?? null,
        named: namedBy(finding),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'subject_type', 'subject_id', 'rule_id', 'event_id', 'aspect'])
        .where('closed_at', 'is', null)
        .doUpdateSet((row) => ({
          severity: row.ref('excluded.severity'),
          message: row.ref('excluded.message'),
          words: row.ref('excluded.words'),
          figures: row.ref('excluded.figures'),
          named: row.ref('excluded.named'),
        })),
    )
  sendWithNext(scope.db, insert)
  for (const { finding, id, owner } of made) {
    const { aspect: _, ...shown } = finding
    noteFresh(scope, subjectId, { ...shown, ...spelled(finding.message), id, subjectId, eventId, ...opened, owner })
  }
}

/** Whom a likeness is to, by what its figures show: it is looked for when that record changes (behaviours/people/likenesses.ts). */
function namedBy({ ruleId, figures }: Finding): string | null {
  const named = ruleId === 'BR-23' ? (figures?.farmerId ?? figures?.code) : null
  return typeof named === 'string' ? named : null
}

type Found = { subjectId: string; eventId: string | null; finding: Finding }
/** As one insertion, without its conflict. */
function insertFlags(scope: Scope, entity: AnyEntity, found: readonly Found[]): RawBuilder<unknown> {
  const rows = found.map(({ subjectId, eventId, finding }) => ({
    tenant_id: scope.tenant.id,
    id: scope.newId(),
    rule_id: finding.ruleId,
    severity: finding.severity,
    subject_type: entity.name,
    subject_id: subjectId,
    event_id: eventId,
    message: String(finding.message),
    words: spelled(finding.message).words ?? null,
    figures: finding.figures ?? null,
    owner_role: findingOwner(finding.ruleId),
    opened_at: scope.now.toISOString(),
    opened_by: actorOf(scope),
    aspect: finding.aspect ?? null,
    named: namedBy(finding),
  }))
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '))
  return sql`insert into flag (${columns}) select ${columns} from json_populate_recordset(null::flag, ${JSON.stringify(rows)}::json)`
}

/** Findings of records made in one set: nobody else can have raised any. Sent with the next statement. */
export function saveFlagsOfNew(scope: Scope, entity: AnyEntity, made: readonly { id: string; findings: readonly Finding[] }[]): void {
  const found = made.flatMap(({ id: subjectId, findings }) => gravestByRule(findings).map((finding) => ({ subjectId, eventId: null, finding })))
  if (found.length === 0) return
  notifyOfFindings(scope, entity, found, { areNew: true })
  sendWithNext(scope.db, insertFlags(scope, entity, found))
}
/** Findings of events of several records, each of a rule and aspect of its own: one statement, however many they are. Sent with the next one. */
export function saveFlagsOfMany(scope: Scope, entity: AnyEntity, found: readonly Found[]): void {
  if (found.length === 0) return
  notifyOfFindings(scope, entity, found)
  forgetFreshFlags(scope.db)
  sendWithNext(
    scope.db,
    sql`${insertFlags(scope, entity, found)} on conflict (tenant_id, subject_type, subject_id, rule_id, event_id, aspect) where closed_at is null
      do update set severity = excluded.severity, message = excluded.message, words = excluded.words, figures = excluded.figures, named = excluded.named`,
  )
}

/** Closes the open findings of these rules, whatever raised them, when what they spoke of has been settled. */
export async function closeFlagsOfRules(scope: Scope, entity: AnyEntity, subjectId: string, rules: readonly RuleId[], resolution: string): Promise<void> {
  await closing(scope, 'SETTLED', resolution)
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subjectId)
    .where('rule_id', 'in', [...rules])
    .execute()
}

/** Closes what an event raised, when it is voided or settled; findings of other events stay. */
export async function closeFlagsOfEvent(scope: Scope, eventId: string, resolution: string, reason: 'VOIDED' | 'SETTLED' = 'VOIDED'): Promise<void> {
  await closing(scope, reason, resolution).where('event_id', '=', eventId).execute()
}

/** Opens the findings of events again that were settled last, because what settled them was taken back. `only`: of this aspect. */
export async function reopenSettled(scope: Scope, events: readonly string[], only?: Finding['aspect']): Promise<void> {
  if (events.length === 0) return
  const { rows } = await sql<FlagRow & { subject_type: EntityName; closed_reason: ClosedReason | null; aspect: Finding['aspect'] | null }>`
    select distinct on (f.event_id, f.rule_id, f.aspect) f.* from flag as f where f.tenant_id = ${scope.tenant.id} and f.event_id = any(${[...events]}::uuid[])
    order by f.event_id, f.rule_id, f.aspect, f.closed_at is null desc, f.closed_at desc, f.id desc`.execute(scope.db)
  for (const row of rows)
    if (row.closed_reason === 'SETTLED' && (only === undefined || row.aspect === only)) {
      const finding = { ...findingOf(flagOf(row)), ...(row.aspect ? { aspect: row.aspect } : {}) }
      await saveFlags(scope, entityOf(row.subject_type), row.subject_id, [finding], { eventId: row.event_id })
    }
}

/** Closes findings that hold no more. */
export async function closeFlags(scope: Scope, ids: readonly string[], reason: ClosedReason, note: string | null): Promise<void> {
  if (ids.length > 0)
    await closing(scope, reason, note)
      .where(({ ref }) => sql<boolean>`${ref('id')} = any(${[...ids]}::uuid[])`)
      .execute()
}
/** Closes one finding as a person, or a projection, says. False when it is closed already. */
export async function closeFlag(scope: Scope, id: string, reason: ClosedReason, note: string | null): Promise<boolean> {
  const { numUpdatedRows } = await closing(scope, reason, note).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

const closing = (scope: Scope, reason: ClosedReason, resolution: string | null) => {
  forgetFreshFlags(scope.db)
  return scope.db
    .updateTable('flag')
    .set({ closed_at: scope.now.toISOString(), closed_by: actorOf(scope), closed_reason: reason, resolution })
    .where('tenant_id', '=', scope.tenant.id)
    .where('closed_at', 'is', null)
}

/** Events that an open finding to be decided holds back (`blockedByReviewOf` of the declaration). */
export const isUnderReview = (event: EventSpec, flags: readonly Flag[]): boolean =>
  !!event.blockedByReviewOf && flags.some(({ ruleId, severity }) => severity === 'REVIEW' && event.blockedByReviewOf?.includes(ruleId))

/**
 * Throws RULE_BLOCKED while a finding of one of these rules is open on the record and to be decided (REVIEW). `others`: records of
 * the same entity whose findings of these rules count as well.
 */
export async function refuseUnderReview(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  rules: readonly RuleId[],
  others?: { ruleIds: readonly RuleId[]; ids: RawBuilder<unknown> },
): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await sql<Pick<FlagRow, 'id' | 'rule_id' | 'message' | 'words'>>`
    select f.id, f.rule_id, f.message, f.words from flag as f
    where f.tenant_id = ${scope.tenant.id} and f.subject_type = ${entity.name} and f.closed_at is null and f.severity = 'REVIEW'
      and f.subject_id = any(${others ? sql`array(${others.ids})` : sql`array[]::uuid[]`} || ${subjectId}::uuid)
      and (f.subject_id = ${subjectId}::uuid and f.rule_id = any(${[...rules]}::text[]) or f.rule_id = any(${[...(others?.ruleIds ?? [])]}::text[]))
    order by f.opened_at, f.id limit 1`.execute(scope.db)
  const [open] = rows
  if (open) throw ruleBlocked(open.rule_id, phrase`A finding is still to be decided: ${open.words ?? word(open.message)}`, { findingId: open.id })
}

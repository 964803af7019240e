// The one place where a record's row is written, and the event that records it. create.ts, edit.ts,
// retire.ts and record-event.ts decide what; this decides how: title, version, search words, flags, hash.

import { canSet, roles } from '#domain/access.ts'
import { unitIn } from '#domain/husbandry/stays.ts'
import { checksFailed } from '#domain/kernel/checks.ts'
import type { AnyEntity, Finding, Row } from '#domain/kernel/entity.ts'
import { type Field, settersOf } from '#domain/kernel/field.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase, sentences, small, word } from '#domain/messages/message.ts'
import { sendWithNext } from '#server/db/connection.ts'
import { anyTable } from '../db/any-table.ts'
import { actorOf, type Change, type RowOf, type Scope, type Source } from '../scope.ts'
import { attachFiles } from './attach-files.ts'
import { isSame, ownColumnsOf, toColumns } from './columns.ts'
import { eventHash, newSalts } from './event-hash.ts'
import { writeEvent } from './event-references.ts'
import type { EventView } from './event-view.ts'
import { writeExternalIds } from './external-ids.ts'
import { isUuid } from './get.ts'
import { keysOf } from './keys.ts'
import { insertLines, updateLines } from './lines.ts'
import { notifyOfEvents } from './notify.ts'
import { takePlaceAgain } from './plan-limits.ts'
import { cacheWritten } from './record-cache.ts'
import { writeTokens } from './search.ts'

/** A record under change, with a place for findings. */
export function changeOf(before: Row | null, after: Row): Change & { findings: Finding[] } {
  const findings: Finding[] = []
  return {
    before,
    after,
    findings,
    flag: (finding) => {
      findings.push(finding)
    },
  }
}

/** The declaration's checks across fields that this record fails. `before`: as it is stored; null when it is new. */
export const failedChecks = (entity: AnyEntity, row: Row, before: Row | null): FieldProblem[] =>
  checksFailed(entity.checks ?? [], row, before).flatMap(({ path, code, message, places }) =>
    (places?.(row) ?? [{ path, message }]).map((place) => ({ ...place, code })),
  )

/** Throws VALIDATION with all of them at once; nothing when there are none. */
export function refuseAll(problems: FieldProblem[]): void {
  if (problems.length) throw new Problem('VALIDATION', { fields: problems })
}

const roleNames: Readonly<Record<string, string>> = roles
/** Throws FORBIDDEN, naming each of these fields that the person's role may not set on this record. */
export function refuseUnsettable(scope: Scope, entity: AnyEntity, action: 'C' | 'E', row: Row, names: readonly string[]): void {
  const fields: Record<string, Field> = entity.fields
  const refused = names.flatMap((name) => {
    const field = fields[name]
    // Of which body the record of a company will be, `prepare` finds: whoever makes it is judged by what comes of it.
    const { ofCompany, processor } = entity.belongsTo
    const at = action === 'C' && ofCompany && name === processor ? null : row
    return field?.writableBy && !canSet(scope.user, entity, action, field, at) ? [{ name, field }] : []
  })
  if (refused.length === 0) return
  const message = (field: Field) =>
    settersOf(field, action)?.length === 0
      ? phrase`“${word(field.label)}” is entered once this is registered.`
      : phrase`“${word(field.label)}” is set by: ${listed((settersOf(field, action) ?? []).map((role) => small(roleNames[role] ?? role)))}.`
  throw new Problem('FORBIDDEN', {
    message: sentences(refused.map(({ field }) => message(field))),
    fields: refused.map(({ name, field }) => ({ path: name, code: 'forbidden', message: message(field) })),
  })
}

/** Written with the next statement; a value that is taken already is refused there. */
export function insertRow(scope: Scope, entity: AnyEntity, row: Row): void {
  row.title = titleOf(entity, row)
  sendWithNext(
    scope.db,
    anyTable(scope.db)
      .insertInto(entity.name)
      .values({ tenant_id: scope.tenant.id, ...toColumns(entity, row), ...keysOf(scope.behaviours, entity, row) }),
  )
  insertLines(scope, entity, [row])
  writeTokens(scope, entity, null, row)
  writeExternalIds(scope, entity, null, row)
}

/** Writes what differs, with the next version. `before` must be locked or its version known. Throws STALE_VERSION when it is not that version any more, and RULE_BLOCKED beyond a limit of the plan. */
export async function updateRow(scope: Scope, entity: AnyEntity, before: Row, after: Row): Promise<void> {
  await takePlaceAgain(scope, entity, before, after)
  after.title = titleOf(entity, after)
  after.version = before.version + 1
  after.updatedAt = scope.now.toISOString()
  after.updatedBy = actorOf(scope)
  const changed = ownColumnsOf(entity).filter(({ name }) => !isSame(before[name], after[name]))
  const written = await anyTable(scope.db)
    .updateTable(entity.name)
    .set({
      ...toColumns(
        entity,
        after,
        changed.map(({ name }) => name),
      ),
      ...keysOf(scope.behaviours, entity, after),
    })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .returning(changed.map(({ column }) => column))
    .executeTakeFirst()
  if (!written) throw new Problem('STALE_VERSION')
  cacheWritten(scope, entity, before.id, before.version, { ...written, ...updateLines(scope, entity, before, after) })
  writeTokens(scope, entity, before, after)
  writeExternalIds(scope, entity, before, after)
}

/** Titles are made of a person's words; whatever a declaration does with empty ones, a title is text. */
export const titleOf = (entity: AnyEntity, row: Row): string =>
  String(entity.title(row) ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300) || row.code

/** Differences between two states of a record by field, for the audit. Common columns that change by themselves are left out. */
export function changesBetween(entity: AnyEntity, before: Row | null, after: Row): Record<string, { from: unknown; to: unknown }> {
  const names = [...Object.keys(entity.fields), 'code', 'tags', 'operatorId', 'status']
  const value = (row: Row | null, name: string) => row?.[name] ?? null
  const isEmpty = (one: unknown) => one === null || (Array.isArray(one) && one.length === 0)
  return Object.fromEntries(
    names.flatMap((name) => {
      const [from, to] = [value(before, name), value(after, name)]
      return isSame(from, to) || (before === null && isEmpty(to)) ? [] : [[name, { from, to }]]
    }),
  )
}

export type EventEnvelope = {
  id?: string | undefined
  eventType: string
  occurredAt: string
  data: Record<string, unknown>
  notes?: string | null | undefined
  gps?: EventView['gps'] | undefined
  lateReason?: string | null | undefined
  /** Null: for no step of the package; undefined: nobody has said. */
  planEventId?: string | null | undefined
  supersedesEventId?: string | null | undefined
  /** The event that caused this one; voiding it voids this one too. */
  causeEventId?: string | null | undefined
}

/** Appends one event. `transition`: the subject's status around it and its version after it. `occurredAt` must be ISO 8601 with offset; the moment is stored in UTC and the offset beside it. */
export async function appendEvent(
  scope: Scope,
  entity: AnyEntity,
  subject: Pick<Row, 'id' | 'operatorId'>,
  envelope: EventEnvelope,
  transition: EventTransition,
  source: Source = scope.source,
): Promise<EventView> {
  return insertEvent(scope, entity, subject, eventOf(scope, entity, subject, envelope, transition, source), transition.after)
}

/** Writes an event that was made, and what goes with it. `statusAfter`: as it was decided since. */
export function insertEvent(scope: Scope, entity: AnyEntity, subject: Pick<Row, 'id' | 'operatorId'>, made: MadeEvent, statusAfter: string): EventView {
  const event = { ...made.event, statusAfter }
  const row = { ...made.row, status_after: statusAfter }
  const json = { data: JSON.stringify(row.data), gps: row.gps ? JSON.stringify(row.gps) : null, salts: JSON.stringify(row.salts) }
  writeEvent(scope, entity, event, { ...row, ...json })
  attachFiles(scope, entity, event)
  notifyOfEvents(scope, entity, [{ ...event, subject, causeEventId: row.cause_event_id }])
  return event
}
type EventRow = Omit<RowOf<'event'>, 'erased_at' | 'void_reason' | 'void_note' | 'voided_at' | 'voided_by'>
type MadeEvent = { event: EventView; row: EventRow }
type EventTransition = { before: string | null; after: string; version: number }

/** The event as it is answered, and its row; json as values. */
export function eventOf(
  scope: Scope,
  entity: AnyEntity,
  subject: Pick<Row, 'id' | 'operatorId'>,
  envelope: EventEnvelope,
  transition: EventTransition,
  source: Source = scope.source,
): MadeEvent {
  const occurredAt = new Date(envelope.occurredAt)
  const hashed = {
    id: envelope.id ?? scope.newId(),
    eventType: envelope.eventType,
    subjectType: entity.name,
    subjectId: subject.id,
    occurredAt: occurredAt.toISOString(),
    occurredOffsetMin: offsetOf(envelope.occurredAt),
    recordedAt: scope.now.toISOString(),
    recordedBy: actorOf(scope),
    data: envelope.data,
    notes: envelope.notes ?? null,
    supersedesEventId: envelope.supersedesEventId ?? null,
  }
  const gps = envelope.gps ?? null
  const { causeEventId } = hashed.data
  const unitId = unitIn(hashed.data)
  const salts = newSalts()
  const hash = eventHash(scope.tenant.id, { ...hashed, gps, lateReason: envelope.lateReason ?? null }, salts)
  const row = {
    tenant_id: scope.tenant.id,
    id: hashed.id,
    event_type: hashed.eventType,
    subject_type: hashed.subjectType,
    subject_id: hashed.subjectId,
    subject_version: transition.version,
    operator_id: subject.operatorId,
    occurred_at: hashed.occurredAt,
    occurred_offset_min: hashed.occurredOffsetMin,
    recorded_at: hashed.recordedAt,
    recorded_by: hashed.recordedBy,
    source,
    status: 'RECORDED' as const,
    data: hashed.data,
    notes: hashed.notes,
    gps,
    late_reason: envelope.lateReason ?? null,
    plan_event_id: envelope.planEventId ?? null,
    for_no_step: envelope.planEventId === null ? true : null,
    status_before: transition.before,
    status_after: transition.after,
    hash,
    hash_format: 2,
    salts,
    supersedes_event_id: hashed.supersedesEventId,
    unit_id: isUuid(unitId ?? '') ? unitId : null,
    cause_event_id: envelope.causeEventId ?? (typeof causeEventId === 'string' ? causeEventId : null),
  }
  const event: EventView = {
    ...hashed,
    status: 'RECORDED',
    hash,
    voidReason: null,
    gps,
    lateReason: envelope.lateReason ?? null,
    planEventId: row.plan_event_id,
    forNoStep: row.for_no_step ?? false,
    source,
    statusBefore: transition.before,
    statusAfter: transition.after,
    voidNote: null,
    voidedAt: null,
    voidedBy: null,
  }
  return { event, row }
}

/** Minutes east of UTC in an ISO moment; 0 for Z. */
function offsetOf(moment: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)$/.exec(moment) ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}

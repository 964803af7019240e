// Voiding an event (BR-26). Recorded events are never edited or deleted: a void is an event of its own (EVENT_VOIDED), hashed
// like any other. The columns on the voided row (status, void_*) are a cache of it. The record is replayed without the event.

import { z } from 'zod'
import { canOn, canRecord } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row, Stored } from '#domain/kernel/entity.ts'
import { emptyAsNull, schemaOf } from '#domain/kernel/field-schemas.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { longText } from '#domain/kernel/kinds.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { voidedWithItsCause } from '#domain/kernel/void-note.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { actorOf, type EventChange, type Scope } from '../scope.ts'
import { filesNamed } from './attach-files.ts'
import { typedRecord } from './columns.ts'
import { checkVersion } from './edit.ts'
import { auditEvents, type EventView, eventOf } from './event-view.ts'
import { readEvent } from './events.ts'
import { closeFlagsOfEvent } from './flags.ts'
import { afterStep, getRecord, isUuid, recordsById } from './get.ts'
import { historyOf, judgeHistory, statesOf, stateWithout } from './history.ts'
import { lockForVoid } from './lock-records.ts'
import { withdrawNotices } from './notify.ts'
import { projectRow } from './project.ts'
import { refuseErased } from './refuse-erased.ts'
import { freeFiles } from './shown-evidence.ts'
import { atEndOfStep, inStep, noteVoided } from './step.ts'
import { isRestorableEdit, refuseRestoring, withoutEdit } from './void-edit.ts'
import { appendEvent, updateRow } from './write.ts'

/** Reasons are EPCIS's own error reasons. */
export const voidBody = z.strictObject({
  reason: z.enum(['DID_NOT_OCCUR', 'INCORRECT_DATA']),
  note: emptyAsNull(schemaOf(longText('Note', { max: 500 }))).optional(),
})
/** `replacement`: the event that takes its place in the same transaction. */
type How = { status: 'VOIDED' | 'SUPERSEDED'; reason: 'DID_NOT_OCCUR' | 'INCORRECT_DATA'; note: string | null; replacement?: HistoryEvent }
export const withItsCause: How = { status: 'VOIDED', reason: 'INCORRECT_DATA', note: voidedWithItsCause }

/** Throws NOT_FOUND, FORBIDDEN, VALIDATION, STATE_CONFLICT, RULE_BLOCKED, STALE_VERSION. */
export async function voidEvent(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  eventId: string,
  body: unknown,
  seenVersion?: number,
): Promise<{ event: EventView; subject: Row }> {
  await lockForVoid(scope, entity, subjectId, eventId)
  const subject = await getRecord(scope, entity, subjectId, { lock: true })
  if (seenVersion !== undefined) checkVersion(subject, seenVersion)
  const { reason, note } = parse(voidBody, body)
  const voided = await inStep(scope, () => voidRecordedEvent(scope, entity, subject, eventId, { status: 'VOIDED', reason, note: note ?? null }))
  return { event: voided.event, subject: await afterStep(scope, entity, voided.subject) }
}

/** `subject`: as it is written. `projected`: before a replacement is recorded, with the columns that follow from the rest of its history. */
export type Voided = { event: EventView; subject: Row; projected: Row }

/** Voids an event of a locked record, as a person: their right is asked. */
export async function voidRecordedEvent(scope: Scope, entity: AnyEntity, subject: Row, eventId: string, how: How): Promise<Voided> {
  const found = isUuid(eventId) ? await readEvent(scope, entity, subject.id, eventId) : undefined
  if (!found) throw new Problem('NOT_FOUND', { message: 'There is no such event on this record.' })
  const event = eventOf(found)
  if (isRestorableEdit(entity, event)) return voidEdit(scope, entity, subject, event, how)
  const spec = entity.events[event.eventType]
  if (!spec || auditEvents.some((type) => type === event.eventType))
    throw new Problem('STATE_CONFLICT', { message: 'This entry of the history cannot be taken back.' })
  refuseVoided(event)
  // One voids what one may record and recorded oneself; for another's event the right to decide is needed.
  const isOwn = event.recordedBy === scope.user.id && canRecord(scope.user, entity, spec, subject)
  if (!isOwn && !canOn(scope.user, entity, 'A', subject))
    throw new Problem('FORBIDDEN', { message: 'Only the person who recorded this, or somebody who may approve, can take it back.' })
  if (how.replacement && how.replacement.eventType !== event.eventType)
    throw fieldProblem('eventType', 'rule', 'An event is replaced by one of the same kind. Take it back, and record the other one.')
  if (spec.system) throw new Problem('STATE_CONFLICT', { message: 'The product recorded this by itself; take back the event that caused it.' })
  const behaviour = scope.behaviours[entity.name]?.events?.[event.eventType]
  if (behaviour?.withCause && found.cause_event_id)
    throw new Problem('STATE_CONFLICT', {
      message: 'This was recorded with another event: take that back, or correct it there.',
      figures: { eventId: found.cause_event_id },
    })
  if (behaviour?.isFinal)
    throw new Problem('STATE_CONFLICT', { message: phrase`“${word(spec.label)}” has effects that cannot be taken back. Record what corrects it instead.` })
  return carryOutVoid(scope, entity, subject, event, how)
}

function refuseVoided({ status }: EventView): void {
  if (status !== 'RECORDED') throw new Problem('STATE_CONFLICT', { message: 'This event was taken back already.' })
}

async function voidEdit(scope: Scope, entity: AnyEntity, subject: Row, event: EventView, how: How): Promise<Voided> {
  refuseVoided(event)
  refuseRestoring(scope, entity, subject, event)
  const { after, written } = await withoutEdit(scope, entity, subject, event)
  const voided = await carryOutVoid(scope, entity, subject, event, how, { changes: after, withEffects: false })
  await written()
  return voided
}

/** What `causeId` had caused on `subject` (locked) is voided with it. `changes`: columns that go back by this. Throws STATE_CONFLICT when later events build on it. */
export async function voidCausedOn<E extends AnyEntity>(
  scope: Scope,
  entity: E,
  subject: Row,
  causeId: string,
  { changes = {}, eventType }: { changes?: Record<string, unknown>; eventType?: string } = {},
): Promise<Stored<E>> {
  const row = await recordedEvents(scope)
    .where('cause_event_id', '=', causeId)
    .$if(eventType !== undefined, (query) => query.where('event_type', '=', eventType ?? ''))
    .where('subject_type', '=', entity.name)
    .where('subject_id', '=', subject.id)
    .where('event_type', 'not in', [...auditEvents])
    .orderBy('subject_version')
    .executeTakeFirst()
  if (!row) {
    const after = { ...subject, ...changes }
    if (Object.keys(changes).length) await updateRow(scope, entity, subject, after)
    return typedRecord(entity, after)
  }
  return typedRecord(entity, (await carryOutVoid(scope, entity, subject, eventOf(row), withItsCause, { changes, withEffects: false })).subject)
}

/** Everything else that an event caused on other records. */
async function voidCaused(scope: Scope, causeId: string): Promise<void> {
  const rows = await recordedEvents(scope)
    .where('cause_event_id', '=', causeId)
    .where('event_type', 'not in', [...auditEvents])
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const event = eventOf(row)
    const entity = entityOf(event.subjectType)
    const [subject] = await recordsById(scope, entity, [event.subjectId], { lock: true })
    if (subject) await carryOutVoid(scope, entity, subject, event, withItsCause)
  }
}

const recordedEvents = (scope: Scope) => scope.db.selectFrom('event').selectAll().where('tenant_id', '=', scope.tenant.id).where('status', '=', 'RECORDED')

/** Marks the event, takes its effects back, replays the record without it and appends EVENT_VOIDED. `subject` is locked. */
async function carryOutVoid(
  scope: Scope,
  entity: AnyEntity,
  subject: Row,
  event: EventView,
  how: How,
  { changes = {}, withEffects = true }: { changes?: Record<string, unknown>; withEffects?: boolean } = {},
): Promise<Voided> {
  // What goes with its cause has no words of its own; it brings nobody back, though.
  if (how !== withItsCause || ('erasedOn' in entity.fields && entity.events[event.eventType]?.to)) await refuseErased(scope, entity, subject)
  const machine = statesOf(scope, entity)
  // A projection with facts of its own says the status, and judges what came later.
  const status = scope.behaviours[entity.name]?.facts ? subject.status : machine.statusOf(await stateLeft(scope, entity, subject, event, how))
  const after = { ...subject, ...changes, status }
  const voided: EventView = {
    ...event,
    status: how.status,
    voidReason: how.reason,
    voidNote: how.note,
    voidedAt: scope.now.toISOString(),
    voidedBy: actorOf(scope),
  }
  const voidEventId = scope.newId()
  await markVoided(scope, voided)
  noteVoided(scope, event.id)
  withdrawNotices(scope, event.id)
  if (withEffects) {
    const change: EventChange = {
      subject: after,
      event: { ...voided, voidEventId },
      flag: () => {
        throw fieldProblem('event', 'rule', 'Nothing is flagged by a void')
      },
    }
    const { checkVoid, reverse, undo, settle } = scope.behaviours[entity.name]?.events?.[event.eventType] ?? {}
    await checkVoid?.(scope, change)
    await reverse?.(scope, change)
    await undo?.(scope, change)
    await settle?.(scope, change, true)
  }
  await voidCaused(scope, event.id)
  const isReplaced = how.replacement !== undefined
  if (!isReplaced) await projectRow(scope, entity, after)
  await updateRow(scope, entity, subject, after)
  await appendEvent(
    scope,
    entity,
    after,
    {
      id: voidEventId,
      eventType: 'EVENT_VOIDED',
      occurredAt: scope.now.toISOString(),
      data: { eventId: event.id, eventType: event.eventType, status: how.status, reason: how.reason, note: how.note },
    },
    { before: subject.status, after: after.status, version: after.version },
  )
  await closeFlagsOfEvent(scope, event.id, 'Event taken back')
  await freeFiles(
    scope,
    filesNamed(entity, event).map(({ id }) => id),
  )
  const projected = { ...after }
  if (isReplaced) await projectRow(scope, entity, projected)
  else await scope.behaviours[entity.name]?.projected?.(scope, subject, after)
  await scope.behaviours[entity.name]?.events?.[event.eventType]?.follow?.(scope, { subject: after, event: voided })
  return { event: voided, subject: after, projected }
}

/**
 * The state without the event. What is taken back with its cause is judged at the end of the step: it is recorded again where the cause is replaced, and what
 * used its effects is named before what came after them.
 */
async function stateLeft(scope: Scope, entity: AnyEntity, subject: Row, event: EventView, how: How): Promise<unknown> {
  const history = await historyOf(scope, entity, subject.id, event.occurredAt)
  try {
    return stateWithout(scope, entity, history, new Set([event.id]), how.replacement)
  } catch (error) {
    if (how !== withItsCause || !(error instanceof Problem)) throw error
    await atEndOfStep(scope, `history of ${subject.id}`, () => judgeHistory(scope, entity, subject.id, event.occurredAt))
    return statesOf(scope, entity).start(subject.status)
  }
}

/** The cache of a void on the voided row. Not part of its hash; EVENT_VOIDED is the record of it. */
async function markVoided(scope: Scope, event: EventView): Promise<void> {
  await scope.db
    .updateTable('event')
    .set({ status: event.status, void_reason: event.voidReason, void_note: event.voidNote, voided_at: event.voidedAt, voided_by: event.voidedBy })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', event.id)
    .execute()
}

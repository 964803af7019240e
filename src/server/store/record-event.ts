// Recording a dated fact about a record: the only way its status changes. The subject is locked first, so
// that two people at once are one after the other; then right, four eyes, state, schema, references, effects.

import { z } from 'zod'
import { canRecord } from '#domain/access.ts'
import { type AnyEntity, type EventSpec, type Finding, type Row, eventSpecOf as specOf, stateLabel } from '#domain/kernel/entity.ts'
import { fileTarget } from '#domain/kernel/field-kinds.ts'
import { type HistoryEvent, isBeforeAdmission, isPossible } from '#domain/kernel/history.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { eventDataSchema, eventEnvelope, parse } from '#domain/kernel/schemas.ts'
import { phrase, small, word } from '#domain/messages/message.ts'
import { actorOf, type Scope } from '../scope.ts'
import { isOwnAccount } from './accounts-of-person.ts'
import { refuseBeforeStart } from './before-start.ts'
import { checkVersion } from './edit.ts'
import type { EventView } from './event-view.ts'
import { refuseUnderReview, saveFlags } from './flags.ts'
import { fulfilment, isOfPackage, openPlan, planevent } from './fulfil-plan.ts'
import { afterStep, getRecord } from './get.ts'
import { judgeLater, stateAt, statesOf, withEvent } from './history.ts'
import { refuseDependent } from './independence.ts'
import { lockForEvent } from './lock-records.ts'
import { projectRow } from './project.ts'
import { findingsOfPlace } from './recorded-place.ts'
import { checkReferences, referencesIn } from './references.ts'
import { refuseErased } from './refuse-erased.ts'
import { requireEvidence } from './shown-evidence.ts'
import { beforeReplacement, inStep, noteRecorded } from './step.ts'
import { type Voided, voidRecordedEvent } from './void-event.ts'
import { askForStep } from './which-step.ts'
import { type EventEnvelope, eventOf, insertEvent, updateRow } from './write.ts'

/** Clocks of phones run ahead a little; more than this is a mistake (domain dictionary 1.3). */
export const aheadMs = 5 * 60_000
/** A fact recorded later than this needs a reason (domain dictionary 1.3; assumption). */
export const lateMs = 14 * 86_400_000
/** As long as a device stores what was not sent; what it says of an earlier time counts no more. */
const capturedMs = 90 * 86_400_000

export type Recorded = { event: EventView; subject: Row; findings: Finding[] }

/** The body of POST …/events. `data` is checked after the event type is known. */
export const eventBody = z.strictObject({ eventType: z.string().min(1).max(60), data: z.record(z.string(), z.unknown()).optional(), ...eventEnvelope })

/**
 * What a person or device sends. `causeEventId`: the event by which somebody approved it, where it was sent in for approval.
 * Throws NOT_FOUND, FORBIDDEN, VALIDATION, STATE_CONFLICT, RULE_BLOCKED, DUPLICATE, STALE_VERSION.
 */
export async function recordEvent(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  body: unknown,
  seenVersion?: number,
  causeEventId: string | null = null,
): Promise<Recorded> {
  const recorded = await inStep(scope, () => recordSent(scope, entity, subjectId, body, seenVersion, causeEventId))
  // Without an answer, be it that it is for none (null), whoever sits at the form is asked which step it is for.
  const { planEventId, forNoStep } = recorded.event
  if (isInQuestion(scope, entity) && planEventId === null && !forNoStep) await askForStep(scope, entity, recorded.subject, recorded.event)
  return { ...recorded, subject: await afterStep(scope, entity, recorded.subject) }
}

/** Somebody is there who can answer and show more. What a device has captured, a program sends or an import brings is recorded as it is. */
const isAtTheForm = ({ source, sentIn }: Scope): boolean => source === 'WEB' && !sentIn
/** Who is asked for the step: null is an answer of theirs alone, as programs write it for whatever they leave out. */
const isInQuestion = (scope: Scope, { name }: AnyEntity): boolean => isAtTheForm(scope) && scope.behaviours[name]?.isStepInQuestion !== undefined
/** The step that an event is for as its recorder said; undefined where nobody did. */
const answerOf = ({ planEventId, forNoStep }: EventView): string | null | undefined => planEventId ?? (forNoStep ? null : undefined)

async function recordSent(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  body: unknown,
  seenVersion: number | undefined,
  causeEventId: string | null,
): Promise<Recorded> {
  await lockForEvent(scope, entity, subjectId, body)
  const before = await getRecord(scope, entity, subjectId, { lock: true })
  if (seenVersion !== undefined) checkVersion(before, seenVersion)
  const { capturedAt, ...given } = parse(eventBody, body)
  const sent = { ...given, lateReason: given.lateReason || capturedInTime(scope, given.occurredAt, capturedAt) }
  const spec = specOf(entity, sent.eventType)
  if (!spec || spec.system) throw fieldProblem('eventType', 'choice', phrase`${word(entity.label)} has no event of this name.`)
  if (!canRecord(scope.user, entity, spec, before)) throw new Problem('FORBIDDEN', { message: phrase`Your role may not record “${word(spec.label)}” here.` })
  await refuseErased(scope, entity, before)
  if (spec.unavailable) throw new Problem('NOT_AVAILABLE', { message: spec.unavailable })
  const data = parse(eventDataSchema(spec), sent.data ?? {}, 'data')
  checkTimes(scope, sent)
  const superseded = sent.supersedesEventId ? await supersede(scope, entity, spec, before, { ...sent, data }, sent.supersedesEventId) : undefined
  const subject = superseded?.projected ?? before
  await refuseBeforeStart(scope, entity, subject, sent, { formerly: superseded?.event.occurredAt })
  await checkFourEyes(scope, entity, spec, subject)
  await refuseUnderReview(scope, entity, subject.id, spec.blockedByReviewOf ?? [])
  if (spec.requiresIndependence) await refuseDependent(scope, entity, spec, subject)
  const corrected = superseded ? referencesIn(spec.fields, superseded.event.data, 'data', subject) : []
  await checkReferences(scope, referencesIn(spec.fields, data, 'data', subject), subject.operatorId, corrected)
  // A correction that says nothing of it is for the step that the event was for that it replaces.
  const answer = sent.planEventId === null && !isInQuestion(scope, entity) ? undefined : sent.planEventId
  const planEventId = answer === undefined && superseded ? answerOf(superseded.event) : answer
  const plan = planEventId ? await planOf(scope, entity, subject, { ...sent, planEventId }, answer === undefined) : null
  // Whoever says at the form which step this does shows what its package asks for; of everything else, also where it is answered afterwards which step it was for,
  // the step says what is missing.
  const isAnswered = superseded !== undefined && superseded.event.source !== 'WEB'
  if (plan?.evidence?.length && sent.planEventId && isAtTheForm(scope) && !isAnswered)
    await requireEvidence(scope, plan.evidence, { files: filesIn(spec, data), gps: sent.gps }, { of: 'STEP', fulfilledBy: null })
  const recorded = await carryOut(scope, entity, spec, subject, { ...sent, planEventId, data, causeEventId }, superseded?.subject)
  // A step of a package is brought to what its crop's events say at the end of the step.
  if (plan && !isOfPackage(plan))
    await recordBySystem(scope, planevent, plan.id, {
      eventType: fulfilment(plan, recorded.event),
      occurredAt: scope.now.toISOString(),
      data: { eventId: recorded.event.id },
      causeEventId: recorded.event.id,
    })
  return recorded
}

/** `isTakenOver`: named by the event that is replaced, and not again: where something else has done it since, nothing is refused. */
async function planOf(
  scope: Scope,
  entity: AnyEntity,
  subject: Row,
  { eventType, planEventId, supersedesEventId }: { eventType: string; planEventId: string; supersedesEventId?: string | null | undefined },
  isTakenOver: boolean,
): Promise<Awaited<ReturnType<typeof openPlan>> | null> {
  try {
    return await openPlan(scope, entity, subject, eventType, planEventId, supersedesEventId)
  } catch (error) {
    if (isTakenOver && error instanceof Problem && error.code === 'VALIDATION') return null
    throw error
  }
}

/**
 * What the product records by itself (a status that follows from another event, a nightly job). No right and no four
 * eyes are asked; system events are allowed; state and effects are as for anyone.
 */
export async function recordBySystem(scope: Scope, entity: AnyEntity, subjectId: string, envelope: Omit<EventEnvelope, 'id'>): Promise<Recorded> {
  await lockForEvent(scope, entity, subjectId, envelope)
  const subject = await getRecord(scope, entity, subjectId, { lock: true, by: 'any' })
  const spec = specOf(entity, envelope.eventType)
  if (!spec) throw new Error(`${entity.name} has no event ${envelope.eventType}`)
  return inStep(scope, () => carryOut(scope, entity, spec, subject, envelope))
}

/** `written`: the row as it stands in the database, where `before` is projected further than that (in a supersede). */
async function carryOut(scope: Scope, entity: AnyEntity, spec: EventSpec, before: Row, sent: EventEnvelope, written = before): Promise<Recorded> {
  const completed = await scope.behaviours[entity.name]?.events?.[sent.eventType]?.complete?.(scope, before, {
    data: sent.data,
    occurredAt: new Date(sent.occurredAt).toISOString(),
    supersedesEventId: sent.supersedesEventId ?? null,
  })
  const envelope = completed ? { ...sent, data: { ...sent.data, ...completed } } : sent
  const machine = statesOf(scope, entity)
  const occurredAt = new Date(envelope.occurredAt).toISOString()
  const moment = await stateAt(scope, entity, before, occurredAt)
  const planned = stepOf(scope, spec, before, { ...envelope, occurredAt }, moment.status)
  const stepped = machine.step(moment.state, planned, spec)
  const isAdmittedSince = !isBeforeAdmission(entity, moment.status) || isPossible(entity, spec, moment.status) || isPossible(entity, spec, before.status)
  if (stepped === undefined || !isAdmittedSince) {
    const elsewhere = isPossible(entity, spec, moment.status)
      ? null
      : await scope.behaviours[entity.name]?.continuedBy?.(scope, { ...before, status: moment.status })
    throw elsewhere ? new Problem('STATE_CONFLICT', { message: elsewhere }) : impossible(entity, spec, moment.status, before.status)
  }
  const after = { ...before, status: machine.statusOf(stepped) }
  const outcome = after.status
  const findings: Finding[] = []
  const behaviour = scope.behaviours[entity.name]
  const { decide, check, apply, settle, follow } = behaviour?.events?.[envelope.eventType] ?? {}
  const flag = (finding: Finding): void => void findings.push(finding)
  const made = eventOf(scope, entity, before, envelope, { before: moment.status, after: outcome, version: before.version + 1 })
  await decide?.(scope, { subject: after, event: made.event, flag })
  const decided = after.status
  // The event before its effects: ledger entries and links that they write refer to it.
  const event = insertEvent(scope, entity, before, made, decided)
  noteRecorded(scope, event.id, findings)
  const change = { subject: after, event, flag }
  await check?.(scope, change)
  if (envelope.gps) for (const finding of await findingsOfPlace(scope, entity.name, after, envelope.gps)) flag(finding)
  await apply?.(scope, change)
  await settle?.(scope, change, false)
  if (after.status !== decided) throw new Error(`${entity.name} ${envelope.eventType}: the status is decided before the event is written`)
  if (moment.later.length) {
    // As every replay from now on reads it; a state that is more than its status stays whole.
    const asDecided = decided === outcome ? stepped : machine.step(moment.state, { ...planned, statusAfter: decided }, spec)
    const state = asDecided !== undefined && machine.statusOf(asDecided) === decided ? asDecided : machine.start(decided)
    after.status = machine.statusOf(judgeLater(scope, entity, state, moment.later, 'added'))
  }
  // Nothing else of this record was recorded meanwhile, or its row could not be written.
  await projectRow(scope, entity, after, moment.history && withEvent(moment.history, { ...planned, id: event.id, statusAfter: decided }))
  await updateRow(scope, entity, written, after)
  await saveFlags(scope, entity, before.id, findings, { eventId: event.id })
  await behaviour?.projected?.(scope, written, after)
  await follow?.(scope, { subject: after, event })
  return { event, subject: after, findings }
}

const filesIn = (spec: EventSpec, data: Record<string, unknown>): string[] =>
  referencesIn(spec.fields, data).flatMap(({ target, id }) => (target === fileTarget ? [id] : []))

/** The event that is about to be recorded, as a replay reads it. */
const stepOf = (scope: Scope, spec: EventSpec, before: Row, envelope: EventEnvelope, status: string): HistoryEvent => ({
  id: envelope.id ?? '',
  eventType: envelope.eventType,
  occurredAt: envelope.occurredAt,
  recordedAt: scope.now.toISOString(),
  recordedBy: actorOf(scope),
  version: before.version + 1,
  data: envelope.data,
  statusBefore: status,
  statusAfter: spec.to ?? status,
})

/** The refusal of an event in the status that a record had when it happened. */
export function impossible(entity: AnyEntity, spec: EventSpec, statusThen: string, statusNow: string): Problem {
  const state = small(stateLabel(entity, statusThen))
  return new Problem('STATE_CONFLICT', {
    message:
      statusThen === statusNow
        ? phrase`“${word(spec.label)}” is not possible while this is ${state}.`
        : phrase`“${word(spec.label)}” is not possible at that time: this was ${state}.`,
    figures: { status: statusThen, from: spec.from ?? null },
  })
}

/** Taken down on a device in time and sent late is no reason to ask anybody: it says when (6.1). Null where it was not late, or late then already. */
function capturedInTime({ now }: Scope, occurredAt: string, capturedAt: string | undefined): string | null {
  if (capturedAt === undefined || now.getTime() - Date.parse(occurredAt) <= lateMs) return null
  const [waited, late] = [now.getTime() - Date.parse(capturedAt), Date.parse(capturedAt) - Date.parse(occurredAt)]
  // A clock that is ahead of ours, or a capture before the fact, says nothing.
  const isPlausible = waited >= -aheadMs && waited <= capturedMs && late >= -aheadMs
  return isPlausible && late <= lateMs ? `Captured on ${new Date(capturedAt).toISOString().slice(0, 10)}` : null
}

function checkTimes(scope: Scope, { occurredAt, lateReason }: { occurredAt: string; lateReason?: string | null | undefined }): void {
  const age = scope.now.getTime() - Date.parse(occurredAt)
  if (age < -aheadMs) throw fieldProblem('occurredAt', 'max', 'This lies in the future. An event is recorded when it has happened.')
  // Imports bring the history of a programme with them; a person is asked why.
  if (age > lateMs && !lateReason && scope.source !== 'IMPORT')
    throw fieldProblem('lateReason', 'required', 'More than 14 days ago: please say why it is recorded only now.')
}

/** BR-24: who made or proposed it does not approve it, by another account of theirs neither. */
async function checkFourEyes(scope: Scope, entity: AnyEntity, spec: EventSpec, subject: Row): Promise<void> {
  for (const type of spec.excludesActorOf ?? []) {
    const last =
      type === 'created'
        ? { recorded_by: subject.createdBy }
        : await scope.db
            .selectFrom('event')
            .select('recorded_by')
            .where('tenant_id', '=', scope.tenant.id)
            .where('subject_type', '=', entity.name)
            .where('subject_id', '=', subject.id)
            .where('event_type', '=', type)
            .where('status', '=', 'RECORDED')
            .orderBy('subject_version', 'desc')
            .executeTakeFirst()
    if (await isOwnAccount(scope, last?.recorded_by)) {
      const reason =
        type === 'created' || type === 'EDITED'
          ? phrase`“${word(spec.label)}” needs a second pair of eyes: you entered this record yourself.`
          : phrase`“${word(spec.label)}” needs a second pair of eyes: you recorded “${word(entity.events[type]?.label ?? type)}” yourself.`
      throw ruleBlocked('BR-24', reason, { event: type })
    }
  }
}

/**
 * The earlier event is taken back as incorrect, by the same rules as a void. What follows is judged when its replacement is recorded:
 * later events may build on that. `projected`: the subject as it is between them, which is not written.
 */
function supersede(scope: Scope, entity: AnyEntity, spec: EventSpec, subject: Row, sent: EventEnvelope, eventId: string): Promise<Voided> {
  const replacement = stepOf(scope, spec, subject, { ...sent, occurredAt: new Date(sent.occurredAt).toISOString() }, subject.status)
  return beforeReplacement(scope, () =>
    voidRecordedEvent(scope, entity, subject, eventId, { status: 'SUPERSEDED', reason: 'INCORRECT_DATA', note: sent.notes ?? null, replacement }),
  )
}

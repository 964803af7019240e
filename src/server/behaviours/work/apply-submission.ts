// Carrying out an approved submission (BR-33): by the same functions as an entry by hand, in the name of whoever captured it, with the rules as they
// are now. What is refused leaves nothing behind but the reason; what others have changed meanwhile is merged by field, or is a conflict.
import { certifiedAmong } from '#domain/access.ts'
import { type Declarations, entityOf, findEntity } from '#domain/entities.ts'
import { type AnyEntity, type Finding, fieldOf, type Row, type Stored } from '#domain/kernel/entity.ts'
import { emptyFields } from '#domain/kernel/field.ts'
import { groupOf } from '#domain/kernel/fills.ts'
import { type Choice, conflictsIn, type MergedField, mergeByField, mergedChanges } from '#domain/kernel/merge.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { parse, patchSchema } from '#domain/kernel/schemas.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { answerOf, isChangeRequest, isEventForm, isOfEnvelope, type Meaning, meaningOf, readAnswer } from '#domain/work/submitted.ts'
import type { Scope } from '../../scope.ts'
import { attempt } from '../../store/attempt.ts'
import { createRecord } from '../../store/create.ts'
import { editRecord } from '../../store/edit.ts'
import { findRecord, isUuid, recordsById } from '../../store/get.ts'
import { lateMs, recordEvent } from '../../store/record-event.ts'
import { outsideStep } from '../../store/step.ts'
import { problemOfViolation } from '../../store/violations.ts'
import { valuesAtVersion } from './values-at-version.ts'

export const submission = entityOf('submission')
export type Submission = Stored<typeof submission>
/** `version`: of the record when they were chosen. */
export type Choices = { version: number; byField: Readonly<Record<string, Choice>> }
export type Applied = {
  type: string
  id: string
  eventId: string | null
  findings: Finding[] /** Answers of no field: they stay with the submission. */
  unread: string[]
}
export type Outcome = ({ is: 'APPLIED' } & Applied) | { is: 'CONFLICT'; version: number; fields: string[] } | { is: 'APPLY_FAILED'; problem: Problem }

class Conflict extends Error {
  readonly version: number
  readonly fields: string[]
  constructor(version: number, fields: string[]) {
    super('Conflict')
    this.version = version
    this.fields = fields
  }
}
/** Carries a result out of an attempt that is taken back. */
class Tried extends Error {
  readonly applied: Applied
  constructor(applied: Applied) {
    super('Tried')
    this.applied = applied
  }
}

type How = { causeEventId: string | null; choices: Choices | null; isTrial?: boolean }

/** `scope`: of whoever acts (see `actingFor`). `isTrial`: nothing stays of it. Throws what is no refusal: the database is not there. */
export async function carryOutSubmission(scope: Scope, row: Submission, how: How): Promise<Outcome> {
  try {
    const applied = await attempt(scope.db, () =>
      outsideStep(scope, async () => {
        const done = await apply(scope, row, how)
        if (how.isTrial) throw new Tried(done)
        return done
      }),
    )
    return { is: 'APPLIED', ...applied }
  } catch (error) {
    if (error instanceof Tried) return { is: 'APPLIED', ...error.applied }
    if (error instanceof Conflict) return { is: 'CONFLICT', version: error.version, fields: error.fields }
    const problem = error instanceof Problem ? error : problemOfViolation(error)
    if (!problem || problem.status >= 500) throw error
    return { is: 'APPLY_FAILED', problem }
  }
}

async function apply(scope: Scope, row: Submission, how: How): Promise<Applied> {
  const meaning = meaningOf(findEntity, row.formCode, row.targetType, row.answers)
  if (!meaning) throw fieldProblem('targetType', 'choice', 'There is no such kind of record.')
  if (meaning.event) return applyEvent(scope, row, meaning, how)
  if (isEventForm(row.formCode)) throw fieldProblem('eventType', 'required', 'It does not say which event happened, or an unknown one.')
  const { entity } = meaning
  const { values, unread } = valuesOf(row, meaning)
  const target = row.targetId && isUuid(row.targetId) ? await findRecord(scope, entity, row.targetId, { lock: true, by: 'any' }) : undefined
  if (isChangeRequest(row) && target?.operatorId !== row.operatorId)
    throw fieldProblem('targetId', 'missing', 'The record that it is about is not there any more.')
  if (target) return { ...(await applyChange(scope, row, entity, target, values, how)), unread }
  if (row.targetVersion !== null) throw fieldProblem('targetId', 'missing', 'The record that it is about is not there any more.')
  const body = {
    ...values,
    ...(row.farmerId && entity.fields.farmerId && values.farmerId === undefined ? { farmerId: row.farmerId } : {}),
    // Made on the device, so that it is the same record however often it is sent.
    ...(row.targetId ? { id: row.targetId } : {}),
    ...(entity.owner !== 'tenant' ? { operatorId: row.operatorId } : {}),
  }
  const made = await createRecord(scope, entity, body, how.causeEventId)
  return { type: entity.name, id: made.row.id, eventId: null, findings: made.findings, unread }
}

/** Events append: nothing that happened meanwhile is in their way but the rules. */
async function applyEvent(scope: Scope, row: Submission, meaning: Meaning, { causeEventId }: How): Promise<Applied> {
  const { entity, event, eventType } = meaning
  if (event?.right === 'approve' || event?.system || event?.excludesActorOf?.length || event?.isInPerson)
    throw fieldProblem('eventType', 'choice', 'Decisions are made on the record itself. They are not sent in for approval.')
  const targetId = row.targetId ?? (entity.name === 'farmer' ? row.farmerId : null)
  if (!targetId || !isUuid(targetId)) throw fieldProblem('targetId', 'required', 'It does not say to which record it happened.')
  const { values, unread } = valuesOf(row, meaning)
  const sent = (name: string) => answerOf(row.answers, name)
  const occurredAt = momentOf(sent('occurredAt'), row.capturedAt)
  const body = {
    // The same event however often the device tries to record it by itself.
    id: sent('id'),
    eventType,
    occurredAt,
    data: values,
    notes: sent('notes') ?? null,
    gps: row.position ? { ...placeOf(row.position), accuracyM: row.gpsAccuracyM ?? 0 } : null,
    lateReason: sent('lateReason') ?? lateReasonOf(scope, row, occurredAt),
    ...(sent('planEventId') ? { planEventId: sent('planEventId') } : {}),
    supersedesEventId: sent('supersedesEventId') ?? null,
  }
  const recorded = await recordEvent(scope, entity, targetId, body, undefined, causeEventId)
  return { type: entity.name, id: targetId, eventId: recorded.event.id, findings: recorded.findings, unread }
}

async function applyChange(
  scope: Scope,
  row: Submission,
  entity: AnyEntity,
  target: Row,
  values: Record<string, unknown>,
  { causeEventId, choices }: How,
): Promise<Omit<Applied, 'unread'>> {
  const merged = await mergeInto(scope, row, entity, target, values)
  const chosen = choices ? await stillChosen(scope, entity, target, choices) : {}
  const fields = mergeByField({ ...sides(merged), choices: chosen })
  const open = conflictsIn(fields)
  if (open.length > 0) throw new Conflict(target.version, open)
  // What a reference fills in is judged with it: nothing that a person has chosen is written over by it, or takes it away.
  const changes = mergedChanges(fields)
  const group = groupOf(entity, Object.keys(changes))
  const sent = { ...changes, ...Object.fromEntries(fields.flatMap(({ field, value }) => (group.includes(field) ? [[field, value]] : []))) }
  const written = Object.keys(changes).length > 0 ? await editRecord(scope, entity, target.id, sent, target.version, causeEventId) : { findings: [] }
  const facts = certifiedAmong(entity, target, Object.keys(changes)).map((name): Finding => factFinding(fieldOf(entity, name).label))
  return { type: entity.name, id: target.id, eventId: null, findings: [...facts, ...written.findings] }
}

/** For whoever reviews it, and against a policy that would let it through. */
const factFinding = (label: string): Finding => ({
  ruleId: 'BR-24',
  severity: 'REVIEW',
  message: phrase`“${word(label)}” is a certified fact: somebody else than the sender decides.`,
})

/**
 * What the device has captured beside the record as the device read it and as it is now, by field and without a choice. Throws VALIDATION for values
 * that the record cannot have.
 */
export async function mergeInto(scope: Scope, row: Submission, entity: AnyEntity, target: Row, values: Record<string, unknown>): Promise<MergedField[]> {
  if (row.targetVersion !== null && row.targetVersion > target.version) throw fieldProblem('targetVersion', 'max', 'The record has not had this version yet.')
  // What cannot be changed any more is in the way only where it says something else.
  const given = Object.fromEntries(Object.entries(values).filter(([name, value]) => !entity.fields[name]?.fixed || value !== target[name]))
  const device = parse(patchSchema(entity), given)
  const base = row.targetVersion === null ? {} : await valuesAtVersion(scope, entity, target, row.targetVersion)
  return mergeByField({ base, device, now: target })
}
const sides = (fields: readonly MergedField[]) => {
  const side = (name: 'base' | 'device' | 'now') => Object.fromEntries(fields.map((one) => [one.field, one[name]]))
  return { base: side('base'), device: side('device'), now: side('now') }
}

/** Choices about fields that nobody has changed since they were made. */
async function stillChosen(scope: Scope, entity: AnyEntity, target: Row, { version, byField }: Choices): Promise<Record<string, Choice>> {
  if (version >= target.version) return byField
  const seen = await valuesAtVersion(scope, entity, target, version)
  const changed = new Set(mergeByField({ base: seen, device: seen, now: target }).flatMap(({ field, outcome }) => (outcome === 'SAME' ? [] : [field])))
  return Object.fromEntries(Object.entries(byField).filter(([field]) => !changed.has(field)))
}

/** Where the pictures of a submission go: among the files of what is recorded, or where it has one place for a certain kind of paper, as a signed slip, there. */
function placeOfFiles(fields: Meaning['fields']): string | undefined {
  const places = Object.keys(fields).filter((name) => fields[name]?.kind === 'attachments')
  return places.includes('files') ? 'files' : places.length === 1 ? places[0] : undefined
}

/** Answers as values of the fields of the form's record or event; the pictures of the submission go with it where it can have any. */
export function valuesOf(row: Submission, { fields, event }: Meaning): { values: Record<string, unknown>; unread: string[] } {
  const values: Record<string, unknown> = {}
  const unread: string[] = []
  for (const { field: name, value } of row.answers) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field) {
      const read = readAnswer(field, value)
      if (!read.isRead && value?.kind === 'NUMBER' && value.unit && value.unit !== (field.unit ?? ''))
        throw fieldProblem(name, 'unit', 'This figure is in another unit than the field asks for.')
      // Nothing is a value where somebody asks that a fact be taken off the record.
      values[name] = read.value ?? (isChangeRequest(row) ? emptyFields({ [name]: field })[name] : undefined)
    } else if (!(event && isOfEnvelope(name))) unread.push(name)
  }
  const holder = placeOfFiles(fields)
  // What shows that a fact is to be changed stays with the request: it is not one of the papers of the record.
  if (!isChangeRequest(row) && holder && values[holder] === undefined && row.files && row.files.length > 0) values[holder] = row.files
  return { values, unread }
}

/**
 * In whose name it is applied: whoever captured it is who observed it; what may be written is what they or whoever approves may write.
 * `standIn`: the role that approves where nobody does it in person.
 */
export async function actingFor(scope: Scope, row: Pick<Submission, 'createdBy' | 'operatorId' | 'source'>, standIn?: 'OPERATOR_MANAGER'): Promise<Scope> {
  const [sender] = row.createdBy ? await recordsById(scope, entityOf('user'), [row.createdBy]) : []
  const own = sender?.status === 'ACTIVE' ? sender.roles : []
  // The stand-in reaches no further than whoever sent it: a processor may send to any operator, and is not shown what that one has.
  const isOfOperator = !sender || own.some(({ role, operatorIds }) => role === 'ADMIN' || (row.operatorId !== null && operatorIds?.includes(row.operatorId)))
  const manager = isOfOperator && row.operatorId && standIn ? [{ role: standIn, operatorIds: [row.operatorId] }] : []
  const approving = standIn ? manager : scope.user.grants
  const user = sender
    ? { id: sender.id, name: sender.name, email: sender.email, grants: [...approving, ...own.map(grantOf)], farmerId: sender.farmerId }
    : { ...scope.user, grants: [...approving] }
  // Who approves by a policy is nobody; on trial it is shown what an approval would meet.
  const isApprovedByAnother = standIn === undefined && !!sender && sender.id !== scope.user.id
  return { ...scope, user, source: row.source, sentIn: { isApprovedByAnother } }
}
type Grant = Scope['user']['grants'][number]
const grantOf = ({ role, operatorIds, processorIds, certificationBodyIds, villages }: Stored<Declarations['user']>['roles'][number]): Grant => ({
  role,
  ...(operatorIds ? { operatorIds } : {}),
  ...(processorIds ? { processorIds } : {}),
  ...(certificationBodyIds ? { certificationBodyIds } : {}),
  ...(villages ? { villages } : {}),
})

function momentOf(given: unknown, capturedAt: string): string {
  if (given === undefined) return new Date(capturedAt).toISOString()
  const text = String(given)
  return Number.isNaN(Date.parse(text)) || !/T/.test(text) ? text : new Date(text).toISOString()
}
/** Captured in time and approved late is no reason to ask anybody: what was sent says when. */
function lateReasonOf({ now }: Scope, row: Submission, occurredAt: string): string | null {
  const isLate = now.getTime() - Date.parse(occurredAt) > lateMs
  return isLate && Date.parse(row.capturedAt) - Date.parse(occurredAt) <= lateMs ? `${row.code}, ${row.capturedAt.slice(0, 10)}` : null
}
const placeOf = ({ coordinates: [lng = 0, lat = 0] }: { coordinates: readonly number[] }) => ({ lat, lng })

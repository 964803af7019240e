// Making a record: by a person through the API (checked against rights and schema), or by the product itself
// as the effect of an event (a harvest makes a lot), where system fields may be set.

import { can, canOn } from '#domain/access.ts'
import type { AnyEntity, Finding, Row, Stored } from '#domain/kernel/entity.ts'
import { emptyFields } from '#domain/kernel/field.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { inputSchema, parse, patchSchema } from '#domain/kernel/schemas.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { type Ask, actorOf, type Scope } from '../scope.ts'
import { nextCode, withNextCode } from './codes.ts'
import { typedRecord } from './columns.ts'
import { refuseTakenIds } from './external-ids.ts'
import { readFills } from './filled.ts'
import { beginFlags, saveFlags } from './flags.ts'
import { placesFor } from './plan-limits.ts'
import { askPlainly, referenceProblems, referencesIn } from './references.ts'
import { refuseErased } from './refuse-erased.ts'
import { appendEvent, changeOf, changesBetween, type EventEnvelope, failedChecks, insertRow, refuseAll, refuseUnsettable } from './write.ts'

/** Values of some fields; undefined counts as not given. */
export type Given<E extends AnyEntity> = { [Name in keyof Stored<E>]?: Stored<E>[Name] | undefined }
export type Written<E extends AnyEntity = AnyEntity> = { row: Stored<E>; findings: Finding[] }

/**
 * What a person sends. `causeEventId`: the event by which somebody approved it, where it was sent in for approval.
 * Throws FORBIDDEN, VALIDATION, DUPLICATE, RULE_BLOCKED, METHOD_NOT_ALLOWED.
 */
export async function createRecord(scope: Scope, entity: AnyEntity, body: unknown, causeEventId: string | null = null): Promise<Written> {
  refuseMaking(scope, entity)
  const fills = await readFills(scope, entity, [body])
  const row = rowOf(scope, entity, fills.complete(body))
  refuseAll(fills.problems(row))
  await refuseErased(scope, entity, row)
  const written = await make(scope, entity, row, causeEventId)
  refuseOutOfScope(scope, entity, written.row)
  return written
}

/** What a body would make, judged as if it were to be written, and nothing written. Throws as createRecord. */
export async function draftRecord<E extends AnyEntity>(scope: Scope, entity: E, body: unknown): Promise<Stored<E>> {
  refuseMaking(scope, entity)
  const row = rowOf(scope, entity, body)
  refuseOutOfScope(scope, entity, row)
  return typedRecord(entity, await prepared(scope, entity, null, row))
}
/** The same of a record that is there, with what a body would change. Throws as editRecord. */
export async function draftEdit<E extends AnyEntity>(scope: Scope, entity: E, before: Row, body: unknown): Promise<Stored<E>> {
  if (!canOn(scope.user, entity, 'E', before)) throw new Problem('FORBIDDEN')
  const patch = parse(patchSchema(entity), body)
  const row = { ...before, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) }
  return typedRecord(entity, await prepared(scope, entity, before, row))
}
async function prepared(scope: Scope, entity: AnyEntity, before: Row | null, row: Row): Promise<Row> {
  const change = changeOf(before, row)
  refuseAll([...failedChecks(entity, row, before), ...(await referenceProblems(scope, referencesIn(entity.fields, row), row.operatorId))])
  await scope.behaviours[entity.name]?.prepare?.(scope, change, askPlainly(scope.db))
  return change.after
}

/** Throws METHOD_NOT_ALLOWED or FORBIDDEN for somebody who may make none of these at all. */
export function refuseMaking(scope: Scope, entity: AnyEntity): void {
  if (entity.readOnly)
    throw new Problem('METHOD_NOT_ALLOWED', { message: phrase`${word(entity.plural)} are made by events, not by hand.`, headers: { Allow: 'GET, HEAD' } })
  if (!can(scope.user, entity.name, 'C')) throw new Problem('FORBIDDEN')
}
/** The new record that a body asks for, without what is derived. Throws VALIDATION, FORBIDDEN. */
export function rowOf(scope: Scope, entity: AnyEntity, body: unknown): Row {
  const input = parse(inputSchema(entity), body)
  const row = blankRecord(scope, entity, input, operatorOf(scope, entity, input))
  const given = Object.entries(input).flatMap(([name, value]) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [name],
  )
  refuseUnsettable(scope, entity, 'C', row, given)
  return row
}
/** Throws FORBIDDEN; VALIDATION where it is about nobody, made by somebody who may make it of a member of their villages (docs/decisions/0171). */
export function refuseOutOfScope(scope: Scope, entity: AnyEntity, row: Row): void {
  if (canOn(scope.user, entity, 'C', row)) return
  const isOfNone = entity.fields.farmerId !== undefined && 'village' in row && row.village === null && !row.farmerId
  const villages = isOfNone ? scope.user.grants.flatMap((grant) => grant.villages ?? []) : []
  if (villages.some((village) => canOn(scope.user, entity, 'C', { ...row, village })))
    throw fieldProblem('farmerId', 'required', 'Say whom it is about: you work in some villages.')
  throw new Problem('FORBIDDEN', { message: 'Your role does not reach where this would belong.' })
}

/**
 * What the product itself makes while carrying out an event: no right is asked, system fields may be given, and so
 * may `status`. Values must be of their stored form already. `operatorId` is taken as given (null = of no operator).
 * `causeEventId`: the event whose effect it is. `createdBy` where it counts as made by somebody else than who acts.
 */
export async function createBySystem<E extends AnyEntity>(
  scope: Scope,
  entity: E,
  values: Given<E> & Pick<Stored<E>, 'operatorId'>,
  causeEventId: string | null = null,
): Promise<Written<E>> {
  const blank = blankRecord(scope, entity, values, values.operatorId)
  const { row, findings } = await make(
    scope,
    entity,
    { ...blank, createdBy: values.createdBy === undefined ? blank.createdBy : values.createdBy },
    causeEventId,
    // What it takes over from other records was stored before.
    blank,
  )
  return { row: typedRecord(entity, row), findings }
}

/** `known`: what of it was stored before, elsewhere. */
async function make(scope: Scope, entity: AnyEntity, row: Row, causeEventId: string | null = null, known: Row | null = null): Promise<Written> {
  const behaviour = scope.behaviours[entity.name]
  const change = changeOf(null, row)
  // Before all others are waited for: a member that comes back locks in the same order.
  const places = await placesFor(scope, entity)
  // The counter is locked from then on: no question comes behind it but the ones that write.
  const askLast: Ask = async (query) => {
    if (change.after.code) return askPlainly(scope.db)(query)
    const { rows, code } = await withNextCode(scope, entity, query)
    change.after.code = code ?? ''
    return rows
  }
  const references = referenceProblems(scope, referencesIn(entity.fields, row), row.operatorId, behaviour?.prepare ? undefined : askLast)
  refuseAll([...failedChecks(entity, row, known), ...(await references)])
  await refuseTakenIds(scope, entity, null, row)
  await behaviour?.prepare?.(scope, change, askLast)
  places?.take()
  change.after.code ||= await nextCode(scope, entity)
  insertRow(scope, entity, change.after)
  beginFlags(scope, change.after.id)
  await appendEvent(scope, entity, change.after, ...createdEvent(scope, entity, change.after, causeEventId))
  await behaviour?.written?.(scope, change)
  await saveFlags(scope, entity, change.after.id, change.findings, { eventId: null })
  return { row: change.after, findings: change.findings }
}

/** Envelope of the event that a new record begins with, and its transition. */
export const createdEvent = (
  scope: Scope,
  entity: AnyEntity,
  row: Row,
  causeEventId: string | null = null,
): [EventEnvelope, { before: null; after: string; version: 1 }] => [
  { eventType: 'CREATED', occurredAt: scope.now.toISOString(), data: { changes: changesBetween(entity, null, row) }, causeEventId },
  { before: null, after: row.status, version: 1 },
]

/** A new record with these values and nothing else; not written. */
export function blankRecord(scope: Scope, entity: AnyEntity, given: Record<string, unknown>, operatorId: string | null): Row {
  const now = scope.now.toISOString()
  const { id, code, tags, status, ...fields } = given
  return {
    ...emptyFields(entity.fields),
    ...fields,
    id: typeof id === 'string' ? id : scope.newId(),
    operatorId,
    code: typeof code === 'string' ? code : '',
    title: '',
    version: 1,
    status: typeof status === 'string' ? status : entity.startState,
    source: scope.source,
    tags: Array.isArray(tags) ? tags : [],
    createdAt: now,
    createdBy: actorOf(scope),
    updatedAt: now,
    updatedBy: actorOf(scope),
  }
}

/** To which operator a new record belongs: the one of the address, unless the body says one, which then must be the same. What is a company's has none. */
function operatorOf(scope: Scope, entity: AnyEntity, { operatorId, ...given }: Record<string, unknown>): string | null {
  const { ofCompany, processor } = entity.belongsTo
  if (ofCompany && processor && given[processor]) {
    if (operatorId) throw fieldProblem('operatorId', 'rule', 'This is the company’s, and no operator’s.')
    return null
  }
  if (entity.owner === 'tenant') {
    if (operatorId) throw fieldProblem('operatorId', 'unknown', phrase`${word(entity.plural)} belong to the whole programme, not to one operator.`)
    return null
  }
  if (operatorId === undefined || operatorId === null) {
    if (scope.operator && operatorId === undefined) return scope.operator.id
    throw fieldProblem('operatorId', 'required', 'Say to which operator this belongs.')
  }
  if (typeof operatorId !== 'string' || (scope.operator && operatorId !== scope.operator.id))
    throw fieldProblem('operatorId', 'choice', 'This is not the operator of the address.')
  return operatorId
}

// Carrying out one row of a table: its steps one after the other, in the scope of the person who imports and
// by the same functions as a single call, so that no rule can be passed by sending a file.

import { createHash } from 'node:crypto'
import { entityOf } from '#domain/entities.ts'
import { equalityOf } from '#domain/exchange/cells.ts'
import { type ColumnProblem, columnOfPath, type EventStep, type Layout, type RowReading, type SaveStep } from '#domain/exchange/layout.ts'
import type { Placed } from '#domain/exchange/lookup.ts'
import type { AnyEntity, Finding, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { schemaOf } from '#domain/kernel/field-schemas.ts'
import { filledBy, groupOf } from '#domain/kernel/fills.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { parse, patchSchema } from '#domain/kernel/schemas.ts'
import { sentences } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { isSame } from '../store/columns.ts'
import { createRecord } from '../store/create.ts'
import { editRecord } from '../store/edit.ts'
import { recordsById } from '../store/get.ts'
import { recordEvent } from '../store/record-event.ts'
import { problemOfViolation } from '../store/violations.ts'
import { nameCentreLot } from './centre-lot.ts'
import { type Lookups, matching, NotFound } from './lookups.ts'

export type RowOutcome = 'created' | 'changed' | 'unchanged'
export type RowResult = {
  outcome: RowOutcome
  findings: Finding[] /** What the row was about, as a key: twice the same in one file is a mistake. */
  key: string | null
}

/** What a row cannot be taken in for, by column. */
export class RowRefused extends Error {
  readonly problems: (ColumnProblem & { ruleId?: string })[]
  constructor(problems: (ColumnProblem & { ruleId?: string })[]) {
    super('Row refused')
    this.name = 'RowRefused'
    this.problems = problems
  }
}

/** Throws RowRefused, or whatever the product throws (see `refusal`). */
export async function saveRow(scope: Scope, layout: Layout, { steps, problems }: RowReading, operatorId: string | null, lookups: Lookups): Promise<RowResult> {
  if (problems.length) throw new RowRefused(problems)
  const ids: string[] = []
  const result: RowResult = { outcome: 'unchanged', findings: [], key: null }
  for (const [index, step] of steps.entries()) {
    const find = (lookup: Placed['lookup']) => lookups.find(scope, lookup, operatorId, ids)
    if (step.do === 'record') {
      const data = structuredClone(step.data)
      await place(data, step.placed, find)
      const { id, outcome, findings } = await recordStep(scope, step, await subjectOf(layout, step, find), data)
      ids[index] = id
      combine(result, outcome, findings)
    } else {
      const body = structuredClone(step.body)
      await place(body, step.placed, find)
      const next = steps[index + 1]
      if (step.entity === 'productbatch' && body.batchNo === null) {
        // What it is named by is looked for at the place of the next step, and missed there.
        await place({}, next?.placed ?? [], find)
        await nameCentreLot(scope, body, next, find)
      }
      const key = step.key ? await find(step.key).catch(onlyMissing) : undefined
      const saved = await saveStep(scope, step, body, key, operatorId)
      ids[index] = saved.id
      if (step.do === 'save') result.key = saved.key
      combine(result, saved.outcome, saved.findings)
    }
  }
  return result
}

function combine(result: RowResult, outcome: RowOutcome, findings: readonly Finding[]): void {
  // A row that made anything is new; a row that only found what was there is unchanged.
  if (outcome === 'created' || (outcome === 'changed' && result.outcome === 'unchanged')) result.outcome = outcome
  result.findings.push(...findings)
}

/** Puts what the lookups find at their places; all that are not found are reported together. */
export async function place(target: Record<string, unknown>, placed: readonly Placed[], find: (lookup: Placed['lookup']) => Promise<string>): Promise<void> {
  const problems: ColumnProblem[] = []
  for (const { path, lookup, column } of placed) {
    try {
      setAt(target, path, await find(lookup))
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      const at = columnOf(error, lookup) ?? column
      if (!problems.some((one) => one.column === at)) problems.push({ column: at, code: error.code, message: error.sentence })
    }
  }
  if (problems.length) throw new RowRefused(problems)
}

/** Columns by which a row of crops, events or tickets says where a crop is: what is missed of them is shown at its own. */
const keyColumns: Readonly<Record<string, string>> = { farmer: 'member_no', landparcel: 'parcel_no', season: 'season', croptype: 'crop', variety: 'variety' }
/** Where a record was looked for by others, the column of the one that is not there. */
const columnOf = ({ target }: NotFound, lookup: Placed['lookup']): string | undefined =>
  'by' in lookup && target !== lookup.target ? keyColumns[target] : undefined

function setAt(target: Record<string, unknown>, path: readonly (string | number)[], value: string): void {
  let holder: object = target
  for (const part of path.slice(0, -1)) {
    const inner: unknown = Reflect.get(holder, part) ?? {}
    if (typeof inner !== 'object' || inner === null) throw new Error(`${path.join('.')}: ${part} holds a value already`)
    Reflect.set(holder, part, inner)
    holder = inner
  }
  const last = path.at(-1)
  if (last !== undefined) Reflect.set(holder, last, value)
}

const onlyMissing = (error: unknown): undefined => {
  if (error instanceof NotFound && error.code === 'missing') return undefined
  throw error
}

async function subjectOf(layout: Layout, step: EventStep, find: (lookup: Placed['lookup']) => Promise<string>): Promise<string> {
  try {
    return await find(step.subject)
  } catch (error) {
    if (error instanceof NotFound)
      throw new RowRefused([
        {
          column: columnOf(error, step.subject) ?? layout.columns.find(({ required, name }) => required && name !== 'event_type')?.name ?? '',
          code: error.code,
          message: error.sentence,
        },
      ])
    throw error
  }
}

/** The same event sent again is recognised by its id, which follows from its seed. */
async function recordStep(
  scope: Scope,
  step: EventStep,
  subjectId: string,
  data: Record<string, unknown>,
): Promise<{ id: string; outcome: RowOutcome; findings: Finding[] }> {
  const id = uuidOf(`${scope.tenant.id}|${step.seed}`)
  const known = await scope.db
    .selectFrom('event')
    .select(['data', 'subject_id'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) {
    const differs = Object.entries(data).find(
      ([name, value]) => (typeof value === 'number' && known.data[name] !== value) || (typeof value === 'boolean' && (known.data[name] ?? false) !== value),
    )
    if (known.subject_id !== subjectId || differs)
      throw new RowRefused([
        {
          column: differs ? differs[0] : '',
          code: 'taken',
          message: 'This is recorded already, with other figures. A correction is recorded as a void and a new event.',
        },
      ])
    return { id, outcome: 'unchanged', findings: [] }
  }
  const { eventType, occurredAt, notes, lateReason } = step
  const { findings } = await recordEvent(scope, entityOf(step.entity), subjectId, {
    id,
    eventType,
    occurredAt,
    data,
    ...(notes ? { notes } : {}),
    ...(lateReason ? { lateReason } : {}),
  })
  return { id, outcome: 'created', findings }
}

/** A uuid (version 8: made from content) that is the same for the same text. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

async function saveStep(
  scope: Scope,
  step: SaveStep,
  body: Record<string, unknown>,
  keyId: string | undefined,
  operatorId: string | null,
): Promise<{ id: string; key: string | null; outcome: RowOutcome; findings: Finding[] }> {
  const entity = entityOf(step.entity)
  const { id, key } = keyId ? { id: keyId, key: keyId } : await knownAs(scope, entity, body, operatorId)
  const [existing] = id ? await recordsById(scope, entity, [id]) : []
  if (existing && step.do === 'ensure') return { id: existing.id, key, outcome: 'unchanged', findings: [] }
  if (existing) return { id: existing.id, key: key ?? existing.id, ...(await change(scope, entity, existing, body, step.merge)) }
  const { row, findings } = await createRecord(scope, entity, newBodyOf(scope, entity, body, operatorId, step.unsaid))
  return { id: row.id, key: key ?? row.id, outcome: 'created', findings }
}

type Values = readonly (readonly [string, unknown])[]
/** What is sent to make the record of a row: initial values where the file says nothing, but for what it must say (`unsaid`). */
export const newBodyOf = (
  scope: Scope,
  entity: AnyEntity,
  body: Record<string, unknown>,
  operatorId: string | null,
  unsaid: readonly string[] = [],
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(initials(entity)).filter(([name]) => !unsaid.includes(name) && !isFilled(entity, body, name))),
  ...body,
  ...(entity.owner !== 'tenant' && operatorId && !scope.operator ? { operatorId } : {}),
})
/** What the row refers to says it: the country of a village. */
const isFilled = (entity: AnyEntity, body: Record<string, unknown>, name: string): boolean => {
  const by = filledBy(entity, name)
  return by !== undefined && typeof body[by] === 'string'
}
/** What a row may be recognised by, each with values as they are stored: its code, then each set of unique fields that it fills. */
export function keySetsOf(entity: AnyEntity, body: Record<string, unknown>): Values[] {
  const has = (name: string) => body[name] !== undefined && body[name] !== null
  const sets: string[][] = [
    ...(has('code') ? [['code']] : []),
    ...(entity.unique ?? [])
      .map((set: readonly string[]) => set.filter((name) => name !== 'operatorId'))
      .filter((set) => set.every((name) => has(name) && entity.fields[name]?.by === 'person')),
  ]
  return sets.map((set) => set.map((name) => [name, name === 'code' ? String(body.code).toUpperCase() : normal(entity, name, body[name])] as const))
}
/** The first set decides what is the same in one file, whether or not it is there already. */
export const fileKeyOf = (entity: AnyEntity, operatorId: string | null, set: Values): string => JSON.stringify([entity.name, operatorId, set])

/** The record a row is about: by code, by a set of unique fields, or (where it has none of these) by all that it says. */
async function knownAs(
  scope: Scope,
  entity: AnyEntity,
  body: Record<string, unknown>,
  operatorId: string | null,
): Promise<{ id: string | undefined; key: string | null }> {
  const sets = keySetsOf(entity, body)
  if (sets[0]) {
    const key = fileKeyOf(entity, operatorId, sets[0])
    for (const set of sets) {
      const [id] = await matching(scope, entity, set, operatorId)
      if (id) return { id, key }
    }
    return { id: undefined, key }
  }
  const entries = Object.entries(body)
    // What the row refers to is stored as that writes it.
    .filter(
      ([name, value]) =>
        value !== null && !isFilled(entity, body, name) && ['text', 'choice', 'date', 'reference', 'phone', 'email'].includes(entity.fields[name]?.kind ?? ''),
    )
    .map(([name, value]) => [name, normal(entity, name, value)] as const)
  const [id] = entries.length ? await matching(scope, entity, entries, operatorId) : []
  return { id, key: null }
}

/** A value as it is stored: trimmed, a telephone number with its country. Left as it is when it cannot be. */
function normal(entity: AnyEntity, name: string, value: unknown): unknown {
  const field = entity.fields[name]
  const read = field && schemaOf(field).safeParse(value)
  return read?.success ? read.data : value
}

const initials = (entity: AnyEntity): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, field]) => field.by === 'person' && field.initial !== undefined)
      .map(([name, field]) => [name, field.initial]),
  )

/** Changes what the row says differently; what it does not mention stays. */
async function change(
  scope: Scope,
  entity: AnyEntity,
  existing: Row,
  body: Record<string, unknown>,
  merge: SaveStep['merge'] = {},
): Promise<{ outcome: RowOutcome; findings: Finding[] }> {
  const fields = entity.fields
  const fixed = Object.entries(body).filter(([name]) => fields[name]?.fixed)
  const moved = fixed.filter(([name, value]) => !isEqual(fields[name], existing[name], normal(entity, name, value)))
  if (moved.length) throw new Problem('VALIDATION', { fields: moved.map(([path]) => ({ path, code: 'fixed', message: 'This cannot be changed any more.' })) })
  const open = Object.fromEntries(Object.entries(body).filter(([name]) => !fields[name]?.fixed && name !== 'code'))
  const patch = parse(patchSchema(entity), open)
  for (const [name, join] of Object.entries(merge)) if (name in patch) patch[name] = join(existing[name], patch[name])
  const changed = Object.fromEntries(Object.entries(patch).filter(([name, value]) => value !== undefined && !isEqual(fields[name], existing[name], value)))
  if (Object.keys(changed).length === 0) return { outcome: 'unchanged', findings: [] }
  // What the row names and what that fills in are sent together or not at all, or the two could not be compared.
  for (const name of groupOf(entity, Object.keys(changed))) if (patch[name] !== undefined) changed[name] = patch[name]
  const { row, findings } = await editRecord(scope, entity, existing.id, changed, existing.version)
  return { outcome: row.version === existing.version ? 'unchanged' : 'changed', findings }
}

/** Each kind knows what is the same written differently; a list is the same whatever nulls its rows spell out. */
function isEqual(field: Field | undefined, stored: unknown, given: unknown): boolean {
  const byKind = field && stored && given ? equalityOf(field) : undefined
  return byKind ? byKind(stored, given) : isSame(withoutNulls(stored), withoutNulls(given))
}
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([key, part]) => [key, withoutNulls(part)]),
  )
}

/** What a thrown error says to the sender of the row, by column; undefined when it is none of the row's fault. */
export function refusal(layout: Layout, error: unknown): (ColumnProblem & { ruleId?: string })[] | undefined {
  if (error instanceof RowRefused) return error.problems
  if (error instanceof NotFound) return [{ column: '', code: error.code, message: error.sentence }]
  const problem = error instanceof Problem ? error : problemOfViolation(error)
  if (!problem || problem.status >= 500) return undefined
  const { fields, ruleId } = problem.details
  const rule = ruleId ? { ruleId } : {}
  if (fields?.length)
    return fields.map(({ path, code, message }) => ({
      column: columnOfPath(layout, path),
      code,
      message: columnOfPath(layout, path) ? message : sentences([`${path}:`, message]),
      ...rule,
    }))
  return [{ column: '', code: problem.code, message: problem.sentence, ...rule }]
}

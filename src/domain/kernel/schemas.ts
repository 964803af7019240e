// The Zod schemas that follow from a declaration, built once per entity and remembered:
// what a person may send to create, to edit, and to record each event.
import { z } from 'zod'
import { uuid } from './checks/references.ts'
import type { AnyEntity, EventSpec } from './entity.ts'
import { emptyAsNull, schemaOf, shape } from './field-schemas.ts'
import { longText, text } from './kinds.ts'
import { fillIn, fromZod, inPlainWords, isOfNoCase } from './plain-words.ts'
import { type FieldProblem, Problem } from './problems.ts'

export const codePattern = /^[A-Z0-9][A-Z0-9-]{2,31}$/

/** Fields a body may carry besides the entity's own. `id` makes offline creation possible (uuid v7 made on the phone). */
const common = {
  id: uuid.optional(),
  operatorId: uuid.nullable().optional(),
  code: z.string().trim().regex(codePattern, { message: '3 to 32 capitals, digits and hyphens.' }).optional(),
  tags: z
    .array(schemaOf(text('Tag', { max: 40 })))
    .max(20)
    .optional(),
}
type Memory = { input?: z.ZodType; patch?: z.ZodType }
const remembered = new WeakMap<object, Memory>()
function memory(key: object): Memory {
  const cached = remembered.get(key) ?? {}
  remembered.set(key, cached)
  return cached
}

type Shape = z.ZodObject<z.ZodRawShape>
/** Body of POST …/{entity}. */
export function inputSchema(entity: AnyEntity): Shape {
  const cached = memory(entity)
  cached.input ??= shape(entity.fields).extend(common).strict()
  return cached.input as Shape
}
/** Body of PATCH …/{entity}/{id}: any subset; null clears an optional field. */
export function patchSchema(entity: AnyEntity): Shape {
  const cached = memory(entity)
  const editable = Object.fromEntries(Object.entries(entity.fields as Record<string, { fixed?: boolean }>).filter(([, field]) => !field.fixed))
  cached.patch ??= shape(editable as never, { partial: true })
    .extend({ code: common.code, tags: common.tags })
    .strict()
  return cached.patch as Shape
}
/** Envelope every event has, around its own `data` (domain dictionary 1.3). */
export const eventEnvelope = {
  id: common.id,
  occurredAt: z.iso.datetime({ offset: true }).refine((value) => value >= '1990' && value < '2101', { message: 'Between 1990 and 2100.' }),
  notes: emptyAsNull(schemaOf(longText('Notes', { max: 2000 }))).optional(),
  gps: z
    .strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180), accuracyM: z.number().min(0).max(100_000) })
    .nullable()
    .optional(),
  lateReason: schemaOf(longText('Why only now', { max: 500 }))
    .nullable()
    .optional(),
  /** When a device took it down without a network, by its own clock (6.1): whether it is late is judged by this, within 90 days. */
  capturedAt: z.iso.datetime({ offset: true }).optional(),
  planEventId: z.guid().nullable().optional(),
  /** Corrects an earlier event: that one is taken back and this one recorded, in one transaction. */
  supersedesEventId: uuid.nullable().optional(),
}
/** The fields of one event type, checked strictly. */
export function eventDataSchema(event: EventSpec): Shape {
  const cached = memory(event)
  cached.input ??= shape(event.fields)
  return cached.input as Shape
}

/** Parses, or throws VALIDATION with every field problem at once. `at` is put before each path. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, at = ''): T {
  const result = schema.safeParse(value, { error: inPlainWords })
  if (result.success) return result.data
  throw new Problem('VALIDATION', { fields: fieldProblems(result.error, at, value) })
}

/** A person corrects a few and sends again; a polygon of wrong positions must not become an answer of megabytes. */
const problemsAtMost = 100

/** Zod's issues in the product's words: one entry per field, unknown keys named one by one. `value`: what was checked. */
export function fieldProblems(error: z.ZodError, at = '', value?: unknown): FieldProblem[] {
  const messages = fromZod(error.issues.map(({ message }) => message))
  const problems = error.issues.flatMap((issue, index): FieldProblem[] => {
    const path = [at, ...issue.path.map(String)].filter(Boolean).join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [path, key].filter(Boolean).join('.'),
        code: 'unknown',
        message: 'This field does not exist here or cannot be set.',
      }))
    // A choice that was not made is reported by Zod as a wrong one: only the value itself shows it.
    const missing =
      (issue.code === 'invalid_type' && (issue.message === fillIn || issue.message.endsWith('received undefined'))) ||
      ((issue.code === 'invalid_value' || isOfNoCase(issue)) && value !== undefined && valueAt(value, issue.path) === undefined)
    const code = missing
      ? 'required'
      : ((issue as { params?: { code?: string } }).params?.code ?? words[isOfNoCase(issue) ? 'invalid_value' : issue.code] ?? 'invalid')
    return [{ path, code, message: missing ? fillIn : (messages[index] ?? issue.message) }]
  })
  const first = new Map<string, FieldProblem>()
  for (const problem of problems) if (!first.has(problem.path)) first.set(problem.path, problem)
  return [...first.values()].slice(0, problemsAtMost)
}
const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)
const words: Record<string, string> = {
  invalid_type: 'type',
  too_small: 'min',
  too_big: 'max',
  invalid_format: 'format',
  invalid_value: 'choice',
  not_multiple_of: 'step',
  invalid_union: 'type',
  custom: 'rule',
}

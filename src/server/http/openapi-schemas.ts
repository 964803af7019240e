// JSON Schema of what is sent and answered, from the declarations: Zod says what one value is, the
// declaration what belongs together, what may be missing and who fills it.

import { z } from 'zod'
import { type AnyEntity, type EventSpec, stateLabel } from '#domain/kernel/entity.ts'
import { type Field, type Fields, isDemanded } from '#domain/kernel/field.ts'
import { type FieldKind, isLeftOut } from '#domain/kernel/field-kinds.ts'
import { schemaOf } from '#domain/kernel/field-schemas.ts'
import { codePattern } from '#domain/kernel/schemas.ts'
import { sources } from '#server/db/schema.ts'
import { alwaysListed } from '#server/store/columns.ts'

export type JsonSchema = { [key: string]: unknown }
/** A call of one address, as the document describes it. */
export type Described = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: JsonSchema[]
  responses: Record<string, JsonSchema>
  requestBody?: JsonSchema
}
export type ObjectSchema = JsonSchema & { properties: Record<string, JsonSchema>; required: string[] }

const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const text: JsonSchema = { type: 'string' }
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const object = (properties: Record<string, JsonSchema>, required: readonly string[] = Object.keys(properties), rest: JsonSchema = {}): ObjectSchema => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
  ...rest,
})

/** One value of a field as it is accepted and answered. `isBare`: without what the record's own schema says about it already. */
export function fieldSchema(field: Field, isBare = false): JsonSchema {
  return { ...kindSchemas[field.kind].sent(field), ...(isBare ? {} : notes(field)) }
}

type KindSchema = {
  /** A value as it is sent. */
  sent: (field: Field) => JsonSchema
  /** As it is stored, where that is more lenient: rows may have been written before a field of theirs existed, so nothing in them is required. */
  stored?: (field: Field) => JsonSchema
  /** What `x-unit` says where the field names no unit. */
  unit?: string
}
const known = (io: 'input' | 'output'): KindSchema => ({
  sent: (field) => {
    const schema = jsonSchema(schemaOf(field), io)
    return 'type' in schema || 'anyOf' in schema ? schema : jsonSchema(schemaOf(field), io === 'input' ? 'output' : 'input')
  },
})
const value = known('output')
/** For lists: Zod's input side, because it cannot look through the transformation of the value. */
const list = known('input')
const storedProperties = (fields: Fields): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, orNull(storedSchema(one, false))]))
const storedObject = ({ fields = {} }: Field): JsonSchema => object(storedProperties(fields), [])
const record: KindSchema = { sent: ({ fields = {} }) => sentObject(fields), stored: storedObject }
const rows: KindSchema = {
  sent: (field) => ({ ...listOf(record.sent(field)), minItems: field.min ?? 0, maxItems: field.max ?? 50 }),
  stored: (field) => listOf(storedObject(field)),
}

/** One object for each case, distinguished by its discriminator. */
const variant: KindSchema = {
  sent: ({ on = '', cases = {} }) => oneOfCases(on, cases, (fields, name) => object({ [on]: name, ...sentProperties(fields) }, [on, ...demandedIn(fields)])),
  stored: ({ on = '', cases = {} }) => oneOfCases(on, cases, (fields, name) => object({ [on]: name, ...storedProperties(fields) }, [on])),
}
const oneOfCases = (on: string, cases: Readonly<Record<string, Fields>>, schemaOfCase: (fields: Fields, name: JsonSchema) => JsonSchema): JsonSchema => ({
  type: 'object',
  discriminator: { propertyName: on },
  oneOf: Object.entries(cases).map(([name, fields]) => ({ title: name, ...schemaOfCase(fields, { const: name }) })),
})

const kindSchemas: Readonly<Record<FieldKind, KindSchema>> = {
  text: value,
  longText: value,
  words: list,
  phone: value,
  email: value,
  country: value,
  integer: value,
  quantity: value,
  share: value,
  money: { ...value, unit: 'minor' },
  choice: value,
  choices: list,
  flag: value,
  date: value,
  time: value,
  reference: value,
  references: list,
  attachments: { sent: ({ max }) => ({ ...listOf(uuid), maxItems: max }) },
  polygon: value,
  point: value,
  rows,
  lines: rows,
  record,
  variant,
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  // With a format beside it, Zod's own pattern of dates and addresses only makes the document long.
  if (typeof rest.format === 'string') delete rest.pattern
  return rest
}

function notes(field: Field): JsonSchema {
  const unit = field.unit ?? kindSchemas[field.kind].unit
  const described = [field.label, field.help, field.by === 'system' ? 'Set by the product.' : '', field.personal ? 'Personal: masked for some roles.' : '']
    .filter(Boolean)
    .join('. ')
    .replaceAll('..', '.')
  return {
    description: described,
    ...(unit ? { 'x-unit': unit } : {}),
    ...(field.target ? { 'x-entity': field.target } : {}),
    ...(field.choices ? { 'x-labels': Object.fromEntries(field.choices.map(({ value, label }) => [value, label])) } : {}),
  }
}

/** Fields a person fills, as a body or part of one. */
export function sentObject(fields: Fields, more: Record<string, JsonSchema> = {}, { partial = false }: { partial?: boolean } = {}): ObjectSchema {
  return object({ ...sentProperties(fields, partial), ...more }, partial ? [] : demandedIn(fields))
}
const sentFields = (fields: Fields): [string, Field][] => Object.entries(fields).filter(([, field]) => field.by === 'person')
const sentProperties = (fields: Fields, isBare = false): Record<string, JsonSchema> =>
  Object.fromEntries(sentFields(fields).map(([name, field]) => [name, field.required ? fieldSchema(field, isBare) : orNull(fieldSchema(field, isBare))]))
/** What a reference beside it fills in need not be sent. */
function demandedIn(fields: Fields): string[] {
  const filled = new Set(Object.values(fields).flatMap(({ fills }) => Object.keys(fills ?? {})))
  return sentFields(fields).flatMap(([name, field]) => (isDemanded(field) && !filled.has(name) ? [name] : []))
}

const bodyCommon = {
  id: { ...uuid, description: 'Made by the caller, for records made offline (uuid v7).' },
  operatorId: orNull(uuid),
  code: { type: 'string', pattern: codePattern.source, description: 'Numbered automatically when empty.' },
  tags: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 20 },
} satisfies Record<string, JsonSchema>

export const createSchema = (entity: AnyEntity): JsonSchema => sentObject(entity.fields, bodyCommon)
export function patchSchemaOf(entity: AnyEntity): JsonSchema {
  const editable = Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => !field.fixed))
  return sentObject(editable, { code: bodyCommon.code, tags: bodyCommon.tags }, { partial: true })
}

/** A record as it is answered. `inList`: without polygons and lists of rows, titles beside the list instead of inside. */
export function answerSchema(entity: AnyEntity, { inList }: { inList: boolean }): JsonSchema {
  const fields = Object.entries(entity.fields).filter(([, field]) => !inList || !isLeftOut(field))
  const isCertain = (field: Field) => field.required && field.by === 'person' && !field.personal
  const states = Object.keys(entity.states)
  const events = Object.keys(entity.events)
  const properties: Record<string, JsonSchema> = {
    id: uuid,
    operatorId: orNull(uuid),
    code: text,
    title: text,
    version: { type: 'integer', minimum: 1 },
    status: { enum: states, ...(inList ? {} : { 'x-labels': Object.fromEntries(states.map((state) => [state, stateLabel(entity, state)])) }) },
    source: { enum: sources },
    tags: listOf(text),
    createdAt: moment,
    createdBy: orNull(uuid),
    updatedAt: moment,
    updatedBy: orNull(uuid),
    ...Object.fromEntries(fields.map(([name, field]) => [name, isCertain(field) ? storedSchema(field, inList) : orNull(storedSchema(field, inList))])),
    may: { ...listOf({ enum: ['edit', 'retire', ...events] }), description: 'What the reader may do next.' },
    flags: listOf(ref('Flag')),
  }
  const optional: Record<string, JsonSchema> = {
    masked: { ...listOf(text), description: 'Fields hidden from this reader.' },
    ...(inList ? {} : { past: { type: 'object', description: 'Of a record read as of the past: the two moments, and which fields are not derived for it.' } }),
    ...(inList ? {} : { extra: { type: 'object', description: 'What this kind of record computes when looked at.' } }),
  }
  if (!inList) properties.refs = ref('Refs')
  // A list carries all of them unless `fields` asks for some.
  return object({ ...properties, ...optional }, inList ? [...alwaysListed, 'may', 'flags'] : Object.keys(properties))
}

export function storedSchema(field: Field, isBare: boolean): JsonSchema {
  const { sent, stored = sent } = kindSchemas[field.kind]
  return { ...stored(field), ...(isBare ? {} : notes(field)) }
}

const gps = object({
  lat: { type: 'number', minimum: -90, maximum: 90 },
  lng: { type: 'number', minimum: -180, maximum: 180 },
  accuracyM: { type: 'number', minimum: 0 },
})

/** The body that records one type of event, around what every event has. */
export function eventBodySchema(type: string, event: EventSpec): JsonSchema {
  const data = sentObject(event.fields)
  return {
    title: event.label,
    ...(event.help ? { description: event.help } : {}),
    type: 'object',
    allOf: [ref('EventEnvelope')],
    properties: { eventType: { const: type }, data },
    required: ['eventType', ...(data.required.length ? ['data'] : [])],
    unevaluatedProperties: false,
  }
}

/** Schemas that every entity shares. */
export const sharedSchemas: Record<string, JsonSchema> = {
  Words: object(
    {
      key: { ...text, description: 'The sentence with gaps: {{1}}, {{2}} …, as the catalogues of the languages have it.' },
      values: listOf({
        description:
          'What stands in the gaps, in their order: a text; a number; {count}, a number that decides between one and many; {kg}; {share, decimals}; {day}; {word, isSmall}, a label of the product; {list, by}; or {key, values}, a sentence within it.',
      }),
    },
    ['key', 'values'],
    { description: 'The English sentence beside it as key and values; absent where it has no values and is its own key.' },
  ),
  Finding: object({ ruleId: text, severity: { enum: ['INFO', 'WARN', 'REVIEW'] }, message: text, words: ref('Words'), figures: { type: 'object' } }, [
    'ruleId',
    'severity',
    'message',
  ]),
  Flag: object(
    {
      id: uuid,
      subjectId: uuid,
      eventId: orNull(uuid),
      ruleId: text,
      severity: { enum: ['INFO', 'WARN', 'REVIEW'] },
      message: text,
      words: ref('Words'),
      figures: { type: 'object' },
      openedAt: moment,
      openedBy: orNull(uuid),
      owner: { ...text, description: 'Role that is responsible.' },
      mayClose: { type: 'boolean', description: 'Whether the reader may close it.' },
    },
    ['id', 'subjectId', 'eventId', 'ruleId', 'severity', 'message', 'openedAt', 'openedBy', 'owner', 'mayClose'],
  ),
  EventEnvelope: {
    type: 'object',
    required: ['occurredAt'],
    properties: {
      id: { ...uuid, description: 'Made by the caller, for events recorded offline (uuid v7).' },
      occurredAt: { ...moment, description: 'When it happened, with offset; at most 5 minutes ahead.' },
      notes: orNull({ type: 'string', maxLength: 2000 }),
      gps: orNull(gps),
      lateReason: orNull({ type: 'string', maxLength: 500, description: 'Needed when it happened more than 14 days ago.' }),
      planEventId: orNull({
        ...uuid,
        description:
          'The planned step that it is for; null: for none. Without it, whoever records one on a day of no step at the form (X-Client: web) is asked for it.',
      }),
      supersedesEventId: orNull({ ...uuid, description: 'Corrects this earlier event: it is taken back in the same step.' }),
    },
  },
  EventView: object(
    {
      id: uuid,
      eventType: text,
      subjectType: text,
      subjectId: uuid,
      occurredAt: moment,
      occurredOffsetMin: { type: 'integer', description: 'Minutes east of UTC where it happened.' },
      recordedAt: moment,
      recordedBy: orNull(uuid),
      status: { enum: ['RECORDED', 'VOIDED', 'SUPERSEDED'] },
      data: { type: 'object' },
      notes: orNull(text),
      hash: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'sha-256 of the canonical event.' },
      voidReason: { enum: ['DID_NOT_OCCUR', 'INCORRECT_DATA', null] },
      planEventId: orNull({ ...uuid, description: 'The planned step that its recorder named.' }),
      forNoStep: { type: 'boolean', description: 'Its recorder says that it is for no planned step.' },
      supersedesEventId: orNull(uuid),
      gps: orNull(gps),
      lateReason: orNull(text),
      source: text,
      statusBefore: orNull(text),
      statusAfter: text,
      voidNote: orNull(text),
      voidedAt: orNull(moment),
      voidedBy: orNull(uuid),
      refs: ref('Refs'),
    },
    [
      'id',
      'eventType',
      'subjectType',
      'subjectId',
      'occurredAt',
      'occurredOffsetMin',
      'recordedAt',
      'recordedBy',
      'status',
      'data',
      'notes',
      'hash',
      'voidReason',
      'planEventId',
      'forNoStep',
      'supersedesEventId',
      'gps',
      'lateReason',
      'source',
      'statusBefore',
      'statusAfter',
      'voidNote',
      'voidedAt',
      'voidedBy',
    ],
  ),
  Problem: object(
    {
      type: text,
      title: text,
      status: { type: 'integer' },
      code: text,
      detail: text,
      words: ref('Words'),
      requestId: text,
      fields: listOf(object({ path: text, code: text, message: text, words: ref('Words'), params: { type: 'object' } }, ['path', 'code', 'message'])),
      ruleId: text,
      figures: { type: 'object' },
    },
    ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  ),
}

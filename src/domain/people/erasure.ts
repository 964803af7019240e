// What of a person goes when their time of retention is over (domain dictionary 6.6, BR-35): names, telephones, papers, accounts, photographs, free words. What
// stays says nothing of who it was: places down to the village, areas, kilograms, money, results, days, and which record refers to which.
import { type AnyEntity, eventSpecOf, type Row } from '../kernel/entity.ts'
import type { Field, Fields } from '../kernel/field.ts'
import { isJsonObject } from '../kernel/sound-json.ts'

/** Days for which an administrator sees who comes next. */
export const noticeDays = 90

/** Kinds of records that name a member, of which events are erased; `app.is_erased` knows the same. */
export const erasedKinds = ['farmer', 'farmerseason', 'inspection', 'landowner', 'submission', 'user', 'notification'] as const

/** Of a finding that another record may be the same person: it was said with the name. */
export const likenessOfErased = { message: 'Another member may be the same person.' }

/** Fields that say something of the person although their kind and marks do not. `a.b`: the field of a row. */
const further: Readonly<Record<string, readonly string[]>> = {
  farmer: ['phoneOwner', 'aliases', 'noParcelReason', 'duplicateOverride'],
  submission: ['answers', 'attachments', 'deviceId', 'reviewNote'],
  user: ['conflictOfInterest', 'companyConflicts', 'identitySubject'],
  notification: ['headline', 'params'],
}
const furtherInEvents: Readonly<Record<string, readonly string[]>> = {
  'farmer VISIT': ['purpose'],
  'farmer TAKEN_OVER': ['aliases'],
  'farmer EXITED': ['words'],
  'farmer INTERNAL_INSPECTION': ['answers.note'],
  'farmerseason DECIDED': ['reason'],
  'inspection MOVED': ['reason'],
  'landowner DEACTIVATED': ['reason'],
  'notification REPEATED': ['headline', 'params'],
  'submission RESUBMITTED': ['answers'],
  'user API_KEY_MADE': ['name'],
  'user API_KEY_REVOKED': ['name'],
  'user DEVICE_REVOKED': ['device'],
  'user PERSONAL_DATA_EXPORTED': ['note', 'what', 'whatWords'],
}
const none: readonly string[] = []
/** What another system calls it leads to the person there. */
const furtherOf = ({ name }: AnyEntity): readonly string[] => [...(further[name] ?? none), 'externalIds']

/** By mark or kind: words that somebody typed freely and files may say anything of a person. */
const goes = ({ personal, namesPerson, kind }: Field): boolean =>
  personal === true || namesPerson === true || ['longText', 'attachments', 'phone', 'email', 'point'].includes(kind)

const isNested = ({ kind }: Field): boolean => kind === 'rows' || kind === 'lines' || kind === 'record' || kind === 'variant'
const within = (also: readonly string[], name: string): string[] =>
  also.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))

/** The fields of what stands in a value: of a variant those of its case. */
const fieldsOf = ({ fields = {}, on, cases }: Field, value: Readonly<Record<string, unknown>>): Fields =>
  (on !== undefined && cases ? cases[String(value[on])] : undefined) ?? fields

/** A value without what goes of it; rows stay, with what stays of each. `empty`: of a field that goes whole. */
function leftOf(field: Field, value: unknown, also: readonly string[], isWhole: boolean, empty: (field: Field, value: unknown) => unknown): unknown {
  if (value === null || value === undefined) return value
  if (isWhole || goes(field)) return empty(field, value)
  if (!isNested(field)) return value
  if (Array.isArray(value)) return value.map((item) => leftOf(field, item, also, false, empty))
  if (!isJsonObject(value)) return value
  const inner = fieldsOf(field, value)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const own = inner[name]
      return [name, own ? leftOf(own, one, within(also, name), also.includes(name), emptyWithin) : one]
    }),
  )
}
const emptyWithin = (field: Field, value: unknown): unknown => (Array.isArray(value) ? [] : field.required && typeof value === 'string' ? '' : null)

/** Fields of a record that are emptied whole. */
export const erasedFields = (entity: AnyEntity): string[] =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]) => (goes(field) || furtherOf(entity).includes(name) ? [name] : []))

/** The record without them, and without what goes of its rows. `word` stands where a name is needed. */
export function erasedRow(entity: AnyEntity, row: Row, word: string): Row {
  const also = furtherOf(entity)
  const empty = (field: Field): unknown => (['rows', 'lines', 'attachments'].includes(field.kind) ? [] : field.required ? word : null)
  const left = Object.entries<Field>(entity.fields).map(([name, field]) => {
    const isWhole = goes(field) || also.includes(name)
    return [name, isWhole ? empty(field) : leftOf(field, row[name], within(also, name), false, emptyWithin)]
  })
  return { ...row, ...Object.fromEntries(left), tags: [] }
}

/** What an event says without them; an entry or an edit leaves out the fields, so that no past of the record shows them. */
export function erasedData(entity: AnyEntity, eventType: string, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const spec = eventSpecOf(entity, eventType)
  if (!spec) return ofAudit(entity, data)
  const also = furtherInEvents[`${entity.name} ${eventType}`] ?? none
  const empty = (_field: Field, value: unknown): unknown => (Array.isArray(value) ? [] : null)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field: Field | undefined = spec.fields[name]
      return [name, field ? leftOf(field, value, within(also, name), also.includes(name), empty) : value]
    }),
  )
}

/** Of an entry, an edit, or a void with its note. */
function ofAudit(entity: AnyEntity, { changes, note, ...data }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const gone = new Set([...erasedFields(entity), 'tags'])
  const fields: Fields = entity.fields
  const left = (name: string, value: unknown): unknown => (fields[name] ? leftOf(fields[name], value, none, false, emptyWithin) : value)
  return {
    ...data,
    ...(note === undefined ? {} : { note: null }),
    ...(isJsonObject(changes)
      ? {
          changes: Object.fromEntries(
            Object.entries(changes).flatMap(([name, change]) =>
              gone.has(name)
                ? []
                : [[name, isJsonObject(change) ? Object.fromEntries(Object.entries(change).map(([side, value]) => [side, left(name, value)])) : change]],
            ),
          ),
        }
      : {}),
  }
}

/** What stands in place of a name in a past of which the name was erased: what stands there now. */
export function namesLeft(entity: AnyEntity, past: Row, now: Row): Record<string, unknown> {
  if (!erasedKinds.some((name) => name === entity.name)) return {}
  const fields: Fields = entity.fields
  return Object.fromEntries(
    erasedFields(entity).flatMap((name) =>
      fields[name]?.required && fields[name].by === 'person' && (past[name] ?? null) === null ? [[name, now[name]]] : [],
    ),
  )
}

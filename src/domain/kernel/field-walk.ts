// References wherever they stand in a value, nested fields included: one walk for those who collect them (what must exist, what an
// answer needs titles for) and those who replace them (names in tables). What has not the form of its kind is left as it is, because
// tables are read before they are checked.

import type { Field, Fields } from './field.ts'
import type { FieldKind } from './field-kinds.ts'
import { isJsonObject } from './sound-json.ts'

export type Path = readonly (string | number)[]
type Values = Readonly<Record<string, unknown>>
/** Called with each reference; answers what stands there afterwards. `siblings`: the values next to it. */
export type Visit = (id: unknown, at: { field: Field; path: Path; siblings: Values }) => unknown

type Place = { path: Path; siblings: Values; visit: Visit }
type Walk = (field: Field, value: unknown, place: Place) => unknown

const leaf: Walk = (_field, value) => value
const one: Walk = (field, value, { path, siblings, visit }) => visit(value, { field, path, siblings })
const each =
  (walk: Walk): Walk =>
  (field, value, place) =>
    Array.isArray(value) ? value.map((item, index) => walk(field, item, { ...place, path: [...place.path, index] })) : value
const inner: Walk = (field, value, { path, visit }) => (isJsonObject(value) && field.fields ? mapReferences(field.fields, value, visit, path) : value)

const walks: Readonly<Record<FieldKind, Walk>> = {
  text: leaf,
  longText: leaf,
  words: leaf,
  phone: leaf,
  email: leaf,
  country: leaf,
  integer: leaf,
  quantity: leaf,
  share: leaf,
  money: leaf,
  choice: leaf,
  choices: leaf,
  flag: leaf,
  date: leaf,
  time: leaf,
  reference: one,
  references: each(one),
  attachments: each(one),
  polygon: leaf,
  point: leaf,
  rows: each(inner),
  lines: each(inner),
  record: inner,
  variant: inner,
}

/** The value of one field with what `visit` answers for each reference in it. */
export const mapReference = (field: Field, value: unknown, visit: Visit, path: Path = [], siblings: Values = {}): unknown =>
  value === null || value === undefined ? value : walks[field.kind](field, value, { path, siblings, visit })

/** The same for all values of these fields; what is no field of them stays. */
function mapReferences(fields: Fields, values: Values, visit: Visit, path: Path): Values {
  const mapped: Record<string, unknown> = { ...values }
  for (const [name, field] of referring(fields)) if (name in values) mapped[name] = mapReference(field, values[name], visit, [...path, name], values)
  return mapped
}
/** Calls `see` with each reference in these values, in the order of the declaration. */
export function eachReference(fields: Fields, values: Values, see: (...args: Parameters<Visit>) => void, path: Path = []): void {
  for (const [name, field] of referring(fields)) mapReference(field, values[name], see, [...path, name], values)
}

const remembered = new WeakMap<Fields, readonly [string, Field][]>()
/** The fields with references in them: every answer looks for them, in records of sixty fields. */
function referring(fields: Fields): readonly [string, Field][] {
  const known = remembered.get(fields) ?? Object.entries(fields).filter(([, field]) => refers(field))
  remembered.set(fields, known)
  return known
}
const refers = ({ target, fields = {} }: Field): boolean => target !== undefined || Object.values(fields).some(refers)

/** The only kind of file that this field takes, at any depth; undefined: any. A recording and other files are never in rows of one field (field-walk.test.ts). */
export const mediaWithin = ({ media, fields = {} }: Field): Field['media'] => media ?? Object.values(fields).map(mediaWithin).find(Boolean)

// The field kinds: the only way to make a field. Each fixes what may be in it, its column and how it is shown; what checks
// a value is built from this (field-schemas.ts).
import type { Choice, EntryOf, Field, FieldOptions, Fields, StoredOf, Tone } from './field.ts'
import { factsOf, fileTarget, mostAttachments } from './field-kinds.ts'
import { unionOf } from './variants.ts'

type Made<V> = Field<V, true> & { by: 'person' }
const make = <V>(field: Omit<Field<V, true>, 'required' | 'by' | 'column'>): Made<V> => ({
  required: true,
  by: 'person',
  column: factsOf(field).column,
  ...field,
})

/** May be left empty. */
export function optional<F extends Field>(field: F): Omit<F, 'required'> & { required: false } {
  return { ...field, required: false }
}
/** Derived or set by events; never accepted from a person; null until known. */
export function derived<F extends Field>(field: F): Omit<F, 'required' | 'by'> & { required: false; by: 'system' } {
  return { ...field, required: false, by: 'system' }
}

type TextOptions = FieldOptions & { min?: number; max?: number; pattern?: RegExp; hint?: string; isNumber?: true }
export function text(label: string, { max = 80, ...rest }: TextOptions = {}) {
  return make<string>({ kind: 'text', label, max, ...rest })
}
/**
 * A number that a paper or a label bears. Stored in capitals, plain forms and single spaces, so that it is the same number however somebody writes it,
 * and is unique where it must be.
 */
export function documentNo(label: string, options: TextOptions = {}) {
  return text(label, { ...options, isNumber: true })
}
export function longText(label: string, { max = 2000, ...rest }: FieldOptions & { max?: number } = {}) {
  return make<string>({ kind: 'longText', label, max, ...rest })
}
/** A short list of names (villages, blocks): each 1 to 60 characters, none twice. */
export function words(label: string, { min = 0, max = 50, ...rest }: FieldOptions & { min?: number; max?: number } = {}) {
  return make<string[]>({ kind: 'words', label, min, max, ...rest })
}
/** Names of persons: letters of any script, marks, space, full stop, apostrophe, hyphen. */
export function personName(label: string, options: FieldOptions = {}) {
  return text(label, {
    max: 80,
    pattern: /^[\p{L}\p{M} .'’\-\u200c\u200d]+$/u,
    hint: 'Letters, spaces, full stops and hyphens only.',
    namesPerson: true,
    ...options,
  })
}
/** Two letters of ISO 3166-1, chosen by its name. */
export function country(label: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'country', label, ...options })
}
/** E.164; spaces, hyphens and a leading 0 or bare ten digits (India) are normalised. */
export function phone(label: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'phone', label, personal: true, ...options })
}
export function email(label: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'email', label, ...options })
}

type NumberOptions = FieldOptions & { min?: number; max?: number }
export function integer(label: string, { min = 0, max = 1_000_000, ...rest }: NumberOptions & { unit?: string } = {}) {
  return make<number>({ kind: 'integer', label, min, max, ...rest })
}
/** A measured amount in one stored unit (kg, ha, L, cm …). Rounded to `decimals` at intake. */
export function quantity(
  label: string,
  unit: string,
  { min = 0, max = 10_000_000, decimals = 3, ...rest }: NumberOptions & { decimals?: number; isInHectares?: true } = {},
) {
  return make<number>({ kind: 'quantity', label, unit, decimals, min, max, ...rest })
}
/** Mass in kg, to the gram. */
export const kilograms = (label: string, options: NumberOptions = {}) => quantity(label, 'kg', { min: 0.001, max: 10_000_000, ...options })
/** Area in hectares, to the square metre. */
export const hectares = (label: string, options: NumberOptions & { isInHectares?: true } = {}) =>
  quantity(label, 'ha', { min: 0.0001, max: 100_000, decimals: 4, ...options })
/** A ratio 0..1 stored as such, shown in per cent. */
export function share(label: string, { min = 0, max = 1, ...rest }: NumberOptions = {}) {
  return make<number>({ kind: 'share', label, unit: '%', decimals: 5, min, max, ...rest })
}
/** Money in minor units of the tenant's currency (paise); entered and shown in whole ones. */
export function money(label: string, { min = 0, max = 100_000_000_00, ...rest }: NumberOptions = {}) {
  return make<number>({ kind: 'money', label, min, max, ...rest })
}

/** `{ VALUE: 'Label' }` or `{ VALUE: ['Label', tone] }`, in the order in which people should see them. */
export type ChoiceTable = Readonly<Record<string, string | readonly [label: string, tone: Tone]>>
export function toChoices(table: ChoiceTable): Choice[] {
  return Object.entries(table).map(([value, entry]) => (typeof entry === 'string' ? { value, label: entry } : { value, label: entry[0], tone: entry[1] }))
}
export function choice<const T extends ChoiceTable>(label: string, table: T, options: FieldOptions = {}) {
  return make<keyof T & string>({ kind: 'choice', label, choices: toChoices(table), ...options })
}
export function choices<const T extends ChoiceTable>(label: string, table: T, { min = 1, ...options }: FieldOptions & { min?: number } = {}) {
  return make<(keyof T & string)[]>({ kind: 'choices', label, choices: toChoices(table), min, ...options })
}
export function flag(label: string, options: FieldOptions = {}) {
  return make<boolean>({ kind: 'flag', label, ...options })
}

/** A calendar day, tenant-local, `YYYY-MM-DD`: never a moment in time. */
export function date(label: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'date', label, ...options })
}
/** A moment, ISO 8601 with offset; stored in UTC. */
export function time(label: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'time', label, ...options })
}

export function reference(label: string, target: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'reference', label, target, filter: true, ...options })
}
/** `max`: at most so many, 200 unless more are given. */
export function references(label: string, target: string, { min = 0, ...options }: FieldOptions & { min?: number; max?: number } = {}) {
  return make<string[]>({ kind: 'references', label, target, min, ...options })
}

/** Files: photographs and documents, by their ids (docs/decisions/0038-files.md). There may always be none. */
export function attachments({ label = 'Photos and documents', max = mostAttachments, ...options }: FieldOptions & { label?: string; max?: number } = {}) {
  return optional(make<string[]>({ kind: 'attachments', label, target: fileTarget, min: 0, max, ...options }))
}

export type Position = [lon: number, lat: number]
export type Point = { type: 'Point'; coordinates: Position }
export type Polygon = { type: 'Polygon'; coordinates: Position[][] }
export function point(label: string, options: FieldOptions = {}) {
  return make<Point>({ kind: 'point', label, ...options })
}
/** GeoJSON Polygon, WGS84 lon/lat. Shape only; the geometry's soundness is domain/geo's business (BR-01). */
export function polygon(label: string, options: FieldOptions = {}) {
  return make<Polygon>({ kind: 'polygon', label, ...options })
}

/** A list of small records inside one record (neighbours, process inputs); stored as jsonb, never filtered by. */
export function rows<F extends Fields>(label: string, fields: F, { min = 0, max = 50, ...options }: FieldOptions & { min?: number; max?: number } = {}) {
  return make<EntryOf<F>[]>({ kind: 'rows', label, fields, min, max, ...options })
}
/**
 * The same with a table of their own: for rows that name other records, or that may be many. What they refer to is proved by foreign
 * keys. Its fields are values with a column: nothing nested, no place.
 */
export function lines<F extends Fields>(label: string, fields: F, { min = 0, max = 50, ...options }: FieldOptions & { min?: number; max?: number } = {}) {
  return make<StoredOf<F>[]>({ kind: 'lines', label, fields, min, max, ...options })
}
type OneOf<On extends string, C extends Readonly<Record<string, Fields>>> = { [K in keyof C & string]: Readonly<Record<On, K>> & EntryOf<C[K]> }[keyof C &
  string]
/**
 * A discriminated union, `{ type: 'PHI', days: 30 }`: `on` is the name of its discriminator, `choice` what that may be, `cases` the fields
 * of each. What cases share is one field, declared once and named in each of them, so that it keeps its value when another case is chosen.
 */
export function variant<const On extends string, const K extends string, const C extends Readonly<Record<K, Fields>>>(
  label: string,
  { on, choice, cases }: { on: On; choice: Field<K, true>; cases: C & Readonly<Record<Exclude<keyof C, K>, never>> },
  options: FieldOptions = {},
) {
  return make<OneOf<On, C>>({ kind: 'variant', label, on, cases, fields: unionOf(on, choice, cases), ...options })
}
/** One small record inside a record (an address). */
export function record<F extends Fields>(label: string, fields: F, options: FieldOptions = {}) {
  return make<EntryOf<F>>({ kind: 'record', label, fields, ...options })
}

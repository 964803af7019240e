// The field kinds: the only way to make a field. Each fixes schema, column and how it is shown.
// Text is trimmed, NFC-normalised and free of control characters; numbers are finite and rounded
// to their stored precision; dates are plain YYYY-MM-DD between 1900 and 2100.
import { z } from 'zod'
import type { Choice, Field, FieldOptions, Fields, StoredOf, Tone } from './field.ts'

type Made<V> = Field<V, true> & { by: 'person' }
const make = <V>(field: Omit<Field<V, true>, 'required' | 'by'>): Made<V> => ({ required: true, by: 'person', ...field }) as Made<V>

/** May be left empty. */
export function optional<F extends Field>(field: F): Omit<F, 'required'> & { required: false } {
  return { ...field, required: false }
}
/** Derived or set by events; never accepted from a person; null until known. */
export function derived<F extends Field>(field: F): Omit<F, 'required' | 'by'> & { required: false; by: 'system' } {
  return { ...field, required: false, by: 'system' }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not get in
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/
/** Marks that turn the direction of writing: what a reader sees would not be what is kept. */
const turning = /[\u202a-\u202e\u2066-\u2069]/
/** Without anything to be seen: spaces, joiners, marks of order alone. Joiners between letters are good Hindi. */
const isBlank = (value: string): boolean => !/[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(value)
/** Text as it is kept: composed, without what nobody sees at its ends. */
const tidy = (value: string): string =>
  isBlank(value) ? '' : value.normalize('NFC').replace(/^[\s\p{Cc}\u200b\u2060\ufeff]+|[\s\p{Cc}\u200b\u2060\ufeff]+$/gu, '')
const cleanText = (min: number, max: number, pattern?: RegExp, hint?: string) => {
  const base = z
    .string()
    .max(max * 4, { message: `At most ${max} characters.` })
    .transform(tidy)
    .pipe(
      z
        .string()
        .min(min)
        .max(max)
        .refine((value) => !control.test(value), { message: 'Contains control characters.', params: { code: 'format' } })
        .refine((value) => !turning.test(value), { message: 'Contains marks that turn the direction of writing.', params: { code: 'format' } }),
    )
  return (
    pattern ? base.refine((value) => pattern.test(value), { message: hint ?? 'Not in the expected form.', params: { code: 'format' } }) : base
  ) as z.ZodType<string>
}

type TextOptions = FieldOptions & { min?: number; max?: number; pattern?: RegExp; hint?: string }
export function text(label: string, { min = 1, max = 80, pattern, hint, ...rest }: TextOptions = {}) {
  return make<string>({ kind: 'text', label, column: 'text', schema: cleanText(min, max, pattern, hint), max, ...rest })
}
export function longText(label: string, { max = 2000, ...rest }: FieldOptions & { max?: number } = {}) {
  return make<string>({ kind: 'longText', label, column: 'text', schema: cleanText(1, max), max, ...rest })
}
/** A short list of names (villages, blocks): each 1 to 60 characters, none twice. */
export function words(label: string, { min = 0, max = 50, ...rest }: FieldOptions & { min?: number; max?: number } = {}) {
  const schema = z
    .array(cleanText(1, 60))
    .min(min)
    .max(max)
    .transform((list) => [...new Set(list)]) as unknown as z.ZodType<string[]>
  return make<string[]>({ kind: 'words', label, column: 'text[]', schema, min, max, ...rest })
}
/** Names of persons: letters of any script, marks, space, full stop, apostrophe, hyphen. */
export function personName(label: string, options: FieldOptions = {}) {
  return text(label, { max: 80, pattern: /^[\p{L}\p{M} .'’\-\u200c\u200d]+$/u, hint: 'Letters, spaces, full stops and hyphens only.', ...options })
}
/** E.164; spaces, hyphens and a leading 0 or bare ten digits (India) are normalised. */
export function phone(label: string, options: FieldOptions = {}) {
  const schema = z
    .string()
    .max(30)
    .transform(normalisePhone)
    .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, { message: 'A phone number with country code, like +91 98260 12345.' })) as z.ZodType<string>
  return make<string>({ kind: 'phone', label, column: 'text', schema, personal: true, ...options })
}
export function normalisePhone(value: string): string {
  const digits = value.replace(/[\s().-]/g, '')
  if (/^[6-9]\d{9}$/.test(digits)) return `+91${digits}`
  if (/^0[6-9]\d{9}$/.test(digits)) return `+91${digits.slice(1)}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}
export function email(label: string, options: FieldOptions = {}) {
  const schema = z
    .string()
    .max(254)
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.email()) as z.ZodType<string>
  return make<string>({ kind: 'email', label, column: 'text', schema, ...options })
}

type NumberOptions = FieldOptions & { min?: number; max?: number }
export function integer(label: string, { min = 0, max = 1_000_000, ...rest }: NumberOptions & { unit?: string } = {}) {
  return make<number>({ kind: 'integer', label, column: 'integer', schema: z.int().min(min).max(max), min, max, ...rest })
}
/** A measured amount in one stored unit (kg, ha, L, cm …). Rounded to `decimals` at intake. */
export function quantity(label: string, unit: string, { min = 0, max = 10_000_000, decimals = 3, ...rest }: NumberOptions & { decimals?: number } = {}) {
  const scale = 10 ** decimals
  const schema = z
    .number()
    .min(min)
    .max(max)
    .transform((value) => Math.round(value * scale) / scale) as unknown as z.ZodType<number>
  return make<number>({ kind: 'quantity', label, column: 'numeric', schema, unit, decimals, min, max, ...rest })
}
/** Mass in kg, to the gram. */
export const kilograms = (label: string, options: NumberOptions = {}) => quantity(label, 'kg', { min: 0.001, max: 10_000_000, ...options })
/** Area in hectares, to the square metre. */
export const hectares = (label: string, options: NumberOptions = {}) => quantity(label, 'ha', { min: 0.0001, max: 100_000, decimals: 4, ...options })
/** A ratio 0..1 stored as such, shown in per cent. */
export function share(label: string, { min = 0, max = 1, ...rest }: NumberOptions = {}) {
  return make<number>({ kind: 'share', label, column: 'numeric', schema: z.number().min(min).max(max), unit: '%', decimals: 5, min, max, ...rest })
}
/** Money in minor units of the tenant's currency (paise). */
export function money(label: string, { min = 0, max = 100_000_000_00, ...rest }: NumberOptions = {}) {
  return make<number>({ kind: 'integer', label, column: 'numeric', schema: z.int().min(min).max(max), unit: 'minor', min, max, widget: 'money', ...rest })
}

/** `{ VALUE: 'Label' }` or `{ VALUE: ['Label', tone] }`, in the order in which people should see them. */
export type ChoiceTable = Readonly<Record<string, string | readonly [label: string, tone: Tone]>>
export function toChoices(table: ChoiceTable): Choice[] {
  return Object.entries(table).map(([value, entry]) => (typeof entry === 'string' ? { value, label: entry } : { value, label: entry[0], tone: entry[1] }))
}
export function choice<const T extends ChoiceTable>(label: string, table: T, options: FieldOptions = {}) {
  const values = Object.keys(table) as (keyof T & string)[]
  return make<keyof T & string>({
    kind: 'choice',
    label,
    column: 'text',
    schema: z.enum(values as [string, ...string[]]) as unknown as z.ZodType<keyof T & string>,
    choices: toChoices(table),
    ...options,
  })
}
export function choices<const T extends ChoiceTable>(label: string, table: T, { min = 1, ...options }: FieldOptions & { min?: number } = {}) {
  const values = Object.keys(table) as (keyof T & string)[]
  const schema = z
    .array(z.enum(values as [string, ...string[]]))
    .min(min)
    .max(values.length)
    .transform((list) => [...new Set(list)])
  return make<(keyof T & string)[]>({
    kind: 'choices',
    label,
    column: 'text[]',
    schema: schema as unknown as z.ZodType<(keyof T & string)[]>,
    choices: toChoices(table),
    min,
    ...options,
  })
}
export function flag(label: string, options: FieldOptions = {}) {
  return make<boolean>({ kind: 'flag', label, column: 'boolean', schema: z.boolean(), ...options })
}

const isoDate = z.iso.date().refine((value) => value >= '1900-01-01' && value <= '2100-12-31', { message: 'Between 1900 and 2100.', params: { code: 'max' } })
/** A calendar day, tenant-local, `YYYY-MM-DD`: never a moment in time. */
export function date(label: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'date', label, column: 'date', schema: isoDate, ...options })
}
/** A moment, ISO 8601 with offset; stored in UTC. */
export function time(label: string, options: FieldOptions = {}) {
  const schema = z.iso
    .datetime({ offset: true })
    .refine((value) => value >= '1900' && value < '2101', { message: 'Between 1900 and 2100.', params: { code: 'max' } })
  return make<string>({ kind: 'time', label, column: 'timestamptz', schema, ...options })
}

/** Any hexadecimal uuid; kept in lower case. */
export const uuid = z.guid().transform((value) => value.toLowerCase()) as unknown as z.ZodType<string>
export function reference(label: string, target: string, options: FieldOptions = {}) {
  return make<string>({ kind: 'reference', label, column: 'uuid', schema: uuid, target, filter: true, ...options })
}
export function references(label: string, target: string, { min = 0, ...options }: FieldOptions & { min?: number } = {}) {
  return make<string[]>({
    kind: 'references',
    label,
    column: 'uuid[]',
    schema: z.array(uuid).min(min).max(200) as unknown as z.ZodType<string[]>,
    target,
    min,
    ...options,
  })
}

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export type Position = [lon: number, lat: number]
export type Point = { type: 'Point'; coordinates: Position }
export type Polygon = { type: 'Polygon'; coordinates: Position[][] }
export function point(label: string, options: FieldOptions = {}) {
  return make<Point>({
    kind: 'point',
    label,
    column: 'jsonb',
    schema: z.strictObject({ type: z.literal('Point'), coordinates: position }) as unknown as z.ZodType<Point>,
    ...options,
  })
}
/** GeoJSON Polygon, WGS84 lon/lat. Shape only; the geometry's soundness is domain/geo's business (BR-01). */
export function polygon(label: string, options: FieldOptions = {}) {
  const schema = z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4).max(5001)).min(1).max(20) })
  return make<Polygon>({ kind: 'polygon', label, column: 'jsonb', schema: schema as unknown as z.ZodType<Polygon>, ...options })
}

/** A list of small records inside one record (neighbours, process inputs); kept as jsonb, never filtered by. */
export function rows<F extends Fields>(label: string, fields: F, { min = 0, max = 50, ...options }: FieldOptions & { min?: number; max?: number } = {}) {
  return make<StoredOf<F>[]>({
    kind: 'rows',
    label,
    column: 'jsonb',
    fields,
    min,
    max,
    schema: z.array(shape(fields)).min(min).max(max) as unknown as z.ZodType<StoredOf<F>[]>,
    ...options,
  })
}
/** One small record inside a record (an address). */
export function record<F extends Fields>(label: string, fields: F, options: FieldOptions = {}) {
  return make<StoredOf<F>>({ kind: 'record', label, column: 'jsonb', fields, schema: shape(fields) as unknown as z.ZodType<StoredOf<F>>, ...options })
}

/** The strict Zod object of a set of fields a person fills. `partial`: all may be missing, null clears. Unknown and system keys are refused. */
export function shape(fields: Fields, { partial = false }: { partial?: boolean } = {}): z.ZodType<Record<string, unknown>> {
  const entries = Object.entries(fields).filter(([, field]) => field.by === 'person')
  return z.strictObject(
    Object.fromEntries(
      entries.map(([name, field]) => {
        const value = field.required ? field.schema : z.preprocess((given) => (given === '' ? null : given), field.schema.nullable())
        if (partial || !field.required) return [name, value.optional()]
        return [name, mayBeEmpty(field) ? value.default([]) : value]
      }),
    ),
  ) as unknown as z.ZodType<Record<string, unknown>>
}
/** A list that may be empty need not be sent at all: absent means empty. */
const mayBeEmpty = (field: Field): boolean => field.min === 0 && ['rows', 'references', 'words', 'choices'].includes(field.kind)

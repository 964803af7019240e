// What checks a value, built from what its field says of itself and remembered: at the first check, not when the
// declaration is read. Text is trimmed, NFC-normalised and free of control characters; numbers are finite and rounded to
// their stored precision; dates are plain YYYY-MM-DD between 1900 and 2100.
import { z } from 'zod'
import { currentCode, type Field, type Fields, mayBeEmpty, type ValueOf } from './field.ts'

const remembered = new WeakMap<object, z.ZodType>()

/** Checks one value of this field that is present; absence is `required`'s business. */
export function schemaOf<F extends Field>(field: F): z.ZodType<ValueOf<F>> {
  const schema = remembered.get(field) ?? build(field)
  remembered.set(field, schema)
  return schema as z.ZodType<ValueOf<F>>
}

/** The strict Zod object of a set of fields a person fills. `partial`: all may be missing, null clears. Unknown and system keys are refused. */
export function shape(fields: Fields, { partial = false }: { partial?: boolean } = {}): z.ZodType<Record<string, unknown>> {
  const entries = Object.entries(fields).filter(([, field]) => field.by === 'person')
  return z.strictObject(
    Object.fromEntries(
      entries.map(([name, field]) => {
        const schema = schemaOf(field)
        const value = field.required ? schema : emptyAsNull(schema)
        if (partial || !field.required) return [name, value.optional()]
        return [name, mayBeEmpty(field) ? value.default([]) : value]
      }),
    ),
  ) as unknown as z.ZodType<Record<string, unknown>>
}

/** A box that was left empty is no value. */
export const emptyAsNull = <T>(schema: z.ZodType<T>) => z.preprocess((given) => (given === '' ? null : given), schema.nullable())

/** Any hexadecimal uuid; stored in lower case. */
export const uuid = z.guid().transform((value) => value.toLowerCase()) as unknown as z.ZodType<string>
const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const between1900And2100 = { message: 'Between 1900 and 2100.', params: { code: 'max' } }

function build(field: Field): z.ZodType {
  const { kind, fields = {}, decimals = 0 } = field
  const values = (field.choices ?? []).map(({ value }) => value) as [string, ...string[]]
  const [min, max] = [field.min ?? -Infinity, field.max ?? Infinity]
  switch (kind) {
    case 'text':
    case 'longText':
      return textOf(field)
    case 'words':
      return z
        .array(textOf({ max: 60 }))
        .min(min)
        .max(max)
        .transform(unique)
    case 'phone':
      return z
        .string()
        .max(30)
        .transform(normalisePhone)
        .pipe(z.string().regex(/^\+[1-9]\d{7,14}$/, { message: 'A phone number with country code, like +91 98260 12345.' }))
    case 'email':
      return z
        .string()
        .max(254)
        .transform((value) => value.trim().toLowerCase())
        .pipe(z.email())
    case 'integer':
      return z.int().min(min).max(max)
    case 'quantity':
      return z
        .number()
        .min(min)
        .max(max)
        .transform((value) => Math.round(value * 10 ** decimals) / 10 ** decimals)
    case 'share':
      return z.number().min(min).max(max)
    case 'choice':
      return choiceOf(field, values)
    case 'choices':
      return z.array(choiceOf(field, values)).min(min).max(values.length).transform(unique)
    case 'flag':
      return z.boolean()
    case 'date':
      return z.iso.date().refine((value) => value >= '1900-01-01' && value <= '2100-12-31', between1900And2100)
    case 'time':
      return z.iso.datetime({ offset: true }).refine((value) => value >= '1900' && value < '2101', between1900And2100)
    case 'reference':
      return uuid
    case 'references':
      return z.array(uuid).min(min).max(200)
    case 'point':
      return z.strictObject({ type: z.literal('Point'), coordinates: position })
    case 'polygon':
      return z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4).max(5001)).min(1).max(20) })
    case 'rows':
      return z.array(shape(fields)).min(min).max(max)
    case 'record':
      return shape(fields)
  }
}

const unique = (list: string[]): string[] => [...new Set(list)]

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not get in
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/
/** Marks that turn the direction of writing: what a reader sees would not be what is stored. */
const turning = /[\u202a-\u202e\u2066-\u2069]/
/** Without anything to be seen: spaces, joiners, marks of order alone. Joiners between letters are good Hindi. */
const isBlank = (value: string): boolean => !/[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(value)
/** Text as it is stored: composed, without what nobody sees at its ends. */
const tidy = (value: string): string =>
  isBlank(value) ? '' : value.normalize('NFC').replace(/^[\s\p{Cc}\u200b\u2060\ufeff]+|[\s\p{Cc}\u200b\u2060\ufeff]+$/gu, '')

function textOf({ min = 1, max = 80, pattern, hint }: Pick<Field, 'min' | 'max' | 'pattern' | 'hint'>): z.ZodType<string> {
  const base = z
    .string()
    .max(max * 4, { message: `At most ${max} characters.` })
    .transform(tidy)
    .pipe(
      z
        .string()
        .min(min)
        .max(max)
        .refine((value) => value.isWellFormed(), { message: 'Ends or begins in the middle of a character.', params: { code: 'format' } })
        .refine((value) => !control.test(value), { message: 'Contains control characters.', params: { code: 'format' } })
        .refine((value) => !turning.test(value), { message: 'Contains marks that turn the direction of writing.', params: { code: 'format' } }),
    )
  return (
    pattern ? base.refine((value) => pattern.test(value), { message: hint ?? 'Not in the expected form.', params: { code: 'format' } }) : base
  ) as z.ZodType<string>
}

function normalisePhone(value: string): string {
  const digits = value.replace(/[\s().-]/g, '')
  if (/^[6-9]\d{9}$/.test(digits)) return `+91${digits}`
  if (/^0[6-9]\d{9}$/.test(digits)) return `+91${digits.slice(1)}`
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}

/** A former code is refused with the name it has now; anything else in the words of every other field. */
const choiceOf = (field: Field, values: [string, ...string[]]) =>
  z.enum(values, {
    error: ({ input }) => {
      const current = typeof input === 'string' ? currentCode(field, input) : input
      return current === input ? undefined : `“${String(input)}” is called ${String(current)} now.`
    },
  })

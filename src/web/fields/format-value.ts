// A value in words: one line of plain text, for cells, chips, history and those who listen.

import { findEntity } from '#domain/entities.ts'
import { currentCode, type Field, type Fields } from '#domain/kernel/field.ts'
import { type FieldKind, factsOf } from '#domain/kernel/field-kinds.ts'
import type { Point, Polygon, Position } from '#domain/kernel/kinds.ts'
import { caseOf, discriminatorOf, fieldsOfCase, innerOf } from '#domain/kernel/variants.ts'
import type { Refs } from '#web/api/answers.ts'
import type { Format } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'

export type Speech = { t: TFunction; format: Format; refs?: Refs | undefined }

type Formatter = (field: Field, value: unknown, speech: Speech) => string

const asWritten: Formatter = (_field, value) => String(value)
/** A record that its reader may not know: what it is stands for its name. */
export function unnamed(target: string | undefined, t: TFunction): string {
  if (target === 'user') return t('Somebody in the programme')
  const entity = findEntity(target ?? '')
  return entity ? t('{{what}}, hidden from you', { what: t(entity.label) }) : t('hidden from you')
}
const titleOf = (id: unknown, { target }: Field, { refs, t }: Speech): string => refs?.[String(id)]?.title ?? unnamed(target, t)

const titlesOf: Formatter = (field, value, speech) => speech.format.list((value as string[]).map((id) => titleOf(id, field, speech)))

const formatters: Readonly<Record<FieldKind, Formatter>> = {
  text: asWritten,
  longText: asWritten,
  words: (_field, value, { format }) => format.list(value as string[]),
  phone: (_field, value) => String(value).replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3'),
  email: asWritten,
  country: (_field, value, { format }) => format.country(String(value)),
  integer: formatInteger,
  quantity: (field, value, { format, t }) =>
    field.isInHectares ? format.hectares(Number(value)) : format.quantity(Number(value), formatUnit(field, t), field.decimals),
  share: (_field, value, { format }) => format.share(Number(value)),
  money: (_field, value, { format }) => format.money(Number(value)),
  choice: (field, value, { t }) => formatChoice(field, String(value), t),
  choices: (field, value, { format, t }) => format.list((value as string[]).map((one) => formatChoice(field, one, t))),
  flag: (_field, value, { t }) => (value ? t('Yes') : t('No')),
  date: (_field, value, { format }) => format.date(String(value)),
  time: (_field, value, { format }) => format.time(String(value)),
  reference: (field, value, speech) => titleOf(value, field, speech),
  references: titlesOf,
  attachments: titlesOf,
  polygon: (_field, value, { t }) => t('{{count}} corners', { count: Math.max(0, ((value as Polygon).coordinates[0]?.length ?? 1) - 1) }),
  point: (_field, value, { format }) => formatPoint((value as Point).coordinates, format),
  rows: formatRows,
  lines: formatRows,
  record: ({ fields = {} }, value, speech) => formatRecord(fields, value as Record<string, unknown>, speech),
  variant: formatVariant,
}

/** The value in words; empty when there is none. */
export const formatValue = (field: Field, value: unknown, speech: Speech): string =>
  value === null || value === undefined || value === '' ? '' : formatters[field.kind](field, value, speech)

function formatInteger(field: Field, value: unknown, { format, t }: Speech): string {
  // A year is a name, not an amount.
  if ((field.min ?? 0) >= 1900 && (field.max ?? 0) <= 2200) return String(value)
  return formatCount(field, Number(value), t) ?? format.quantity(Number(value), formatUnit(field, t), 0)
}

/** Its case, and its values under their labels: a bare number says nothing, and of two lists nobody knows which one allows. */
function formatVariant(field: Field, value: unknown, speech: Speech): string {
  const name = caseOf(field, value)
  // Recorded before there were cases: the words that it was.
  if (name === undefined) return typeof value === 'string' ? value : ''
  const fields = Object.entries(fieldsOfCase(field, name))
  const values = fields.flatMap(([inner, one]) => {
    const words = formatValue(one, innerOf(value, inner), speech)
    return words ? [fields.length === 1 && isBare(one) ? words : `${speech.t(one.label)} ${words}`] : []
  })
  const label = formatChoice(discriminatorOf(field), name, speech.t)
  return values.length > 0 ? `${label}: ${values.join(', ')}` : label
}
const isBare = (field: Field): boolean => !factsOf(field).isNumber && field.kind !== 'flag'

const formatRecord = (fields: Fields, value: Record<string, unknown>, speech: Speech): string =>
  Object.entries(fields)
    .map(([name, inner]) => formatValue(inner, value[name], speech))
    .filter(Boolean)
    .join(', ')

/** One day, two days: units that are words of their own take the number's form. */
function formatCount({ unit }: Field, count: number, t: TFunction): string | undefined {
  if (unit === 'days') return t('{{count}} days', { count })
  if (unit === 'years') return t('{{count}} years', { count })
  return unit === 'months' ? t('{{count}} months', { count }) : undefined
}
/** Kilograms and hectares go through the reader's own units; every other unit is a word to translate. */
export const formatUnit = ({ unit }: Pick<Field, 'unit'>, t: TFunction): string | undefined =>
  unit === undefined || unit === 'kg' || unit === 'ha' ? unit : t(unit)

/** Rows of weights are their weight; others their number. */
function formatRows({ fields }: Field, value: unknown, { t, format }: Speech): string {
  const rows = value as readonly Record<string, unknown>[]
  const count = rows.length
  if (fields?.kg?.unit !== 'kg') return t('{{count}} entries', { count })
  const kg = format.kg(Math.round(rows.reduce((sum, row) => sum + Number(row.kg ?? 0), 0) * 1000) / 1000)
  return count === 1 ? kg : t('{{kg}} in {{count}} lines', { kg, count })
}

const formatChoice = (field: Field, value: string, t: TFunction): string => {
  const code = currentCode(field, value)
  const label = field.choices?.find((choice) => choice.value === code)?.label
  return label ? t(label) : value
}
const formatPoint = ([lon, lat]: Position, format: Format): string => `${format.fixed(lat, 5)}, ${format.fixed(lon, 5)}`

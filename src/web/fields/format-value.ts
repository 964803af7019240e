// A value in words: one line of plain text, for cells, chips, history and those who listen.
import type { TFunction } from 'i18next'
import { currentCode, type Field } from '#domain/kernel/field.ts'
import type { Refs } from '#web/api/answers.ts'
import type { Format } from '#web/format/format.ts'

export type Speech = { t: TFunction; format: Format; refs?: Refs | undefined }
type Position = [number, number]

/** The value in words; empty when there is none. */
export function formatValue(field: Field, value: unknown, speech: Speech): string {
  if (value === null || value === undefined || value === '') return ''
  const { t, format, refs } = speech
  switch (field.kind) {
    case 'integer':
      if (field.widget === 'money') return format.money(Number(value))
      // A year is a name, not an amount.
      if ((field.min ?? 0) >= 1900 && (field.max ?? 0) <= 2200) return String(value)
      return formatCount(field, Number(value), t) ?? format.quantity(Number(value), formatUnit(field, t), 0)
    case 'quantity':
      return format.quantity(Number(value), formatUnit(field, t), field.decimals)
    case 'share':
      return format.share(Number(value))
    case 'phone':
      return String(value).replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')
    case 'words':
      return format.list(value as string[])
    case 'choice':
      return formatChoice(field, String(value), t)
    case 'choices':
      return format.list((value as string[]).map((one) => formatChoice(field, one, t)))
    case 'flag':
      return value ? t('Yes') : t('No')
    case 'date':
      return format.date(String(value))
    case 'time':
      return format.time(String(value))
    case 'reference':
      return refs?.[String(value)]?.title ?? t('Unknown record')
    case 'references':
      return format.list((value as string[]).map((id) => refs?.[id]?.title ?? t('Unknown record')))
    case 'point':
      return formatPoint((value as { coordinates: Position }).coordinates, format)
    case 'polygon':
      return t('{{count}} corners', { count: Math.max(0, ((value as { coordinates: Position[][] }).coordinates[0]?.length ?? 1) - 1) })
    case 'rows':
      return formatRows(field, value as Record<string, unknown>[], speech)
    case 'record':
      return Object.entries(field.fields ?? {})
        .map(([name, inner]) => formatValue(inner, (value as Record<string, unknown>)[name], speech))
        .filter(Boolean)
        .join(', ')
    default:
      return field.widget === 'country' ? format.country(String(value)) : String(value)
  }
}

/** One day, two days: units that are words of their own take the number's form. */
function formatCount({ unit }: Field, count: number, t: TFunction): string | undefined {
  if (unit === 'days') return t('{{count}} days', { count })
  return unit === 'months' ? t('{{count}} months', { count }) : undefined
}
/** Kilograms and hectares go through the reader's own units; every other unit is a word to translate. */
const formatUnit = ({ unit }: Field, t: TFunction): string | undefined => (unit === undefined || unit === 'kg' || unit === 'ha' ? unit : t(unit))

/** Rows of weights are their weight; others their number. */
function formatRows({ fields }: Field, rows: readonly Record<string, unknown>[], { t, format }: Speech): string {
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

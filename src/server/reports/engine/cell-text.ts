// A value of a row as files have it: plain in tables that are calculated with, formatted on paper.

import { type AreaUnit, areaDecimals, hectare, inAreaUnit } from '#domain/kernel/area-unit.ts'
import type { Field } from '#domain/kernel/field.ts'
import { type FieldKind, factsOf } from '#domain/kernel/field-kinds.ts'
import { type Language, localeOf } from '#domain/messages/languages.ts'
import type { ReportColumn } from '#domain/reports/report.ts'
import type { Translate } from '../../messages/tables.ts'

/** `zone`: of moments. `currency`: ISO 4217. `area`: in which areas are read; hectares without it. */
export type Reader = { t: Translate; language: Language; zone: string; currency: string; area?: AreaUnit }

const labelOf = ({ choices = [] }: Field, value: unknown, t: Translate): string => {
  const label = choices.find((one) => one.value === value)?.label
  return label ? t(label) : String(value)
}

/** `2026-01-15 12:00` in the zone. */
export function momentText(moment: unknown, zone: string): string {
  const parts = Object.fromEntries(
    clockIn(zone)
      .formatToParts(new Date(String(moment)))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`
}
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const two = '2-digit' as const
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', year: 'numeric', month: two, day: two, hour: two, minute: two })
  clocks.set(timeZone, made)
  return made
}

/** Figures stay figures, money in whole units of the currency; everything else is text, null nothing. */
export function plainCell(column: ReportColumn, value: unknown, reader: Reader): string | number | null {
  if (value === null || value === undefined) return null
  if (column.kind === 'money') return Number(value) / 100
  if (factsOf(column).isNumber) return Number(value)
  return textCell(column, value, reader)
}

/** A figure for the eye, with the digits and grouping of the language. */
export function writtenCell(column: ReportColumn, value: unknown, reader: Reader): string {
  if (value === null || value === undefined) return ''
  const { language } = reader
  if (column.kind === 'share') return number(language, 1, 1).format(Number(value) * 100)
  if (column.kind === 'money') return number(language, 2, 2).format(Number(value) / 100)
  if (isArea(column)) {
    const area = inAreaUnit(Number(value), reader.area ?? hectare)
    return number(language, 2, reader.area ? areaDecimals(area) : (column.decimals ?? 3)).format(area)
  }
  if (column.kind === 'quantity') return number(language, 0, column.decimals ?? 3).format(Number(value))
  if (column.kind === 'integer') return number(language, 0, 0).format(Number(value))
  if (column.kind === 'date') return writtenDay(String(value), reader)
  return textCell(column, value, reader)
}
/** `day`: 2026-01-15. */
export const writtenDay = (day: string, { language }: Pick<Reader, 'language'>): string => dayFormat(language).format(new Date(`${day}T00:00Z`))

function textCell(column: ReportColumn, value: unknown, { t, zone }: Reader): string {
  const kind: FieldKind = column.kind
  if (kind === 'choice') return labelOf(column, value, t)
  if (kind === 'choices' && Array.isArray(value)) return value.map((one) => labelOf(column, one, t)).join(', ')
  if (kind === 'flag') return value ? t('Yes') : t('No')
  if (kind === 'time') return momentText(value, zone)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isArea = ({ kind, unit }: ReportColumn): boolean => kind === 'quantity' && unit === 'ha'

/** Label with the unit that stands once for all figures below it. */
export const headingOf = (column: ReportColumn, { t, currency, area = hectare }: Reader): string => {
  const unit = column.kind === 'money' ? currency : isArea(column) ? area.name : column.unit
  return unit ? `${t(column.label)} (${column.kind === 'money' ? unit : t(unit)})` : t(column.label)
}

const made = new Map<string, Intl.NumberFormat>()
function number(language: Language, least: number, most: number): Intl.NumberFormat {
  const key = `${language} ${least} ${most}`
  const known = made.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: least, maximumFractionDigits: most })
  made.set(key, format)
  return format
}
const days = new Map<Language, Intl.DateTimeFormat>()
function dayFormat(language: Language): Intl.DateTimeFormat {
  const known = days.get(language)
  if (known) return known
  const format = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  days.set(language, format)
  return format
}

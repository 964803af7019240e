// The sentence of a notification in the words of its reader: the template of its code, translated, with its values written as
// that reader writes numbers and days.

import { type AreaUnit, type AreaUnitName, inAreaUnit } from '../kernel/area-unit.ts'
import { moneyFor } from '../messages/wording.ts'
import { findNotice } from './catalogue.ts'
import type { Notice, ValueKind } from './notice.ts'

/**
 * A value as it is stored: text, a number as written by JavaScript, a day as YYYY-MM-DD, a moment in ISO 8601; empty: not known. `isOwn` is there
 * where the record is the reader's own.
 */
export type StoredValues = Readonly<Record<string, string>>
export type MeasuredKind = Exclude<ValueKind, object | 'text'>
export type Wording = {
  /** A sentence in English, its own key, with {{gaps}} and what stands in them. */
  phrase(template: string, values: Readonly<Record<string, string>>): string
  format(kind: MeasuredKind, value: string): string
}

/** `fallback`: for a code that the catalogue knows no longer. */
export function sentenceOf(code: string, values: StoredValues, wording: Wording, fallback = ''): string {
  const notice = findNotice(code)
  if (!notice) return fallback
  const names = ['record', 'count', ...Object.keys(notice.shows ?? {})]
  const gaps = Object.fromEntries(names.map((name) => [name, written(name === 'count' ? 'number' : notice.shows?.[name], values[name] ?? '', wording)]))
  return wording.phrase(templateOf(notice, values), gaps)
}

/** One of many that were gathered has no figures of its own, and is spoken of as one of them. */
function templateOf({ text, toThemselves, many, shows = {} }: Notice, values: StoredValues): string {
  if (toThemselves && values.isOwn) return toThemselves
  const isOfMany = Number(values.count ?? 1) > 1 || Object.keys(shows).some((name) => !values[name])
  return isOfMany && many ? many : text
}

function written(kind: ValueKind | undefined, value: string, { phrase, format }: Wording): string {
  if (value === '') return '–'
  if (kind === undefined || kind === 'text') return value
  if (typeof kind !== 'object') return format(kind, value)
  const label = kind.of[value]
  return label === undefined ? value : phrase(typeof label === 'string' ? label : label[0], {})
}

/** Fills the gaps of a sentence. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (gap, name: string) => values[name] ?? gap)

/** Where a programme works: how it counts money, and what its clocks say, and in which unit it reads areas. */
export type Region = { currency: string; timezone: string; area: AreaUnit }

/** Writes numbers, days and moments as people of this locale do. Money is in hundredths of the currency. `nameUnit`: what the language calls a unit. */
export const formatIn =
  (locale: string, { currency, timezone, area }: Region, nameUnit: (unit: 'kg' | AreaUnitName) => string) =>
  (kind: MeasuredKind, value: string): string => {
    if (kind === 'moment') {
      const at = new Date(value)
      if (Number.isNaN(at.getTime())) return value
      return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: timezone }).format(at)
    }
    if (kind === 'date') return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${value.slice(0, 10)}T00:00:00Z`))
    const number = Number(value)
    if (!Number.isFinite(number)) return value
    const write = (options: Intl.NumberFormatOptions, value = number) => new Intl.NumberFormat(locale, options).format(value)
    switch (kind) {
      case 'kg':
        return `${write({ maximumFractionDigits: 1 })} ${nameUnit('kg')}`
      case 'ha':
        return `${write({ maximumFractionDigits: 2 }, inAreaUnit(number, area))} ${nameUnit(area.name)}`
      case 'share':
        return write({ style: 'percent', maximumFractionDigits: 1 })
      case 'money':
        return moneyFor({ minor: number, currency }, locale, 2)
      case 'number':
        return write({ maximumFractionDigits: 2 })
    }
  }

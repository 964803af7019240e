// How a message is worded for a reader: the sentence of its key in their language, days and numbers as their locale has them. Apart from
// what makes messages, which a first visit does not need.
import type { Amount, Joint, Value, Words } from './values.ts'

export const isMessage = (sentence: unknown): sentence is Words =>
  typeof sentence === 'object' && sentence !== null && 'key' in sentence && 'values' in sentence

/** How a reader has it: the sentence of a key in their language, and the locale of days and numbers. */
export type Reader = { readonly locale: string; phrase(key: string): string }

/** In the language of a reader. */
export function wordFor(sentence: string | Words, reader: Reader): string {
  if (typeof sentence === 'string') return reader.phrase(sentence)
  const form = formOf(sentence, reader.locale)
  const ofForm = form && reader.phrase(form)
  return filled(ofForm && ofForm !== form ? ofForm : reader.phrase(sentence.key), sentence.values, (value) => valueFor(value, reader))
}

/** Key of a sentence in the form that its count asks for (`…_one`), as tables have it where it differs; undefined when it counts nothing. */
export function formOf({ key, values }: Words, locale: string): string | undefined {
  for (const value of values) if (typeof value === 'object' && 'count' in value) return `${key}_${pluralsOf(locale).select(value.count)}`
  return undefined
}
/** Formatters are dear to make and asked for by every row of a list: one of each kind is remembered. */
function remembered<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>()
  return (key, make) => {
    const one = known.get(key) ?? make()
    known.set(key, one)
    return one
  }
}
const plurals = remembered<Intl.PluralRules>()
export const pluralsOf = (locale: string): Intl.PluralRules => plurals(locale, () => new Intl.PluralRules(locale))

export const filled = (sentence: string, values: readonly Value[], written: (value: Value) => string): string =>
  sentence.replace(/\{\{(\d+)\}\}/g, (gap, number: string) => {
    const value = values[Number(number) - 1]
    return value === undefined ? gap : written(value)
  })

function valueFor(value: Value, reader: Reader): string {
  const { locale } = reader
  if (typeof value === 'string') return value
  if (typeof value === 'number') return wholeFor(value, locale)
  if ('key' in value) return wordFor(value, reader)
  if ('count' in value) return wholeFor(value.count, locale)
  if ('kg' in value) return `${numberFor(locale, 3).format(value.kg)} ${reader.phrase('kg')}`
  if ('share' in value) return `${numberFor(locale, value.decimals).format(value.share * 100)} %`
  if ('ha' in value) return `${numberFor(locale, value.decimals).format(value.ha)} ${reader.phrase('ha')}`
  if ('minor' in value) return moneyFor(value, locale)
  if ('day' in value) return dayFor(value.day, locale)
  if ('word' in value) return value.isSmall ? reader.phrase(value.word).toLocaleLowerCase(locale) : reader.phrase(value.word)
  return value.list.map((one) => valueFor(one, reader)).join(jointOf(value.by, reader.phrase))
}

/** Years are written without grouping, and so are other numbers of four digits. */
const wholeFor = (value: number, locale: string): string => numberFor(locale, 20, Math.abs(value) >= 10_000).format(value)

const numbers = remembered<Intl.NumberFormat>()
const numberFor = (locale: string, decimals: number, useGrouping = true): Intl.NumberFormat =>
  numbers(`${locale} ${decimals} ${useGrouping}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: decimals, useGrouping }))

/**
 * Whole units of the currency without decimals. Grouped as the locale groups any number: for money alone some have other groups (Marathi thousands, for lakhs
 * everywhere else), and a figure would not be the same in the table and in the sentence.
 */
export function moneyFor({ minor, currency }: Amount, locale: string, decimals = minor % 100 ? 2 : 0): string {
  const format = (style: 'currency' | 'decimal') =>
    numbers(`${locale} ${style} ${currency} ${decimals}`, () => {
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' } as const
      return new Intl.NumberFormat(locale, { style, currency, ...digits })
    })
  const figure = format('decimal').format(Math.abs(minor) / 100)
  return format('currency')
    .format(minor / 100)
    .replace(/\p{Nd}(.*\p{Nd})?/u, () => figure)
}

const days = remembered<Intl.DateTimeFormat>()
function dayFor(text: string, locale: string): string {
  const date = new Date(`${text}T00:00Z`)
  if (Number.isNaN(date.getTime())) return text
  return days(locale, () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })).format(date)
}

export const jointOf = (by: Joint, inWords: Reader['phrase']): string => (by === ',' || by === ';' ? `${by} ` : ` ${inWords(by)} `)

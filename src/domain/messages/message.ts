// What the product says with values in it, as a key of the catalogue and the values: phrase`Bale ${no} is listed twice.` has the key
// "Bale {{1}} is listed twice." and one value. Its text is English; in the language of a reader it is worded by `wordFor`. As JSON it
// is the same key and values, so that what was stored or sent is worded years later, too. A sentence without values is its own key.

/** Kilograms, as scales show them. */
type Kilograms = { readonly kg: number }
/** A share of one, in percent. */
type Share = { readonly share: number; readonly decimals: number }
/** A calendar day, YYYY-MM-DD. */
type Day = { readonly day: string }
/** A label of the product: a state, a choice, an event. `isSmall`: within a sentence, in small letters. */
type Word = { readonly word: string; readonly isSmall?: true }
/** Several values, one after the other. */
type Listed = { readonly list: readonly Value[]; readonly by: Joint }
type Joint = 'or' | 'and' | ',' | ';'
type Term = Kilograms | Share | Day | Word | Listed

/** A text is set in as it is: a name, a code, what somebody typed. */
export type Value = string | number | Term | Words
/** A message as it is stored and sent. */
export type Words = { readonly key: string; readonly values: readonly Value[] }
export type Message = Words & { toString(): string }
/** What may stand wherever somebody is spoken to. */
export type Sentence = string | Message

/** What gives a term its English text where it stands in an ordinary string. */
const printable = {
  toString(this: Term | Words): string {
    return textOf(this)
  },
}
const printed = <T extends Term | Words>(data: T): T & { toString(): string } => Object.freeze(Object.assign(Object.create(printable), data))

/** Tag of a sentence with values. */
export const phrase = (parts: TemplateStringsArray, ...values: readonly (Value | null | undefined)[]): Message =>
  printed({ key: parts.reduce((key, part, at) => `${key}{{${at}}}${part}`), values: Object.freeze(values.map((value) => value ?? '')) })

export const kilograms = (kg: number) => printed<Kilograms>({ kg })
export const percent = (share: number, decimals = 1) => printed<Share>({ share, decimals })
export const onDay = (text: string) => printed<Day>({ day: text.slice(0, 10) })
export const word = (label: string) => printed<Word>({ word: label })
/** A label within a sentence: "active". */
export const small = (label: string) => printed<Word>({ word: label, isSmall: true })
export const listed = (list: readonly Value[], by: Joint = ',') => printed<Listed>({ list: [...list], by })

export const isMessage = (sentence: unknown): sentence is Words =>
  typeof sentence === 'object' && sentence !== null && 'key' in sentence && 'values' in sentence

/** Several sentences, one after the other. */
export const sentences = (list: readonly Sentence[]): Sentence =>
  list.length === 1 && list[0] !== undefined
    ? list[0]
    : printed({ key: list.map((_, at) => `{{${at + 1}}}`).join(' '), values: list.map((one) => (typeof one === 'string' ? word(one) : one)) })

/** A sentence in English beside its key and values, as answers and tables have it; one without values is its own key. */
export type Spelled = { message: string; words?: Words }
export const spelled = (sentence: Sentence): Spelled =>
  isMessage(sentence) ? { message: textOf(sentence), words: { key: sentence.key, values: sentence.values } } : { message: sentence }
/** Something with its message as answers and tables have it. */
export const spellOut = <T extends { readonly message: Sentence }>({ message, ...rest }: T): Omit<T, 'message'> & Spelled => ({ ...rest, ...spelled(message) })
/** The same as one sentence again. */
export const sentenceOf = ({ message, words }: { readonly message: string; readonly words?: Words | undefined }): Sentence =>
  words ? printed({ key: words.key, values: words.values }) : message

/** How a reader has it: the sentence of a key in their language, and the locale of days and numbers. */
export type Reader = { readonly locale: string; phrase(key: string): string }

/** In the language of a reader. */
export const wordFor = (sentence: string | Words, reader: Reader): string =>
  typeof sentence === 'string' ? reader.phrase(sentence) : filled(reader.phrase(sentence.key), sentence.values, (value) => valueFor(value, reader))

const filled = (sentence: string, values: readonly Value[], written: (value: Value) => string): string =>
  sentence.replace(/\{\{(\d+)\}\}/g, (gap, number: string) => {
    const value = values[Number(number) - 1]
    return value === undefined ? gap : written(value)
  })

function valueFor(value: Value, reader: Reader): string {
  const { locale } = reader
  if (typeof value === 'string') return value
  // Years are written without grouping, and so are other numbers of four digits.
  if (typeof value === 'number') return new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: Math.abs(value) >= 10_000 }).format(value)
  if ('key' in value) return wordFor(value, reader)
  if ('kg' in value) return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value.kg)} ${reader.phrase('kg')}`
  if ('share' in value) return `${new Intl.NumberFormat(locale, { maximumFractionDigits: value.decimals }).format(value.share * 100)} %`
  if ('day' in value) return dayFor(value.day, locale)
  if ('word' in value) return value.isSmall ? reader.phrase(value.word).toLocaleLowerCase(locale) : reader.phrase(value.word)
  return value.list.map((one) => valueFor(one, reader)).join(jointOf(value.by, reader.phrase))
}

function dayFor(text: string, locale: string): string {
  const date = new Date(`${text}T00:00Z`)
  if (Number.isNaN(date.getTime())) return text
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(date)
}

const jointOf = (by: Joint, inWords: Reader['phrase']): string => (by === ',' || by === ';' ? `${by} ` : ` ${inWords(by)} `)

/** English, the same for everybody: in logs, in tables, for programs. */
function textOf(value: Value): string {
  if (typeof value !== 'object') return String(value)
  if ('key' in value) return filled(value.key, value.values, textOf)
  if ('kg' in value) return `${value.kg.toLocaleString('en-US', { maximumFractionDigits: 3 })} kg`
  if ('share' in value) return `${(value.share * 100).toLocaleString('en-US', { maximumFractionDigits: value.decimals })} %`
  if ('day' in value) return value.day
  if ('word' in value) return value.isSmall ? value.word.toLowerCase() : value.word
  return value.list.map(textOf).join(jointOf(value.by, (joint) => joint))
}

// What the product says with values in it, as a key of the catalogue and the values: phrase`Bale ${no} is listed twice.` has the key
// "Bale {{1}} is listed twice." and one value. Its text is English; in the language of a reader it is worded by `wordFor` (wording.ts). As JSON it
// is the same key and values, so that what was stored or sent is worded years later, too. A sentence without values is its own key.

import { englishCounted } from '#english-counted'
import type { Amount, Counted, Day, Hectares, Joint, Kilograms, Listed, Share, Term, Value, Word, Words } from './values.ts'
import { filled, formOf, isMessage, jointOf, moneyFor } from './wording.ts'

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
export const hectares = (ha: number, decimals = 4) => printed<Hectares>({ ha, decimals })
/** Money in hundredths of the currency of the programme. */
export const amount = (minor: number, currency: string) => printed<Amount>({ minor, currency })
/** A number that decides between one and many: phrase`${counted(n)} bales are left.` has `{{1}} bales are left._one` in counted.json of each language. */
export const counted = (count: number) => printed<Counted>({ count })
export const onDay = (text: string) => printed<Day>({ day: text.slice(0, 10) })
export const word = (label: string) => printed<Word>({ word: label })
/** A label within a sentence: "active". */
export const small = (label: string) => printed<Word>({ word: label, isSmall: true })
export const listed = (list: readonly Value[], by: Joint = ',') => printed<Listed>({ list: [...list], by })

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

/** English, the same for everybody: in logs, in tables, for programs. */
function textOf(value: Value): string {
  if (typeof value !== 'object') return String(value)
  if ('key' in value) return filled(englishCounted[formOf(value, 'en') ?? ''] ?? value.key, value.values, textOf)
  if ('count' in value) return String(value.count)
  if ('kg' in value) return `${value.kg.toLocaleString('en-US', { maximumFractionDigits: 3 })} kg`
  if ('share' in value) return `${(value.share * 100).toLocaleString('en-US', { maximumFractionDigits: value.decimals })} %`
  if ('ha' in value) return `${value.ha.toLocaleString('en-US', { maximumFractionDigits: value.decimals })} ha`
  if ('minor' in value) return moneyFor(value, 'en-US')
  if ('day' in value) return value.day
  if ('word' in value) return value.isSmall ? value.word.toLowerCase() : value.word
  return value.list.map(textOf).join(jointOf(value.by, (joint) => joint))
}

// t(): a sentence in the language shown. The English sentence itself is the key, so code reads as the screen does and a missing
// translation still says something. A message with values is worded by its key. A first visit waits for this file, so it does what
// the product needs and no more.
import { useSyncExternalStore } from 'react'
import { fill, type Sentences } from '#domain/messages/fill.ts'
import { localeOf } from '#domain/messages/languages.ts'
import type { Sentence } from '#domain/messages/message.ts'
import type { Words } from '#domain/messages/values.ts'
import { isMessage, pluralsOf, type Reader, wordFor } from '#domain/messages/wording.ts'

/** What the rules and the server answer: English, with key and values where it has values. */
type Answered = { readonly message: Sentence | null; readonly words?: Words | undefined }
/** `values` stand in the sentence as {{name}}; `count` among them decides between one and many. */
export type TFunction = (sentence: Sentence | Answered, values?: Readonly<Record<string, unknown>>) => string
export type Speech = { t: TFunction; i18n: { language: string } }

function speechOf(language: string, sentences: Sentences): Speech {
  const known = new Map(Object.entries(sentences))
  const reader: Reader = { locale: localeOf(language), phrase: (key) => known.get(key) ?? key }
  const t: TFunction = (given, values) => {
    const sentence = typeof given === 'string' || isMessage(given) ? given : (given.words ?? given.message ?? '')
    if (typeof sentence !== 'string') return wordFor(sentence, reader)
    const counted = typeof values?.count === 'number' ? known.get(`${sentence}_${pluralsOf(language).select(values.count)}`) : undefined
    return fill(counted ?? reader.phrase(sentence), values)
  }
  return { t, i18n: { language } }
}

/** English sentences for one thing. They come with the frame, and those of messages behind the first page: the login page counts nothing. */
let singulars: Sentences = {}
let shown = speechOf('en', singulars)
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is shown now, for code outside of a component. */
export const speech = (): Speech => shown

/** Shows another language everywhere. */
export function speak(language: string, sentences: Sentences = singulars): void {
  shown = speechOf(language, sentences)
  for (const listener of listeners) listener()
}

export function learnSingulars(sentences: Sentences): void {
  singulars = { ...singulars, ...sentences }
  if (shown.i18n.language === 'en') speak('en')
}

/** t() and the language shown; drawn again when another is chosen. */
export const useTranslation = (): Speech => useSyncExternalStore(listen, speech)

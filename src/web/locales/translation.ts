// t(): a sentence in the language shown. The English sentence itself is the key, so code reads as the screen does and a missing
// translation still says something. A first visit waits for this file, so it does what the product needs and no more.
import { useSyncExternalStore } from 'react'
import singulars from '#domain/messages/en/plural.json' with { type: 'json' }
import { fill, type Sentences } from '#domain/messages/fill.ts'
import { writeFigures } from './write-figures.ts'

/** `values` stand in the sentence as {{name}}; `count` among them decides between one and many. */
export type TFunction = (sentence: string, values?: Readonly<Record<string, unknown>>) => string
export type Speech = { t: TFunction; i18n: { language: string } }

type Voice = {
  sentences: Sentences
  /** How this language says what only the server knows how to word; English needs none. */
  translate: (text: string) => string
}
const english: Voice = { sentences: singulars, translate: (text) => text }

function speechOf(language: string, { sentences, translate }: Voice): Speech {
  const known = new Map(Object.entries(sentences))
  const plural = new Intl.PluralRules(language)
  const nameUnit = (unit: string): string => known.get(unit) ?? unit
  const t: TFunction = (sentence, values) => {
    const counted = typeof values?.count === 'number' ? known.get(`${sentence}_${plural.select(values.count)}`) : undefined
    const filled = fill(counted ?? known.get(sentence) ?? sentence, values)
    // What no language file has word for word may be a sentence of the server, with its values in it.
    return filled === sentence ? writeFigures(translate(filled), language, nameUnit) : filled
  }
  return { t, i18n: { language } }
}

let shown = speechOf('en', english)
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is shown now, for code outside of a component. */
export const speech = (): Speech => shown

/** Shows another language everywhere. */
export function speak(language: string, voice: Partial<Voice> = {}): void {
  shown = speechOf(language, { ...english, ...voice })
  for (const listener of listeners) listener()
}

/** t() and the language shown; drawn again when another is chosen. */
export const useTranslation = (): Speech => useSyncExternalStore(listen, speech)

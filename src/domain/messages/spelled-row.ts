// A message as a row of a record stores it.
import { type Sentence, sentenceOf, spelled } from './message.ts'
import type { Value, Words } from './values.ts'

/** In English, and its key and values as JSON. */
export function spelledRow(sentence: Sentence): { message: string; words: string | null } {
  const { message, words } = spelled(sentence)
  return { message: message.slice(0, 1000), words: words ? JSON.stringify(words) : null }
}

/** Key and values that a row has as JSON; undefined where a person wrote the text. */
export const storedWords = (words: string | null | undefined): Words | undefined => (words ? JSON.parse(words) : undefined)

/** A reason in English, and its key and values as JSON where the product gives it. */
export type Reason = { reason: string; words: string | null }
/** As the reason of an event (500 characters at most). */
export function spelledReason(sentence: Sentence): Reason {
  const { message, words } = spelledRow(sentence)
  return { reason: message.slice(0, 500), words }
}

/** The same as a value of another sentence. */
export const valueOfRow = (message: string, words: string | null | undefined): Value => storedWords(words) ?? message

/** The same as a sentence again; as a person wrote it, where it has no words. */
export function sentenceOfRow(message: string, words: string | null | undefined): Sentence {
  return sentenceOf({ message, words: storedWords(words) })
}

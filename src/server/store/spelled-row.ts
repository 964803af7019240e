// A message as a row of a record stores it.
import { type Sentence, sentenceOf, spelled } from '#domain/messages/message.ts'
import type { Words } from '#domain/messages/values.ts'

/** In English, and its key and values as JSON. */
export function spelledRow(sentence: Sentence): { message: string; words: string | null } {
  const { message, words } = spelled(sentence)
  return { message: message.slice(0, 1000), words: words ? JSON.stringify(words) : null }
}

/** The same as a sentence again; as a person wrote it, where it has no words. */
export function sentenceOfRow(message: string, words: string | null | undefined): Sentence {
  const stored: Words | undefined = words ? JSON.parse(words) : undefined
  return sentenceOf({ message, words: stored })
}

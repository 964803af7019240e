// A message as a row of a record stores it.
import { type Sentence, spelled } from '#domain/messages/message.ts'

/** In English, and its key and values as JSON. */
export function spelledRow(sentence: Sentence): { message: string; words: string | null } {
  const { message, words } = spelled(sentence)
  return { message: message.slice(0, 1000), words: words ? JSON.stringify(words) : null }
}

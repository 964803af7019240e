// A sentence as two columns of a table: in English, and as JSON of its key and values where it has values.
import { type Sentence, spelled } from '#domain/messages/message.ts'

export function spelledJson(sentence: Sentence): { message: string; words: string | null } {
  const { message, words } = spelled(sentence)
  return { message, words: words ? JSON.stringify(words) : null }
}

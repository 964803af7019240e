// A sentence that was stored with its values as JSON.
import type { Words } from '#domain/messages/values.ts'

export type StoredSentence = { message: string | null; words?: string | null }

/** As `t` takes it. */
export const sentenceIn = ({ message, words }: StoredSentence): { message: string | null; words?: Words } => ({
  message,
  ...(words ? { words: JSON.parse(words) as Words } : {}),
})

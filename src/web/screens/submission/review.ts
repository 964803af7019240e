// What the server says beside a submission under review: the merge with its record, why it could not be carried out, what it made.
import type { Choice, MergedField } from '#domain/kernel/merge.ts'
import type { Words } from '#domain/messages/values.ts'
import type { RecordAnswer } from '#web/api/answers.ts'

export type Merge = { entity: string; version: number; fields: MergedField[]; changed: { at: string; by: string | null } }
export type StoredSentence = { message: string | null; words?: string | null }
export type Failure = {
  problem: string
  words?: string | null
  code?: string | null
  ruleId?: string | null
  fields?: (StoredSentence & { path: string })[] | null
}
export type Result = { resultType: string; resultId: string; resultEventId?: string | null; unread?: string[] | null }
export type Review = { merge: Merge | null; failure: Failure | null; result: Result | null }
export type ChoiceByField = Readonly<Record<string, Choice>>

const nothing: Review = { merge: null, failure: null, result: null }
export const reviewIn = (submission: RecordAnswer): Review => ({ ...nothing, ...(submission.extra as Partial<Review> | undefined) })

/** A sentence that was stored with its values as JSON. */
export const sentenceIn = ({ message, words }: StoredSentence): { message: string | null; words?: Words } => ({
  message,
  ...(words ? { words: JSON.parse(words) as Words } : {}),
})

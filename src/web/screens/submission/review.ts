// What the server says beside a submission under review: the merge with its record, why it could not be carried out, what it
// made, which of its fields can be accepted without the others, and the records that its answers name.
import type { Choice, MergedField } from '#domain/kernel/merge.ts'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import type { StoredSentence } from '#web/locales/stored-sentence.ts'

export type Merge = { entity: string; version: number; fields: MergedField[]; changed: { at: string; by: string | null } }
export type Failure = {
  problem: string
  words?: string | null
  code?: string | null
  ruleId?: string | null
  fields?: (StoredSentence & { path: string })[] | null
}
export type Result = { resultType: string; resultId: string; resultEventId?: string | null; unread?: string[] | null }
export type Review = { merge: Merge | null; failure: Failure | null; result: Result | null; parts: readonly string[]; refs: Refs }
export type ChoiceByField = Readonly<Record<string, Choice>>

const nothing: Review = { merge: null, failure: null, result: null, parts: [], refs: {} }
export const reviewIn = (submission: RecordAnswer): Review => ({ ...nothing, ...(submission.extra as Partial<Review> | undefined) })

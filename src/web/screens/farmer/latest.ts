// Events of several records in one order: what happened last comes first.
import type { EventItem, RecordAnswer } from '#web/api/answers.ts'

/** `of`: the crop it happened on; null = the farmer. */
export type Line = { event: EventItem; of: RecordAnswer | null }

/** The latest `most`, by when it happened, then by when it was recorded; what was taken back is left to the history. */
export const latestOf = (lines: readonly Line[], most: number): Line[] =>
  lines
    .filter(({ event }) => event.status === 'RECORDED')
    .sort(
      (one, other) =>
        Date.parse(other.event.occurredAt) - Date.parse(one.event.occurredAt) || Date.parse(other.event.recordedAt) - Date.parse(one.event.recordedAt),
    )
    .slice(0, most)

// What a line was when a run ended: its norms, what it can do on a day and how it keeps claims apart. A run is judged by that, whenever it is recorded or judged anew (4.2, BR-10, BR-11): a
// later change of the facility does not change what was done.
import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../../scope.ts'
import { changesIn } from '../../store/event-view.ts'
import { enteredIn, eventsByRecord } from '../../store/events-then.ts'
import { judgedBy, type Line } from './processing-line.ts'

const processingsystem = entityOf('processingsystem')
export type LineTerms = Pick<Line, (typeof judgedBy)[number]>
type Moment = { endedAt: string; recordedAt: string }

/** Answers of each run what the line was: of a run of before it was registered, when that run was recorded. */
export async function termsOf(scope: Scope, line: Line): Promise<(run: Moment) => LineTerms> {
  const events = (await eventsByRecord(scope, processingsystem, [line.id], new Set())).get(line.id) ?? []
  const entered = events.filter(({ data }) => judgedBy.some((name) => name in changesIn(data)))
  const registeredAt = Date.parse(line.createdAt)
  return ({ endedAt, recordedAt }) => {
    const moment = Date.parse(Date.parse(endedAt) >= registeredAt ? endedAt : recordedAt)
    const then = enteredIn(
      processingsystem,
      entered.filter(({ occurredAt }) => Date.parse(occurredAt) <= moment),
    )
    // What was left empty when it was registered is not among what was entered.
    return { ...line, norms: [], inputProductIds: [], outputProductIds: [], ...then }
  }
}

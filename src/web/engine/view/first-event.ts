// Which event a record's page and its choice of events offer first: what the hand-made screens say is the day's work, else
// the step that moves the record on.
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { EntitySlots } from '../slots.ts'
import { possibleEvents, suggestedEvent } from './next-action.ts'

/** Undefined when nothing stands out; never an event this person may not record. `today` is YYYY-MM-DD. */
export function firstEvent(
  entity: AnyEntity,
  record: RecordAnswer,
  { suggestedEvent: reasoned, defaultEvent }: EntitySlots,
  today: string,
): string | undefined {
  const choose = reasoned ?? defaultEvent
  if (!choose) return suggestedEvent(entity, record)
  const chosen = choose(record, today)
  return chosen && possibleEvents(entity, record).includes(chosen) ? chosen : undefined
}

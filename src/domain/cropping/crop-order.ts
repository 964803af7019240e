// The order of a crop's days (BR-25): it comes up on a later day than it was sown, and is picked on a later day than it came up. Judged by pairs in order of
// occurrence, so that it is the same whichever of them was recorded last, or moved by a correction.
import { byOccurrence } from '../kernel/typed-facts.ts'
import { onDay, phrase, type Sentence } from '../messages/message.ts'
import type { CropEvent } from './crop-projection.ts'

type Dated = Pick<CropEvent, 'id' | 'eventType' | 'occurredAt' | 'day' | 'data'>

/** Why this event is not in order with another one; null: it is. `events`: in order of recording, this one among them. */
export function flawInOrder(events: readonly Dated[], eventId: string): Sentence | null {
  let sown: Dated | null = null
  let up: Dated | null = null
  for (const event of byOccurrence(events)) {
    const { id, eventType, day } = event
    if (eventType === 'SOWING' || eventType === 'RESOWING') [sown, up] = [event, null]
    if (eventType !== 'GERMINATION_COUNT' && eventType !== 'HARVEST') continue
    const isPicked = eventType === 'HARVEST'
    if (sown && day <= sown.day && [sown.id, id].includes(eventId))
      return isPicked
        ? phrase`Sown on ${onDay(sown.day)}: a harvest comes later (BR-25).`
        : phrase`Sown on ${onDay(sown.day)}: it comes up on a later day (BR-25).`
    if (isPicked && up && day <= up.day && [up.id, id].includes(eventId)) return phrase`It came up on ${onDay(up.day)}: a harvest comes later (BR-25).`
    if (!isPicked) up ??= event
  }
  return null
}

// The history of an animal, a flock or a pond, folded in the order in which its events happened: each must be possible in the
// state at its own time, and the first that is not is named. Which states its own events pass through is the declaration's.

import type { AnyEntity, EventSpec, Finding } from '../kernel/entity.ts'
import { isPossible } from '../kernel/history.ts'
import { onDay, phrase, type Sentence, small, word } from '../messages/message.ts'
import type { RuleId } from '../rules/catalogue.ts'

export type HistoryEvent = {
  id: string
  eventType: string
  /** ISO 8601, UTC. */
  occurredAt: string
  /** The day of `occurredAt` in the zone of the programme. */
  day: string
  data: Record<string, unknown>
}

/** Text that the data of an event has under this name. */
export const textIn = (data: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = data[name]
  return typeof value === 'string' ? value : null
}
/** Who receives part of a stock by a transfer. */
export const receiverIn = (data: Readonly<Record<string, unknown>>): string | null => textIn(data, 'toBatchId') ?? textIn(data, 'toCropId')

/** Why a history does not hold, at its first event that contradicts what happened before it. `path`: the field that is doubted. */
export type Refusal = {
  eventId: string
  eventType: string
  occurredAt: string
  day: string
  ruleId: RuleId
  message: Sentence
  figures: Record<string, unknown>
  path?: string
}
/** What is unusual about an event, as its history says. */
export type EventFinding = Finding & { eventId: string }

export const refusalAt = (
  { id, eventType, occurredAt, day }: HistoryEvent,
  ruleId: RuleId,
  message: Sentence,
  figures: Record<string, unknown> = {},
): Refusal => ({
  eventId: id,
  eventType,
  occurredAt,
  day,
  ruleId,
  message,
  figures: { day, ...figures },
})

/** By the time of happening; events of the same moment stay in the order given, which is that of their recording. */
export const inOrder = (history: readonly HistoryEvent[]): HistoryEvent[] =>
  history.toSorted((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt))

/**
 * AH-01. Passes through the states that an entity declares. `more`: events that the declaration does not name (stock received from another record).
 * `step` answers the state after an event, the state before it where the event does not belong there.
 */
export function stateMachine(entity: AnyEntity, more: Readonly<Record<string, EventSpec>> = {}) {
  const specs: Readonly<Record<string, EventSpec>> = { ...entity.events, ...more }
  return {
    start: entity.startState,
    step(state: string, event: HistoryEvent): { state: string; refusal: Refusal | null } {
      const spec = specs[event.eventType]
      if (!spec) return { state, refusal: null }
      if (isPossible(entity, spec, state)) return { state: spec.to ?? state, refusal: null }
      const label = entity.states[state]?.label ?? state
      return {
        state,
        refusal: refusalAt(event, 'AH-01', phrase`“${word(spec.label)}” on ${onDay(event.day)} is not possible: at that time this was ${small(label)}.`, {
          status: state,
        }),
      }
    },
  }
}

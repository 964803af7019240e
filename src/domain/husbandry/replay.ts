// The history of an animal, a flock or a pond, replayed in the order in which its events happened. One judge for new, late,
// voided and edited facts: each event must be possible in the state at its own time, and the first that is not is named.
import type { AnyEntity, EventSpec } from '../kernel/entity.ts'
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

/** Why a history does not hold, at its first event that contradicts what happened before it. */
export type Refusal = { eventId: string; eventType: string; day: string; ruleId: RuleId; message: string; figures: Record<string, unknown> }

export const refusalAt = ({ id, eventType, day }: HistoryEvent, ruleId: RuleId, message: string, figures: Record<string, unknown> = {}): Refusal => ({
  eventId: id,
  eventType,
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
export function stateMachine(entity: AnyEntity, more: Readonly<Record<string, Pick<EventSpec, 'from' | 'to' | 'label'>>> = {}) {
  const specs: Readonly<Record<string, Pick<EventSpec, 'from' | 'to' | 'label'>>> = { ...(entity.events as Record<string, EventSpec>), ...more }
  const isPossible = (type: string, state: string): boolean => {
    const from = specs[type]?.from
    return from ? from.includes(state) : !(entity.final?.includes(state) ?? false)
  }
  return {
    start: entity.startState,
    step(state: string, event: HistoryEvent): { state: string; refusal: Refusal | null } {
      const spec = specs[event.eventType]
      if (!spec) return { state, refusal: null }
      if (isPossible(event.eventType, state)) return { state: spec.to ?? state, refusal: null }
      const label = (entity.states[state]?.label ?? state).toLowerCase()
      return {
        state,
        refusal: refusalAt(event, 'AH-01', `“${spec.label}” on ${event.day} is not possible: at that time this was ${label}.`, { status: state }),
      }
    },
  }
}

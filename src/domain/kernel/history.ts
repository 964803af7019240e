// The history of a record: its events in order of occurrence, and the status that follows from them. A new, a late and a
// voided event are judged by the same replay: each event must be possible in the state at its own time, and every event
// that occurred after it is judged again (BR-25, BR-26).
import type { AnyEntity, EventData, EventSpec, EventTypeOf } from './entity.ts'

/** One recorded event as a replay reads it. `version`: of the record after it was recorded, the order of recording. */
export type HistoryEvent = {
  id: string
  eventType: string
  /** ISO 8601, UTC, milliseconds. */
  occurredAt: string
  recordedAt: string
  recordedBy: string | null
  version: number
  data: Readonly<Record<string, unknown>>
  /** Status around it when it was recorded. */
  statusBefore: string | null
  statusAfter: string
}

type HistoryEventOf<E extends AnyEntity, K extends EventTypeOf<E>> = Omit<HistoryEvent, 'eventType' | 'data'> & { eventType: K; data: EventData<E, K> }
/** An event that the entity declares, by its type with the data of its form. */
export type DeclaredEvent<E extends AnyEntity> = { [K in EventTypeOf<E>]: HistoryEventOf<E, K> }[EventTypeOf<E>]
/** Those of a history that the entity declares: without what the product writes about every record. */
export const declaredEvents = <E extends AnyEntity>(entity: E, history: readonly HistoryEvent[]): DeclaredEvent<E>[] =>
  history.filter((event): event is HistoryEvent & DeclaredEvent<E> => Object.hasOwn(entity.events, event.eventType))

/** The states of one kind of record. `S` holds at least what the status follows from. */
export type StateMachine<S> = {
  /** State of a record that was created in this status. */
  start(status: string): S
  /** State after the event; undefined when the event is not possible in this state. */
  step(state: S, event: HistoryEvent, spec: EventSpec): S | undefined
  statusOf(state: S): string
  /** Events that change the state; every other one leaves it as it is. Absent: any may. */
  moves?: ReadonlySet<string>
}

export type Replayed<S> = { ok: true; state: S } | { ok: false; event: HistoryEvent; status: string }

/** Order of occurrence, then of recording. */
export const byOccurrence = (one: Pick<HistoryEvent, 'occurredAt' | 'version' | 'id'>, other: Pick<HistoryEvent, 'occurredAt' | 'version' | 'id'>): number =>
  Date.parse(one.occurredAt) - Date.parse(other.occurredAt) || one.version - other.version || (one.id < other.id ? -1 : 1)

/** Whether the declaration allows an event in this status. */
export const isPossible = (entity: AnyEntity, event: EventSpec, status: string): boolean =>
  event.from ? event.from.includes(status) : !(entity.final?.includes(status) ?? false)

/** The state machine that the declaration describes: `from`, `to`, and what was decided when the event was recorded. */
export const declaredStates = (entity: AnyEntity): StateMachine<string> => ({
  start: (status) => status,
  step(status, event, spec) {
    if (isPossible(entity, spec, status)) return outcomeOf(spec, event, status)
    return isBeforeAdmission(entity, status) && belongsAfterAdmission(entity, spec) ? status : undefined
  },
  statusOf: (status) => status,
})

/** The states that `from` and `to` alone describe, whatever was decided when an event was recorded. */
export const statusStates = (entity: AnyEntity): StateMachine<string> => ({
  start: (status) => status,
  step: (status, _event, spec) => (isPossible(entity, spec, status) ? (spec.to ?? status) : undefined),
  statusOf: (status) => status,
  moves: new Set(Object.entries(entity.events as Record<string, EventSpec>).flatMap(([type, { to }]) => (to === undefined ? [] : [type]))),
})

export const isBeforeAdmission = (entity: AnyEntity, status: string): boolean => entity.beforeAdmission?.includes(status) ?? false
/** A fact of the admitted record that moves no status. */
const belongsAfterAdmission = (entity: AnyEntity, { to, from = [] }: EventSpec): boolean =>
  to === undefined && from.some((status) => !isBeforeAdmission(entity, status))

/** An effect may lead to another status than `to` (a boundary that overlaps is DISPUTED, not MAPPED); it stays decided. */
function outcomeOf(spec: EventSpec, event: HistoryEvent, status: string): string {
  const declared = spec.to ?? event.statusBefore
  return declared !== null && event.statusAfter !== declared ? event.statusAfter : (spec.to ?? status)
}

/**
 * Applies events (in order of occurrence) to a state. Entries of the audit trail that moved the status (an edit that drew a
 * boundary) set it and are always possible. Stops at the first event that is not possible.
 */
export function replay<S>(entity: AnyEntity, machine: StateMachine<S>, from: S, events: readonly HistoryEvent[]): Replayed<S> {
  let state = from
  for (const event of events) {
    const spec = Object.hasOwn(entity.events, event.eventType) ? (entity.events[event.eventType] as EventSpec) : undefined
    if (!spec) {
      if (event.statusBefore !== event.statusAfter) state = machine.start(event.statusAfter)
      continue
    }
    const next = machine.step(state, event, spec)
    if (next !== undefined) state = next
    else if (spec.system !== 'clock') return { ok: false, event, status: machine.statusOf(state) }
  }
  return { ok: true, state }
}

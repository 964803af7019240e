// Reading the history of a record for a replay, and the judgement of a new or a voided event: possible at its time, and
// every later event still possible. The first one that is not is named in the refusal.

import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { byOccurrence, declaredStates, type HistoryEvent, replay, type StateMachine } from '#domain/kernel/history.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { onDay, phrase, word } from '#domain/messages/message.ts'
import type { RowOf, Scope } from '../scope.ts'

/** The states of an entity: its behaviour's own, or those of its declaration. */
export const statesOf = (scope: Scope, entity: AnyEntity): StateMachine<unknown> => scope.behaviours[entity.name]?.states ?? declaredStates(entity)

/**
 * Recorded events of a record in order of occurrence; without edits that changed no status. CREATED comes first whenever it was.
 * Where the states say which events move them, those, and whatever occurred after `from`: a heap of thousands of tickets is not read whole.
 */
export async function historyOf(scope: Scope, entity: AnyEntity, subjectId: string, from?: string): Promise<HistoryEvent[]> {
  return createdFirst((await historyQuery(scope, entity, [subjectId], from).execute()).map(asHistory))
}
/** The question for the histories of several records, to be asked with others. */
export function historyQuery(scope: Scope, entity: AnyEntity, subjectIds: readonly string[], from?: string) {
  const { moves } = statesOf(scope, entity)
  const query = recordedEvents(scope, entity, subjectIds)
  if (!moves) return query
  return query.where((where) =>
    where.or([
      where('event_type', 'in', ['CREATED', ...moves]),
      where('status_before', 'is distinct from', where.ref('status_after')),
      ...(from ? [where('occurred_at', '>=', from)] : []),
    ]),
  )
}
export const historiesOf = (rows: readonly HistoryRow[]): Map<string, HistoryEvent[]> =>
  new Map([...Map.groupBy(rows, (row) => row.subject_id)].map(([id, own]) => [id, createdFirst(own.map(asHistory))]))
function createdFirst(events: HistoryEvent[]): HistoryEvent[] {
  const created = events.findIndex(({ eventType }) => eventType === 'CREATED')
  return created > 0 ? [...events.splice(created, 1), ...events] : events
}
/** A history with one more event, at its place. */
export const withEvent = (history: readonly HistoryEvent[], event: HistoryEvent): HistoryEvent[] => createdFirst([...history, event].sort(byOccurrence))

/** Those that occurred after a moment. */
async function eventsAfter(scope: Scope, entity: AnyEntity, subjectId: string, moment: string, types?: ReadonlySet<string>): Promise<HistoryEvent[]> {
  const all = recordedEvents(scope, entity, [subjectId]).where('event_type', '!=', 'CREATED').where('occurred_at', '>', moment)
  return (await (types ? all.where('event_type', 'in', [...types]) : all).execute()).map(asHistory)
}

const recordedEvents = (scope: Scope, entity: AnyEntity, subjectIds: readonly string[]) =>
  scope.db
    .selectFrom('event')
    .select(['subject_id', 'id', 'event_type', 'occurred_at', 'recorded_at', 'recorded_by', 'subject_version', 'data', 'status_before', 'status_after'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', entity.name)
    .where('subject_id', 'in', [...subjectIds])
    .where('status', '=', 'RECORDED')
    .where((where) =>
      where.or([where('event_type', 'not in', ['EDITED', 'DELETED', 'EVENT_VOIDED']), where('status_before', 'is distinct from', where.ref('status_after'))]),
    )
    .where('event_type', '!=', 'EVENT_VOIDED')
    .orderBy('occurred_at')
    .orderBy('subject_version')
    .orderBy('id')

export type HistoryRow = Pick<
  RowOf<'event'>,
  'subject_id' | 'id' | 'event_type' | 'occurred_at' | 'recorded_at' | 'recorded_by' | 'subject_version' | 'data' | 'status_before' | 'status_after'
>
const asHistory = (row: HistoryRow): HistoryEvent => ({
  id: row.id,
  eventType: row.event_type,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
  recordedBy: row.recorded_by,
  version: row.subject_version,
  data: row.data,
  statusBefore: row.status_before,
  statusAfter: row.status_after,
})

/** `state`: at the moment of the new event. `later`: events that occurred after it. `history`: where it had to be read. */
export type Moment = { state: unknown; status: string; later: readonly HistoryEvent[]; history?: readonly HistoryEvent[] }

/** The state of a record at a moment. An event later than all others is judged on the row's own status, without a replay. */
export async function stateAt(scope: Scope, entity: AnyEntity, subject: Row, occurredAt: string): Promise<Moment> {
  const machine = statesOf(scope, entity)
  const { states, facts } = scope.behaviours[entity.name] ?? {}
  // A projection with facts of its own judges what came later; the state at the moment follows from the events that move it.
  const needsReplay = states !== undefined && !facts
  const later = needsReplay ? [] : await eventsAfter(scope, entity, subject.id, occurredAt, facts && machine.moves)
  if (!needsReplay && later.length === 0) return { state: machine.start(subject.status), status: subject.status, later }
  const history = await historyOf(scope, entity, subject.id, facts ? undefined : occurredAt)
  const at = Date.parse(occurredAt)
  const isEarlier = ({ eventType, occurredAt: moment }: HistoryEvent) => eventType === 'CREATED' || Date.parse(moment) <= at
  const state = stateAfter(entity, machine, history.filter(isEarlier))
  return { state, status: machine.statusOf(state), later: facts ? [] : history.filter((event) => !isEarlier(event)), history }
}

/** State at a moment of a history that was read. `machine`: of the entity. */
export const stateIn = <S>(entity: AnyEntity, machine: StateMachine<S>, history: readonly HistoryEvent[], moment: string): S =>
  stateAfter(
    entity,
    machine,
    history.filter(({ eventType, occurredAt }) => eventType === 'CREATED' || Date.parse(occurredAt) <= Date.parse(moment)),
  )

/** State after a whole history. Throws an error when recorded events contradict each other: every write prevents that. */
function stateAfter<S>(entity: AnyEntity, machine: StateMachine<S>, history: readonly HistoryEvent[]): S {
  const result = replay(entity, machine, startOf(machine, entity, history), history)
  // Histories recorded before events were judged by occurrence may hold an event out of its time; what was decided stays.
  return result.ok ? result.state : machine.start(history.at(-1)?.statusAfter ?? entity.startState)
}
const startOf = <S>(machine: StateMachine<S>, entity: AnyEntity, history: readonly HistoryEvent[]): S =>
  machine.start(history.find(({ eventType }) => eventType === 'CREATED')?.statusAfter ?? entity.startState)

/** The state that `later` leads to from `state`. Throws STATE_CONFLICT naming the first event that would no longer be possible. */
export function judgeLater(scope: Scope, entity: AnyEntity, state: unknown, later: readonly HistoryEvent[], because: 'added' | 'voided'): unknown {
  const result = replay(entity, statesOf(scope, entity), state, later)
  if (result.ok) return result.state
  throw laterProblem(entity, result.event, because)
}

/**
 * The state of a record without these events. Throws STATE_CONFLICT naming the first later event that builds on them, unless it
 * is possible again with `replacement`, which is recorded next.
 */
export function stateWithout(
  scope: Scope,
  entity: AnyEntity,
  history: readonly HistoryEvent[],
  voided: ReadonlySet<string>,
  replacement?: HistoryEvent,
): unknown {
  const machine = statesOf(scope, entity)
  const left = history.filter(({ id }) => !voided.has(id))
  const unadmitted = replacement ? undefined : withoutAdmission(entity, left)
  if (unadmitted && !withoutAdmission(entity, history)) throw laterProblem(entity, unadmitted, 'voided')
  const result = replay(entity, machine, startOf(machine, entity, left), left)
  if (result.ok) return result.state
  if (replacement) {
    const at = left.findLastIndex(({ eventType, occurredAt }) => eventType === 'CREATED' || Date.parse(occurredAt) <= Date.parse(replacement.occurredAt)) + 1
    const replaced = replay(entity, machine, startOf(machine, entity, left), left.toSpliced(at, 0, replacement))
    // Whether the replacement itself is possible is judged when it is recorded.
    if (replaced.ok || replaced.event.id === replacement.id) return machine.start(left.at(-1)?.statusAfter ?? entity.startState)
  }
  // A contradiction that was there with the event as well is not of its making.
  const before = replay(entity, machine, startOf(machine, entity, history), history)
  if (!before.ok && before.event.id === result.event.id) return machine.start(left.at(-1)?.statusAfter ?? entity.startState)
  throw laterProblem(entity, result.event, 'voided')
}

/** Throws STATE_CONFLICT naming the first event of a record that is not possible after those before it. `from`: as of `historyOf`. */
export async function judgeHistory(scope: Scope, entity: AnyEntity, subjectId: string, from: string): Promise<void> {
  const machine = statesOf(scope, entity)
  const history = await historyOf(scope, entity, subjectId, from)
  const result = replay(entity, machine, startOf(machine, entity, history), history)
  const first = result.ok ? withoutAdmission(entity, history) : result.event
  if (first) throw laterProblem(entity, first, 'voided')
}

/** Facts of before an admission are accepted once it is recorded (`beforeAdmission`): the first of them where no admission is left. */
function withoutAdmission(entity: AnyEntity, history: readonly HistoryEvent[]): HistoryEvent | undefined {
  const { beforeAdmission } = entity
  const start = history.find(({ eventType }) => eventType === 'CREATED')?.statusAfter ?? entity.startState
  if (!beforeAdmission?.includes(start)) return undefined
  const specOf = ({ eventType }: HistoryEvent) => (Object.hasOwn(entity.events, eventType) ? entity.events[eventType] : undefined)
  const isAdmission = (event: HistoryEvent): boolean => !beforeAdmission.includes(event.statusAfter) && beforeAdmission.includes(event.statusBefore ?? '')
  if (history.some(isAdmission)) return undefined
  return history.find((event) => specOf(event)?.from?.every((status) => !beforeAdmission.includes(status)))
}

export function laterProblem(
  entity: AnyEntity,
  event: Pick<HistoryEvent, 'id' | 'eventType' | 'occurredAt'> & Partial<Pick<HistoryEvent, 'data'>>,
  because: 'added' | 'voided',
): Problem {
  const label = entity.events[event.eventType]?.label ?? event.eventType
  const day = event.occurredAt.slice(0, 10)
  const message =
    because === 'voided'
      ? phrase`“${word(label)}” came after it and builds on it. Take that back first.`
      : phrase`“${word(label)}” of ${onDay(day)} would no longer be possible after this. Take that back first.`
  // What another event has caused is taken back there.
  const cause = event.data?.causeEventId
  return new Problem('STATE_CONFLICT', {
    message,
    figures: { eventId: event.id, eventType: event.eventType, ...(typeof cause === 'string' ? { causeEventId: cause } : {}) },
  })
}

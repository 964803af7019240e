// AH-23: more animals in a unit than it has room for. AH-10: more on its floor and in its water than is usual (animal 7, 8). Judged in
// the order of happening: a finding stands at the event that passes a limit, with the most there was until it was within the limit again.
import { phrase, type Sentence } from '../messages/message.ts'
import type { HusbandryAssumptions } from './assumptions.ts'
import { type FlockEvent, foldDays } from './flock-projection.ts'
import { foldPond, type PondEvent } from './pond-projection.ts'
import { type EventFinding, type HistoryEvent, inOrder, textIn } from './replay.ts'
import { enteredIn } from './stays.ts'

export type Room = { title: string; capacityHead: number | null; indoorAreaM2: number | null }
type Filling = { eventId: string; value: number }

/** Where a figure passes a limit, and the most it was until it was within again. */
export function crossings(series: readonly Filling[], limit: number): { eventId: string; most: number }[] {
  const found: { eventId: string; most: number }[] = []
  let isOver = false
  for (const { eventId, value } of series) {
    const last = found.at(-1)
    if (value > limit && isOver && last) last.most = Math.max(last.most, value)
    else if (value > limit) found.push({ eventId, most: value })
    isOver = value > limit
  }
  return found
}

const tooDense = (eventId: string, severity: 'WARN' | 'REVIEW', message: Sentence, figures: Record<string, unknown>): EventFinding => ({
  eventId,
  ruleId: 'AH-10',
  severity,
  message,
  figures,
})
function overCapacity(heads: readonly Filling[], { title, capacityHead }: Room): EventFinding[] {
  if (capacityHead === null) return []
  return crossings(heads, capacityHead).map(({ eventId, most }) => ({
    eventId,
    ruleId: 'AH-23',
    severity: 'WARN',
    message: phrase`${most} animals were in ${title}, which has room for ${capacityHead}.`,
    figures: { heads: most, capacityHead },
  }))
}
/** One for each event, the last of those given: the graver limit, where an event passes both. */
const oneEach = (findings: readonly EventFinding[]): EventFinding[] => [...new Map(findings.map((one) => [one.eventId, one])).values()]
/** As shown; limits are compared with the exact figure. */
const tenths = (value: number): number => Math.round(value * 10) / 10

/** A flock in its house: heads, and kilograms on each square metre at the newest mean weight. */
export function flockDensity(
  events: readonly FlockEvent[],
  birdType: string,
  chickG: number | null,
  room: Room,
  settings: HusbandryAssumptions,
): EventFinding[] {
  const heads: Filling[] = []
  const weights: Filling[] = []
  foldDays(events, chickG, ({ id: eventId }, { alive, weighings }) => {
    heads.push({ eventId, value: alive })
    const grams = weighings.at(-1)?.grams ?? chickG
    if (grams !== null && room.indoorAreaM2) weights.push({ eventId, value: (alive * grams) / (1000 * room.indoorAreaM2) })
  })
  const over = (severity: 'WARN' | 'REVIEW', usualKgPerM2: number) =>
    crossings(weights, usualKgPerM2).map(({ eventId, most }) => {
      const kgPerM2 = tenths(most)
      return tooDense(eventId, severity, phrase`${kgPerM2} kg of birds on each square metre: more than ${usualKgPerM2} kg is too dense.`, {
        kgPerM2,
        usualKgPerM2,
      })
    })
  const [warned, reviewed] = settings.densityKgPerM2[birdType] ?? []
  const dense = oneEach([...(warned === undefined ? [] : over('WARN', warned)), ...(reviewed === undefined ? [] : over('REVIEW', reviewed))])
  return [...overCapacity(heads, room), ...dense]
}

/** A stock in its pond: heads, and how many on each square metre of water. */
export function pondDensity(events: readonly PondEvent[], group: string, waterAreaM2: number, room: Room, settings: HusbandryAssumptions): EventFinding[] {
  const heads: Filling[] = []
  foldPond(events, ({ id: eventId }, { counted, goneSince: { dead, taken, estimated } }) => {
    heads.push({ eventId, value: (counted?.animals ?? 0) - dead - taken - estimated })
  })
  const usualPerM2 = settings.stockedPerM2[group]
  if (usualPerM2 === undefined || waterAreaM2 <= 0) return overCapacity(heads, room)
  const perWater = heads.map(({ eventId, value }) => ({ eventId, value: value / waterAreaM2 }))
  const dense = crossings(perWater, usualPerM2).map(({ eventId, most }) => {
    const perM2 = tenths(most)
    return tooDense(eventId, 'WARN', phrase`${perM2} animals on each square metre of water: more than ${usualPerM2} is too dense.`, { perM2, usualPerM2 })
  })
  return [...overCapacity(heads, room), ...dense]
}

/** What says where an animal is, whether it is there, and for how many heads it stands. */
export const occupyingEvents = ['CREATED', 'EDITED', 'UNIT_MOVE', 'ARRIVAL', 'DEPARTURE', 'DEATH', 'SLAUGHTER', 'GROUP_COUNT'] as const
/** `since`: the moment from which it may have been there: when it came to the farm, or was born. */
export type Occupant = { since: string; history: readonly HistoryEvent[] }
type Step = { at: number; eventId: string; heads: number }

/** Animals and counted groups in a unit. */
export function occupancyFindings(unitId: string, room: Room, occupants: readonly Occupant[]): EventFinding[] {
  // Who leaves at a moment makes room for who comes at it.
  const steps = occupants.flatMap((one) => stepsIn(unitId, one)).sort((one, other) => one.at - other.at || one.heads - other.heads)
  let heads = 0
  return overCapacity(
    steps.map((step) => {
      heads += step.heads
      return { eventId: step.eventId, value: heads }
    }),
    room,
  )
}

/** Where an animal is by its history, for how many it stands (0: it is gone), and since which day it may have been there, as it was entered. */
export type Placed = { unitId: string; heads: number; since: string | null }
/** `history`: in order, what was entered first. */
export function placeAfter(history: readonly HistoryEvent[]): Placed {
  const state = { unitId: '', isHere: true, heads: 1 }
  const entered: { entryDate: string | null; birthDate: string | null } = { entryDate: null, birthDate: null }
  for (const event of history) {
    move(state, event)
    for (const name of ['entryDate', 'birthDate'] as const) entered[name] = textOrNull(enteredIn(event.data, name)) ?? entered[name]
  }
  return { unitId: state.unitId, heads: state.isHere ? state.heads : 0, since: entered.entryDate ?? entered.birthDate }
}

function move(state: { unitId: string; isHere: boolean; heads: number }, { eventType, data }: HistoryEvent): void {
  if (eventType === 'CREATED' || eventType === 'EDITED') {
    state.unitId = textOrNull(enteredIn(data, 'unitId')) ?? state.unitId
    if (enteredIn(data, 'recordKind') === 'GROUP') state.heads = sum(['females', 'males', 'young'].map((field) => enteredIn(data, field)))
  }
  if (eventType === 'UNIT_MOVE') state.unitId = textIn(data, 'toUnitId') ?? state.unitId
  if (eventType === 'GROUP_COUNT') state.heads = sum([data.females, data.males, data.young])
  if (eventType === 'ARRIVAL') state.isHere = true
  if (eventType === 'DEPARTURE' || eventType === 'DEATH' || eventType === 'SLAUGHTER') state.isHere = false
}

/** How an animal changes the number of heads in the unit. */
function stepsIn(unitId: string, { since, history }: Occupant): Step[] {
  const ordered = inOrder(history)
  const typed = ordered.filter(({ eventType }) => eventType === 'CREATED')
  const later = ordered.filter(({ eventType }) => eventType !== 'CREATED')
  const begin = Math.min(Date.parse(since), ...later.slice(0, 1).map(({ occurredAt }) => Date.parse(occurredAt)))
  const state = { unitId: '', isHere: true, heads: 1, counted: 0 }
  const steps: Step[] = []
  for (const event of [...typed, ...later]) {
    move(state, event)
    const now = state.isHere && state.unitId === unitId ? state.heads : 0
    const at = event.eventType === 'CREATED' ? begin : Date.parse(event.occurredAt)
    if (now !== state.counted) steps.push({ at, eventId: event.id, heads: now - state.counted })
    state.counted = now
  }
  return steps
}
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const sum = (values: readonly unknown[]): number => values.reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0)

// A flock as projected from its events (animal 7): the balance of living birds day by day, deaths, eggs, feed and growth.
// Projected anew after every event and after one was voided.

import { addDays } from '../kernel/day.ts'
import type { AnyEntity } from '../kernel/entity.ts'
import { counted, onDay, phrase } from '../messages/message.ts'
import type { HusbandryAssumptions } from './assumptions.ts'
import { feedConversion, layingShare, lossShare } from './formulas.ts'
import { type HistoryEvent, type Refusal, refusalAt, stateMachine } from './replay.ts'

/** An event of the flock, or one of another flock that brought birds here (TRANSFER_IN, made by the reader of facts). */
export type FlockEvent = HistoryEvent
/** One day of the flock. Null: nobody recorded it. */
export type FlockDay = {
  day: string
  /** Birds alive when the day ended. */
  alive: number
  dead: number
  culled: number
  /** Caught, and moved to another flock: birds that were here for a part of the day. */
  left: number
  eggs: number | null
  goodEggs: number | null
  feedKg: number | null
  waterL: number | null
}
export type Weighing = { day: string; grams: number }
/** Live weight that came or went with birds, at its moment: what was fed until then has become it. */
type Mass = { day: string; kg: number; grams: number }
export type FlockTotals = {
  placedOn: string | null
  placed: number
  alive: number
  dead: number
  caughtKg: number
  feedKg: number
  /** Mean weight at the placement; null where nobody recorded it. */
  chickG: number | null
  weighings: Weighing[]
  /** Caught and moved out (positive), received (negative). */
  moved: Mass[]
  days: FlockDay[]
  /** The first day on which more birds had gone than there were (AH-08); null when the balance holds. */
  firstBelowZero: { day: string; alive: number } | null
}
export type FlockProjection = { status: string; columns: Record<string, unknown>; refusal: Refusal | null; totals: FlockTotals }

export const count = (data: Record<string, unknown>, ...names: string[]): number => names.reduce((sum, name) => sum + ((data[name] as number | null) ?? 0), 0)
const given = (data: Record<string, unknown>, name: string): number | null => (typeof data[name] === 'number' ? (data[name] as number) : null)
const plus = (one: number | null, other: number | null): number | null => (one === null && other === null ? null : (one ?? 0) + (other ?? 0))

/** The day an event counts for: a day's record says it itself. */
const dayOf = ({ eventType, day, data }: FlockEvent): string => (eventType === 'DAILY_RECORD' && typeof data.day === 'string' ? data.day : day)
/** By the moment of happening; a day's record that was written later stands at the end of its day. */
const momentOf = (event: FlockEvent): number => (dayOf(event) === event.day ? Date.parse(event.occurredAt) : Number.POSITIVE_INFINITY)
const byTime = (events: readonly FlockEvent[]): FlockEvent[] =>
  events.toSorted((one, other) => {
    const days = dayOf(one).localeCompare(dayOf(other))
    const [first, second] = [momentOf(one), momentOf(other)]
    return days || (first === second ? 0 : first - second)
  })

/** `chickG`: what the record of the flock says of the weight at placement. */
export function flockTotals(events: readonly FlockEvent[], chickG: number | null = null): FlockTotals {
  return foldDays(events, chickG, () => {})
}

/** What its history says of a flock: state, columns, and the first event that cannot have been. `record`: its title and what a person entered. */
export function projectFlock(
  entity: AnyEntity,
  record: Readonly<Record<string, unknown>>,
  events: readonly FlockEvent[],
  settings: HusbandryAssumptions,
): FlockProjection {
  const machine = stateMachine(entity, { TRANSFER_IN: { label: 'Birds received', icon: 'login', from: ['PLACED', 'LAYING', 'DEPLETING'], fields: {} } })
  let status = machine.start
  let refusal: Refusal | null = null
  const totals = foldDays(events, given(record, 'chickWeightG'), (event, after, today) => {
    const next = machine.step(status, { ...event, day: dayOf(event) })
    status = next.state
    refusal ??= next.refusal
    if (next.refusal) return
    if (after.alive < 0)
      refusal ??= refusalAt(
        { ...event, day: dayOf(event) },
        'AH-08',
        phrase`On ${onDay(dayOf(event))} ${counted(-after.alive)} more birds would have gone than lived in ${String(record.title)}.`,
        { missing: -after.alive },
      )
    if (event.eventType === 'CLEANOUT' && after.alive > 0)
      refusal ??= refusalAt(event, 'AH-08', phrase`${counted(after.alive)} birds live in it still.`, { alive: after.alive })
    refusal ??= tooManyEggs(event, today, after.alive, settings)
  })
  const lays = totals.days.some((day) => (day.eggs ?? 0) > 0 && (day.eggs ?? 0) / aliveAtDawn(day) >= settings.laysFrom)
  return {
    status: status === 'PLACED' && lays ? 'LAYING' : status,
    columns: {
      aliveCount: totals.placedOn ? totals.alive : null,
      mortalityShare: flockLossShare(totals),
      lastWeightG: totals.weighings.at(-1)?.grams ?? null,
      feedKg: totals.feedKg > 0 ? Math.round(totals.feedKg * 10) / 10 : null,
    },
    refusal,
    totals,
  }
}

/** Events that say how many eggs were laid, with the field that is doubted. */
const laid: Readonly<Record<string, string>> = { DAILY_RECORD: 'data.eggsGood', EGG_COLLECTION: 'data.good' }
/** AH-08: a hen lays no more than about one egg a day. */
function tooManyEggs(event: FlockEvent, today: FlockDay, alive: number, { eggsAtMost }: HusbandryAssumptions): Refusal | null {
  const path = laid[event.eventType]
  const hens = aliveAtDawn({ ...today, alive })
  if (!path || (today.eggs ?? 0) <= hens * eggsAtMost) return null
  return { ...refusalAt(event, 'AH-08', phrase`${today.eggs} eggs of ${hens} birds cannot be. Count again.`, { alive: hens, eggs: today.eggs }), path }
}

/** Folds the events by day. `seen` is called after each of them, with what it led to; `today` is its day so far. */
export function foldDays(
  events: readonly FlockEvent[],
  chickG: number | null,
  seen: (event: FlockEvent, totals: FlockTotals, today: FlockDay) => void,
): FlockTotals {
  const totals: FlockTotals = {
    placedOn: null,
    placed: 0,
    alive: 0,
    dead: 0,
    caughtKg: 0,
    feedKg: 0,
    chickG,
    weighings: [],
    moved: [],
    days: [],
    firstBelowZero: null,
  }
  const byDay = Map.groupBy(byTime(events), dayOf)
  for (const [day, own] of byDay) {
    const today: FlockDay = { day, alive: 0, dead: 0, culled: 0, left: 0, eggs: null, goodEggs: null, feedKg: null, waterL: null }
    for (const event of own) {
      step(totals, today, event)
      if (totals.alive < 0) totals.firstBelowZero ??= { day, alive: totals.alive }
      seen(event, totals, today)
    }
    today.alive = totals.alive
    totals.dead += today.dead + today.culled
    totals.feedKg += today.feedKg ?? 0
    if (totals.placedOn) totals.days.push(today)
  }
  return totals
}

/** The newest mean weight, for birds that come or go unweighed. */
const lastGrams = ({ weighings, moved, chickG }: FlockTotals): number =>
  [...weighings, ...moved].toSorted((one, other) => one.day.localeCompare(other.day)).at(-1)?.grams ?? chickG ?? 0

function step(totals: FlockTotals, today: FlockDay, { eventType, data }: FlockEvent): void {
  const go = (kind: 'dead' | 'culled' | 'left', n: number) => {
    today[kind] += n
    totals.alive -= n
  }
  const move = (sign: 1 | -1, kg: number | null, n: number, grams: number) =>
    totals.moved.push({ day: today.day, kg: sign * (kg ?? (n * grams) / 1000), grams: kg !== null && n > 0 ? (kg * 1000) / n : grams })
  switch (eventType) {
    case 'PLACEMENT':
      totals.placedOn ??= today.day
      totals.placed = count(data, 'females', 'males', 'unsexed')
      totals.alive += totals.placed
      totals.chickG = given(data, 'weightG') ?? totals.chickG
      if (typeof data.weightG === 'number') totals.weighings.push({ day: today.day, grams: data.weightG })
      return
    case 'TRANSFER_IN':
      totals.alive += count(data, 'count')
      move(-1, null, count(data, 'count'), given(data, 'averageWeightG') ?? lastGrams(totals))
      return
    case 'COUNT_ADJUST':
      totals.alive = count(data, 'counted')
      return
    case 'DAILY_RECORD': {
      const eggs = count(data, 'eggsGood', 'eggsCracked', 'eggsDirty', 'eggsBroken')
      go('dead', count(data, 'deadFemales', 'deadMales', 'deadUnsexed'))
      go('culled', count(data, 'culledFemales', 'culledMales', 'culledUnsexed'))
      today.feedKg = plus(today.feedKg, given(data, 'feedKg'))
      today.waterL = plus(today.waterL, given(data, 'waterL'))
      // The form asks every flock for eggs; a flock that has never laid has none to count.
      if (eggs > 0 || totals.days.some((one) => one.eggs !== null)) {
        today.eggs = plus(today.eggs, eggs)
        today.goodEggs = plus(today.goodEggs, count(data, 'eggsGood'))
      }
      return
    }
    case 'MORTALITY':
      go('dead', count(data, 'count'))
      return
    case 'CULL':
      go('culled', count(data, 'count'))
      return
    case 'TRANSFER':
      move(1, null, count(data, 'count'), given(data, 'averageWeightG') ?? lastGrams(totals))
      go('left', count(data, 'count'))
      return
    case 'CATCH':
      move(1, count(data, 'totalLiveKg'), count(data, 'count'), 0)
      totals.caughtKg += count(data, 'totalLiveKg')
      go('left', count(data, 'count'))
      return
    case 'FEEDING':
      today.feedKg = plus(today.feedKg, given(data, 'kg'))
      return
    case 'WATER':
      today.waterL = plus(today.waterL, given(data, 'litres'))
      return
    case 'EGG_COLLECTION':
      today.eggs = plus(today.eggs, count(data, 'good', 'cracked', 'dirty', 'broken'))
      today.goodEggs = plus(today.goodEggs, count(data, 'good'))
      return
    case 'WEIGHT_SAMPLE':
      totals.weighings.push({ day: today.day, grams: data.meanG as number })
  }
}

/** What died and was culled, of the placed. */
export const flockLossShare = ({ dead, placed }: FlockTotals): number | null => lossShare(dead, placed)

/** Birds that lived here on a day, for a part of it or the whole: a bird that died or left on it may have laid. */
export const aliveAtDawn = ({ alive, dead, culled, left }: FlockDay): number => alive + dead + culled + left

/** Laying rate over the newest `days` days with eggs on record; null without any. */
export function layingOver(totals: FlockTotals, days: number): number | null {
  const last = totals.days.findLast(({ eggs }) => eggs !== null)
  if (!last) return null
  const since = addDays(last.day, 1 - days)
  const own = totals.days.filter(({ day, eggs }) => eggs !== null && day >= since)
  return layingShare(
    own.reduce((sum, { eggs }) => sum + (eggs ?? 0), 0),
    own.reduce((sum, one) => sum + aliveAtDawn(one), 0),
  )
}

/**
 * Feed conversion of a flock for meat up to its newest weighing, at which birds caught are weighed too: what is fed
 * after it has not been weighed yet. Live weight on hand and gone by then, less what came in. Null without a weight at placement.
 */
export function flockFcr(totals: FlockTotals): number | null {
  const { chickG, placed, placedOn, moved } = totals
  const caught = moved.filter(({ kg }) => kg > 0)
  const last = [...totals.weighings.filter(({ day }) => day !== placedOn), ...caught].toSorted((one, other) => one.day.localeCompare(other.day)).at(-1)
  if (!last || chickG === null) return null
  const until = totals.days.filter(({ day }) => day <= last.day)
  const alive = until.at(-1)?.alive ?? 0
  const feedKg = until.reduce((sum, day) => sum + (day.feedKg ?? 0), 0)
  const movedKg = moved.filter(({ day }) => day <= last.day).reduce((sum, { kg }) => sum + kg, 0)
  return feedConversion({ feedKg, gainKg: movedKg + (alive * last.grams - placed * chickG) / 1000 })
}

// What the events of a flock tell of it (animal 7): the balance of living birds day by day, deaths, eggs, feed and growth.
// Told anew after every event and after one was taken back.
import { addDays } from '../kernel/day.ts'
import { feedConversion, layingShare, lossShare } from './formulas.ts'

/** An event of the flock, or one of another flock that brought birds here (TRANSFER_IN, made by the reader of facts). */
export type FlockEvent = { eventType: string; day: string; data: Record<string, unknown> }
/** One day of the flock. Null: nobody recorded it. */
export type FlockDay = {
  day: string
  /** Birds alive when the day ended. */
  alive: number
  dead: number
  culled: number
  eggs: number | null
  goodEggs: number | null
  feedKg: number | null
  waterL: number | null
}
export type Weighing = { day: string; grams: number }
export type FlockProjection = {
  placedOn: string | null
  placed: number
  alive: number
  dead: number
  caughtKg: number
  feedKg: number
  weighings: Weighing[]
  days: FlockDay[]
  /** The first day on which more birds had gone than there were (AH-08); null when the balance holds. */
  firstBelowZero: { day: string; alive: number } | null
}

const count = (data: Record<string, unknown>, ...names: string[]): number => names.reduce((sum, name) => sum + ((data[name] as number | null) ?? 0), 0)
const given = (data: Record<string, unknown>, name: string): number | null => (typeof data[name] === 'number' ? (data[name] as number) : null)
const plus = (one: number | null, other: number | null): number | null => (one === null && other === null ? null : (one ?? 0) + (other ?? 0))

/** The day an event counts for: a day's record says it itself. */
const dayOf = ({ eventType, day, data }: FlockEvent): string => (eventType === 'DAILY_RECORD' && typeof data.day === 'string' ? data.day : day)
/** On one day: birds come first, a count corrects what went before it, then they go. */
const order: Readonly<Record<string, number>> = { PLACEMENT: 0, TRANSFER_IN: 1, COUNT_ADJUST: 2 }

export function flockProjection(events: readonly FlockEvent[]): FlockProjection {
  const projection: FlockProjection = {
    placedOn: null,
    placed: 0,
    alive: 0,
    dead: 0,
    caughtKg: 0,
    feedKg: 0,
    weighings: [],
    days: [],
    firstBelowZero: null,
  }
  const byDay = Map.groupBy(events, dayOf)
  for (const [day, own] of [...byDay].sort(([one], [other]) => one.localeCompare(other))) {
    const today: FlockDay = { day, alive: 0, dead: 0, culled: 0, eggs: null, goodEggs: null, feedKg: null, waterL: null }
    for (const event of own.toSorted((one, other) => (order[one.eventType] ?? 3) - (order[other.eventType] ?? 3))) step(projection, today, event)
    today.alive = projection.alive
    projection.dead += today.dead + today.culled
    projection.feedKg += today.feedKg ?? 0
    if (projection.alive < 0) projection.firstBelowZero ??= { day, alive: projection.alive }
    if (projection.placedOn) projection.days.push(today)
  }
  return projection
}

function step(projection: FlockProjection, today: FlockDay, { eventType, data }: FlockEvent): void {
  switch (eventType) {
    case 'PLACEMENT':
      projection.placedOn ??= today.day
      projection.placed = count(data, 'females', 'males', 'unsexed')
      projection.alive += projection.placed
      if (typeof data.weightG === 'number') projection.weighings.push({ day: today.day, grams: data.weightG })
      return
    case 'TRANSFER_IN':
      projection.alive += count(data, 'count')
      return
    case 'COUNT_ADJUST':
      projection.alive = count(data, 'counted')
      return
    case 'DAILY_RECORD': {
      const [dead, culled] = [count(data, 'deadFemales', 'deadMales', 'deadUnsexed'), count(data, 'culledFemales', 'culledMales', 'culledUnsexed')]
      const eggs = count(data, 'eggsGood', 'eggsCracked', 'eggsDirty', 'eggsBroken')
      today.dead += dead
      today.culled += culled
      projection.alive -= dead + culled
      today.feedKg = plus(today.feedKg, given(data, 'feedKg'))
      today.waterL = plus(today.waterL, given(data, 'waterL'))
      // The form asks every flock for eggs; a flock that has never laid has none to tell of.
      if (eggs > 0 || projection.days.some((one) => one.eggs !== null)) {
        today.eggs = plus(today.eggs, eggs)
        today.goodEggs = plus(today.goodEggs, count(data, 'eggsGood'))
      }
      return
    }
    case 'MORTALITY':
      today.dead += count(data, 'count')
      projection.alive -= count(data, 'count')
      return
    case 'CULL':
      today.culled += count(data, 'count')
      projection.alive -= count(data, 'count')
      return
    case 'TRANSFER':
      projection.alive -= count(data, 'count')
      return
    case 'CATCH':
      projection.alive -= count(data, 'count')
      projection.caughtKg += count(data, 'totalLiveKg')
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
      projection.weighings.push({ day: today.day, grams: data.meanG as number })
  }
}

/** What died and was culled, of the placed. */
export const flockLossShare = ({ dead, placed }: FlockProjection): number | null => lossShare(dead, placed)

/** Living birds at the beginning of a day: a bird that died on it may have laid. */
export const aliveAtDawn = ({ alive, dead, culled }: FlockDay): number => alive + dead + culled

/** Laying rate over the newest `days` days with eggs on record; null without any. */
export function layingOver(projection: FlockProjection, days: number): number | null {
  const last = projection.days.findLast(({ eggs }) => eggs !== null)
  if (!last) return null
  const since = addDays(last.day, 1 - days)
  const own = projection.days.filter(({ day, eggs }) => eggs !== null && day >= since)
  return layingShare(
    own.reduce((sum, { eggs }) => sum + (eggs ?? 0), 0),
    own.reduce((sum, one) => sum + aliveAtDawn(one), 0),
  )
}

/** Feed conversion of a flock kept for meat, up to its newest weighing: what is fed after it has not been weighed yet. */
export function flockFcr(projection: FlockProjection): number | null {
  const [first, last] = [projection.weighings[0], projection.weighings.at(-1)]
  if (!first || !last || first === last) return null
  const until = projection.days.filter(({ day }) => day <= last.day)
  const alive = until.at(-1)?.alive ?? 0
  const feedKg = until.reduce((sum, day) => sum + (day.feedKg ?? 0), 0)
  return feedConversion({ feedKg, gainKg: projection.caughtKg + (alive * last.grams - projection.placed * first.grams) / 1000 })
}

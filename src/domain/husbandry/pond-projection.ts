// What the events of a pond tell of its stock (animal 8): animals, growth, feed and water. How many live is an estimate
// between two counts; it follows from what was stocked, counted, lost and taken out, and from the survival that was
// expected when the crop was planned.
import { daysBetween } from '../kernel/day.ts'
import { feedConversion, freeAmmoniaMgL } from './formulas.ts'

export type PondEvent = { eventType: string; day: string; at: string; data: Record<string, unknown> }
export type PondPlan = { expectedSurvival: number; stockingDate: string; plannedHarvestDate: string | null }
export type WaterTest = {
  day: string
  at: string
  temperatureC: number
  doMgL: number
  ph: number
  tanMgL: number | null
  nh3MgL: number | null
  transparencyCm: number | null
}
export type PondProjection = {
  stockedOn: string | null
  stocked: number
  stockedKg: number
  dead: number
  harvestedKg: number
  feedKg: number
  weighings: { day: string; grams: number }[]
  water: WaterTest[]
  feedDays: { day: string; kg: number }[]
  /** Where the count stood last, and what has gone since: the estimate begins there. */
  counted: { day: string; animals: number } | null
  goneSince: { dead: number; taken: number }
  firstBelowZero: { day: string; alive: number } | null
}

const number = (data: Record<string, unknown>, name: string): number | null => (typeof data[name] === 'number' ? (data[name] as number) : null)
type Rows = readonly { count?: number | null; meanG?: number | null; kg?: number | null }[]

/** `events` in the order of their happening. */
export function pondProjection(events: readonly PondEvent[]): PondProjection {
  const projection: PondProjection = {
    stockedOn: null,
    stocked: 0,
    stockedKg: 0,
    dead: 0,
    harvestedKg: 0,
    feedKg: 0,
    weighings: [],
    water: [],
    feedDays: [],
    counted: null,
    goneSince: { dead: 0, taken: 0 },
    firstBelowZero: null,
  }
  for (const event of events) {
    step(projection, event)
    const alive = (projection.counted?.animals ?? 0) - projection.goneSince.dead - projection.goneSince.taken
    if (projection.stockedOn && alive < 0) projection.firstBelowZero ??= { day: event.day, alive }
  }
  return projection
}

function step(projection: PondProjection, { eventType, day, at, data }: PondEvent): void {
  switch (eventType) {
    case 'STOCKING': {
      const stock = (data.stock ?? []) as Rows
      projection.stockedOn ??= day
      projection.stocked = stock.reduce((sum, { count }) => sum + (count ?? 0), 0)
      projection.stockedKg = stock.reduce((sum, { count, meanG }) => sum + ((count ?? 0) * (meanG ?? 0)) / 1000, 0)
      projection.counted = { day, animals: projection.stocked }
      if (projection.stocked > 0) projection.weighings.push({ day, grams: (projection.stockedKg * 1000) / projection.stocked })
      return
    }
    case 'TRANSFER_IN':
      if (projection.counted) projection.counted = { ...projection.counted, animals: projection.counted.animals + (number(data, 'count') ?? 0) }
      return
    case 'COUNT_ADJUST':
      projection.counted = { day, animals: number(data, 'counted') ?? 0 }
      projection.goneSince = { dead: 0, taken: 0 }
      return
    case 'MORTALITY':
      projection.dead += number(data, 'count') ?? 0
      projection.goneSince.dead += number(data, 'count') ?? 0
      return
    case 'TRANSFER':
      projection.goneSince.taken += number(data, 'count') ?? 0
      return
    case 'PARTIAL_HARVEST':
    case 'FINAL_HARVEST':
      for (const { kg, count, meanG } of (data.fish ?? []) as Rows) {
        projection.harvestedKg += kg ?? 0
        // Nobody counts a net full; its weight over the mean of an animal says how many they were.
        const grams = meanG ?? projection.weighings.at(-1)?.grams ?? 0
        projection.goneSince.taken += count ?? (grams > 0 ? Math.round(((kg ?? 0) * 1000) / grams) : 0)
      }
      // An estimate may be short of what the nets brought up: the last harvest takes all there was.
      if (eventType === 'FINAL_HARVEST') Object.assign(projection, { counted: { day, animals: 0 }, goneSince: { dead: 0, taken: 0 } })
      return
    case 'FEEDING': {
      const kg = number(data, 'kg') ?? 0
      projection.feedKg += kg
      const last = projection.feedDays.at(-1)
      if (last?.day === day) last.kg += kg
      else projection.feedDays.push({ day, kg })
      return
    }
    case 'SAMPLING':
      projection.weighings.push({ day, grams: data.meanG as number })
      return
    case 'WATER_QUALITY': {
      const [tanMgL, ph, temperatureC] = [number(data, 'tanMgL'), data.ph as number, data.temperatureC as number]
      projection.water.push({
        day,
        at,
        temperatureC,
        ph,
        doMgL: data.doMgL as number,
        tanMgL,
        nh3MgL: tanMgL === null ? null : freeAmmoniaMgL({ tanMgL, ph, temperatureC }),
        transparencyCm: number(data, 'transparencyCm'),
      })
    }
  }
}

/** The plan of a stock, out of its record. */
export const pondPlan = (crop: Readonly<Record<string, unknown>>): PondPlan => ({
  expectedSurvival: crop.expectedSurvival as number,
  stockingDate: crop.stockingDate as string,
  plannedHarvestDate: (crop.plannedHarvestDate as string | null | undefined) ?? null,
})

/**
 * Animals that live on a day, estimated: the last count less what was taken out, and less the greater of the deaths on
 * record and of the losses nobody sees, which follow a straight line from the stocking to the harvest (animal 10.6). Null
 * before the stocking. Without a planned harvest only what was recorded counts.
 */
export function aliveOn(projection: PondProjection, plan: PondPlan, today: string): number | null {
  const { counted, goneSince, stocked } = projection
  if (!counted) return null
  const { plannedHarvestDate, stockingDate, expectedSurvival } = plan
  const span = plannedHarvestDate ? daysBetween(stockingDate, plannedHarvestDate) : 0
  const lostBy = (day: string) => (span > 0 ? stocked * (1 - expectedSurvival) * Math.min(1, Math.max(0, daysBetween(stockingDate, day) / span)) : 0)
  const unseen = Math.max(0, lostBy(today) - lostBy(counted.day))
  return Math.max(0, Math.round(counted.animals - goneSince.taken - Math.max(goneSince.dead, unseen)))
}

/** kg in the water on a day: the animals estimated alive at the mean weight of the newest sample. */
export function biomassOn(projection: PondProjection, plan: PondPlan, today: string): number | null {
  const [alive, grams] = [aliveOn(projection, plan, today), projection.weighings.at(-1)?.grams]
  return alive === null || grams === undefined ? null : (alive * grams) / 1000
}

/** Feed conversion up to today, once a sample after the stocking says what was gained. */
export function pondFcr(projection: PondProjection, plan: PondPlan, today: string): number | null {
  const biomassKg = biomassOn(projection, plan, today)
  if (biomassKg === null || projection.weighings.length < 2) return null
  return feedConversion({ feedKg: projection.feedKg, gainKg: projection.harvestedKg + biomassKg - projection.stockedKg })
}

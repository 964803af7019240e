// What the events of a pond tell of its stock (animal 8): animals, growth, feed and water. How many live is an estimate
// between two counts; it follows from what was stocked, counted, lost and taken out, and from the survival that was
// expected when the crop was planned.
import { daysFrom, feedConversion, freeAmmoniaMgL } from './formulas.ts'

export type PondFact = { eventType: string; day: string; at: string; data: Record<string, unknown> }
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
export type PondStory = {
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

/** `facts` in the order of their happening. */
export function pondStory(facts: readonly PondFact[]): PondStory {
  const story: PondStory = {
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
  for (const fact of facts) {
    tell(story, fact)
    const alive = (story.counted?.animals ?? 0) - story.goneSince.dead - story.goneSince.taken
    if (story.stockedOn && alive < 0) story.firstBelowZero ??= { day: fact.day, alive }
  }
  return story
}

function tell(story: PondStory, { eventType, day, at, data }: PondFact): void {
  switch (eventType) {
    case 'STOCKING': {
      const stock = (data.stock ?? []) as Rows
      story.stockedOn ??= day
      story.stocked = stock.reduce((sum, { count }) => sum + (count ?? 0), 0)
      story.stockedKg = stock.reduce((sum, { count, meanG }) => sum + ((count ?? 0) * (meanG ?? 0)) / 1000, 0)
      story.counted = { day, animals: story.stocked }
      if (story.stocked > 0) story.weighings.push({ day, grams: (story.stockedKg * 1000) / story.stocked })
      return
    }
    case 'TRANSFER_IN':
      if (story.counted) story.counted = { ...story.counted, animals: story.counted.animals + (number(data, 'count') ?? 0) }
      return
    case 'COUNT_ADJUST':
      story.counted = { day, animals: number(data, 'counted') ?? 0 }
      story.goneSince = { dead: 0, taken: 0 }
      return
    case 'MORTALITY':
      story.dead += number(data, 'count') ?? 0
      story.goneSince.dead += number(data, 'count') ?? 0
      return
    case 'TRANSFER':
      story.goneSince.taken += number(data, 'count') ?? 0
      return
    case 'PARTIAL_HARVEST':
    case 'FINAL_HARVEST':
      for (const { kg, count, meanG } of (data.fish ?? []) as Rows) {
        story.harvestedKg += kg ?? 0
        // Nobody counts a net full; its weight over the mean of an animal says how many they were.
        const grams = meanG ?? story.weighings.at(-1)?.grams ?? 0
        story.goneSince.taken += count ?? (grams > 0 ? Math.round(((kg ?? 0) * 1000) / grams) : 0)
      }
      // An estimate may be short of what the nets brought up: the last harvest takes all there was.
      if (eventType === 'FINAL_HARVEST') Object.assign(story, { counted: { day, animals: 0 }, goneSince: { dead: 0, taken: 0 } })
      return
    case 'FEEDING': {
      const kg = number(data, 'kg') ?? 0
      story.feedKg += kg
      const last = story.feedDays.at(-1)
      if (last?.day === day) last.kg += kg
      else story.feedDays.push({ day, kg })
      return
    }
    case 'SAMPLING':
      story.weighings.push({ day, grams: data.meanG as number })
      return
    case 'WATER_QUALITY': {
      const [tanMgL, ph, temperatureC] = [number(data, 'tanMgL'), data.ph as number, data.temperatureC as number]
      story.water.push({
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
export function aliveOn(story: PondStory, plan: PondPlan, today: string): number | null {
  const { counted, goneSince, stocked } = story
  if (!counted) return null
  const { plannedHarvestDate, stockingDate, expectedSurvival } = plan
  const span = plannedHarvestDate ? daysFrom(stockingDate, plannedHarvestDate) : 0
  const lostBy = (day: string) => (span > 0 ? stocked * (1 - expectedSurvival) * Math.min(1, Math.max(0, daysFrom(stockingDate, day) / span)) : 0)
  const unseen = Math.max(0, lostBy(today) - lostBy(counted.day))
  return Math.max(0, Math.round(counted.animals - goneSince.taken - Math.max(goneSince.dead, unseen)))
}

/** kg in the water on a day: the animals estimated alive at the mean weight of the newest sample. */
export function biomassOn(story: PondStory, plan: PondPlan, today: string): number | null {
  const [alive, grams] = [aliveOn(story, plan, today), story.weighings.at(-1)?.grams]
  return alive === null || grams === undefined ? null : (alive * grams) / 1000
}

/** Feed conversion up to today, once a sample after the stocking says what was gained. */
export function pondFcr(story: PondStory, plan: PondPlan, today: string): number | null {
  const biomassKg = biomassOn(story, plan, today)
  if (biomassKg === null || story.weighings.length < 2) return null
  return feedConversion({ feedKg: story.feedKg, gainKg: story.harvestedKg + biomassKg - story.stockedKg })
}

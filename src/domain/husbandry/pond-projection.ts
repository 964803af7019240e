// The stock of a pond as projected from its events (animal 8): animals, growth, feed and water. How many live is an estimate
// between two counts; it follows from what was stocked, counted, lost and taken out, and from the survival that was
// expected when the crop was planned.

import { daysBetween } from '../kernel/day.ts'
import type { AnyEntity } from '../kernel/entity.ts'
import { counted, onDay, phrase } from '../messages/message.ts'
import { feedConversion, freeAmmoniaMgL } from './formulas.ts'
import { type EventFinding, type HistoryEvent, inOrder, type Refusal, refusalAt, stateMachine } from './replay.ts'

export type PondEvent = HistoryEvent
export type PondPlan = { expectedSurvival: number; stockingDate: string; plannedHarvestDate: string | null }
export type WaterTest = {
  day: string
  at: string
  temperatureC: number
  doMgL: number
  ph: number
  tanMgL: number | null
  nh3MgL: number | null
  nitriteMgL: number | null
  salinityPpt: number | null
  transparencyCm: number | null
}
export type PondTotals = {
  stockedOn: string | null
  stocked: number
  stockedKg: number
  dead: number
  harvestedKg: number
  feedKg: number
  weighings: { day: string; grams: number }[]
  water: WaterTest[]
  /** The same, with the events that say them. */
  tested: { eventId: string; test: WaterTest }[]
  feedDays: { day: string; kg: number }[]
  /** Where the count stood last, and what has gone since: the estimate begins there. */
  counted: { day: string; animals: number } | null
  goneSince: { dead: number; taken: number; estimated: number }
  /** Weight of those whose death was recorded, at the newest mean weight of their time. */
  deadKg: number
  /** Weight that went to other ponds (positive) and came from them (negative). */
  movedKg: number
  /** Harvests whose number of animals was worked out from an older weighing. */
  guessed: { eventId: string; day: string; weighedOn: string | null }[]
  firstBelowZero: { day: string; alive: number } | null
}

const number = (data: Record<string, unknown>, name: string): number | null => (typeof data[name] === 'number' ? (data[name] as number) : null)
type Rows = readonly { count?: number | null; meanG?: number | null; kg?: number | null }[]

export type PondProjection = { status: string; columns: Record<string, unknown>; refusal: Refusal | null; totals: PondTotals }

export function pondTotals(events: readonly PondEvent[]): PondTotals {
  return foldPond(events, () => {})
}

/** What its history says of a stock: state, columns, and the first event that cannot have been. Columns are as of the last event. */
export function projectPond(entity: AnyEntity, record: Readonly<Record<string, unknown>>, events: readonly PondEvent[], today: string): PondProjection {
  const machine = stateMachine(entity, { TRANSFER_IN: { label: 'Animals received', icon: 'login', from: ['STOCKED', 'GROWING', 'HARVESTING'], fields: {} } })
  let status = machine.start
  let refusal: Refusal | null = null
  const totals = foldPond(events, (event, { firstBelowZero: bad }) => {
    const next = machine.step(status, event)
    status = next.state
    refusal ??= next.refusal
    if (bad)
      refusal ??= refusalAt(
        event,
        'AH-08',
        phrase`On ${onDay(bad.day)} ${counted(-bad.alive)} more animals would have gone than lived in ${String(record.title)}.`,
        {
          missing: -bad.alive,
        },
      )
  })
  const plan = pondPlan(record)
  const day = inOrder(events).at(-1)?.day ?? today
  const water = totals.water.at(-1)
  const biomassKg = biomassOn(totals, plan, day)
  return {
    status,
    columns: {
      aliveCount: aliveOn(totals, plan, day),
      lastWeightG: totals.weighings.at(-1)?.grams ?? null,
      biomassKg: biomassKg === null ? null : Math.round(biomassKg * 10) / 10,
      lastDoMgL: water?.doMgL ?? null,
      lastPh: water?.ph ?? null,
    },
    refusal,
    totals,
  }
}

/** AH-08: how many a harvest took is not known where nobody counted them and the last weighing is old. */
export function guessFindings(totals: PondTotals, weighingDays: number): EventFinding[] {
  return totals.guessed.flatMap(({ eventId, day, weighedOn }) =>
    weighedOn !== null && daysBetween(weighedOn, day) <= weighingDays
      ? []
      : [
          {
            eventId,
            ruleId: 'AH-08',
            severity: 'WARN',
            message: 'How many animals were taken is not known: nobody counted them, and the last weighing is old. Weigh a sample or count the stock.',
            figures: weighedOn === null ? {} : { weighedOn },
          },
        ],
  )
}

/** Folds the events; `seen` is called after each of them, with what it led to. */
export function foldPond(events: readonly PondEvent[], seen: (event: PondEvent, totals: PondTotals) => void): PondTotals {
  const totals: PondTotals = {
    stockedOn: null,
    stocked: 0,
    stockedKg: 0,
    dead: 0,
    harvestedKg: 0,
    feedKg: 0,
    weighings: [],
    water: [],
    tested: [],
    feedDays: [],
    counted: null,
    goneSince: { dead: 0, taken: 0, estimated: 0 },
    deadKg: 0,
    movedKg: 0,
    guessed: [],
    firstBelowZero: null,
  }
  for (const event of inOrder(events)) {
    step(totals, event)
    // Only what was counted refuses anything: an estimate is no proof.
    const alive = (totals.counted?.animals ?? 0) - totals.goneSince.dead - totals.goneSince.taken
    if (totals.stockedOn && alive < 0) totals.firstBelowZero ??= { day: event.day, alive }
    seen(event, totals)
  }
  return totals
}

function step(totals: PondTotals, { id, eventType, day, occurredAt: at, data }: PondEvent): void {
  const grams = totals.weighings.at(-1)?.grams ?? 0
  switch (eventType) {
    case 'STOCKING': {
      const stock = (data.stock ?? []) as Rows
      totals.stockedOn ??= day
      totals.stocked = stock.reduce((sum, { count }) => sum + (count ?? 0), 0)
      totals.stockedKg = stock.reduce((sum, { count, meanG }) => sum + ((count ?? 0) * (meanG ?? 0)) / 1000, 0)
      totals.counted = { day, animals: totals.stocked }
      if (totals.stocked > 0) totals.weighings.push({ day, grams: (totals.stockedKg * 1000) / totals.stocked })
      return
    }
    case 'TRANSFER_IN':
      if (totals.counted) totals.counted = { ...totals.counted, animals: totals.counted.animals + (number(data, 'count') ?? 0) }
      totals.movedKg -= ((number(data, 'count') ?? 0) * (number(data, 'meanG') ?? grams)) / 1000
      return
    case 'COUNT_ADJUST':
      totals.counted = { day, animals: number(data, 'counted') ?? 0 }
      totals.goneSince = { dead: 0, taken: 0, estimated: 0 }
      return
    case 'MORTALITY':
      totals.dead += number(data, 'count') ?? 0
      totals.goneSince.dead += number(data, 'count') ?? 0
      totals.deadKg += ((number(data, 'count') ?? 0) * grams) / 1000
      return
    case 'TRANSFER':
      totals.goneSince.taken += number(data, 'count') ?? 0
      totals.movedKg += ((number(data, 'count') ?? 0) * (number(data, 'meanG') ?? grams)) / 1000
      return
    case 'PARTIAL_HARVEST':
    case 'FINAL_HARVEST':
      for (const { kg, count, meanG } of (data.fish ?? []) as Rows) {
        totals.harvestedKg += kg ?? 0
        if (typeof count === 'number') {
          totals.goneSince.taken += count
          continue
        }
        // Nobody counts a net full; its weight over the mean of an animal says about how many they were, and never more than there were.
        const mean = meanG ?? grams
        const { dead, taken, estimated } = totals.goneSince
        const left = Math.max(0, (totals.counted?.animals ?? 0) - dead - taken - estimated)
        totals.goneSince.estimated += Math.min(left, mean > 0 ? Math.round(((kg ?? 0) * 1000) / mean) : 0)
        if (typeof meanG !== 'number' && eventType === 'PARTIAL_HARVEST')
          totals.guessed.push({ eventId: id, day, weighedOn: totals.weighings.at(-1)?.day ?? null })
      }
      // An estimate may be short of what the nets brought up: the last harvest takes all there was.
      if (eventType === 'FINAL_HARVEST') Object.assign(totals, { counted: { day, animals: 0 }, goneSince: { dead: 0, taken: 0, estimated: 0 } })
      return
    case 'FEEDING': {
      const kg = number(data, 'kg') ?? 0
      totals.feedKg += kg
      const last = totals.feedDays.at(-1)
      if (last?.day === day) last.kg += kg
      else totals.feedDays.push({ day, kg })
      return
    }
    case 'SAMPLING':
      totals.weighings.push({ day, grams: data.meanG as number })
      return
    case 'WATER_QUALITY': {
      const [tanMgL, ph, temperatureC] = [number(data, 'tanMgL'), data.ph as number, data.temperatureC as number]
      const test = {
        day,
        at,
        temperatureC,
        ph,
        doMgL: data.doMgL as number,
        tanMgL,
        nh3MgL: tanMgL === null ? null : freeAmmoniaMgL({ tanMgL, ph, temperatureC }),
        nitriteMgL: number(data, 'nitriteMgL'),
        salinityPpt: number(data, 'salinityPpt'),
        transparencyCm: number(data, 'transparencyCm'),
      }
      totals.water.push(test)
      totals.tested.push({ eventId: id, test })
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
export function aliveOn(totals: PondTotals, plan: PondPlan, today: string): number | null {
  const { counted, goneSince, stocked } = totals
  if (!counted) return null
  const { plannedHarvestDate, stockingDate, expectedSurvival } = plan
  const span = plannedHarvestDate ? daysBetween(stockingDate, plannedHarvestDate) : 0
  const lostBy = (day: string) => (span > 0 ? stocked * (1 - expectedSurvival) * Math.min(1, Math.max(0, daysBetween(stockingDate, day) / span)) : 0)
  const unseen = Math.max(0, lostBy(today) - lostBy(counted.day))
  return Math.max(0, Math.round(counted.animals - goneSince.taken - goneSince.estimated - Math.max(goneSince.dead, unseen)))
}

/** kg in the water on a day: the animals estimated alive at the mean weight of the newest sample. */
export function biomassOn(totals: PondTotals, plan: PondPlan, today: string): number | null {
  const [alive, grams] = [aliveOn(totals, plan, today), totals.weighings.at(-1)?.grams]
  return alive === null || grams === undefined ? null : (alive * grams) / 1000
}

/** Feed conversion up to today, once a sample after the stocking says what was gained: also by those that died and those that went to other ponds. */
export function pondFcr(totals: PondTotals, plan: PondPlan, today: string): number | null {
  const biomassKg = biomassOn(totals, plan, today)
  if (biomassKg === null || totals.weighings.length < 2) return null
  return feedConversion({ feedKg: totals.feedKg, gainKg: totals.harvestedKg + totals.deadKg + totals.movedKg + biomassKg - totals.stockedKg })
}

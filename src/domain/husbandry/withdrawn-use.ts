// What an event uses of an animal, a flock or a pond that a withdrawal may forbid (animal 10.1): asked when it is recorded,
// and asked again of everything already recorded when a treatment is entered or corrected late (10.1.6).

import { dayIn, startOfDay } from '../kernel/day.ts'
import { counted, onDay, phrase } from '../messages/message.ts'
import type { EventFinding, HistoryEvent } from './replay.ts'
import type { ProjectedWithdrawal } from './withdrawal-projection.ts'

export type Use = {
  products: readonly string[]
  /** False: it happens all the same and is for review, as hens lay whatever they were given. */
  isRefused: boolean
  /** The field that says what it was used for. */
  path?: string
  /** The moment of the use. */
  at: string
  kg: number | null
}
type Used = Pick<HistoryEvent, 'eventType' | 'occurredAt' | 'data'>

const eggFields = ['eggsGood', 'eggsCracked', 'eggsDirty', 'good', 'cracked', 'dirty'] as const
const sum = (values: readonly unknown[]): number => values.reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0)

/** Null: nothing that a withdrawal is about. */
export function usageOf({ eventType, occurredAt, data }: Used, zone: string): Use | null {
  const refused = (products: readonly string[], kg: unknown, path?: string): Use => ({
    products,
    isRefused: true,
    at: occurredAt,
    kg: typeof kg === 'number' ? kg : null,
    ...(path ? { path } : {}),
  })
  switch (eventType) {
    case 'MILKING':
      return data.destination === 'MilkTank' ? refused(['MILK'], data.kg, 'data.destination') : null
    case 'SLAUGHTER':
      return refused(['MEAT'], data.carcassKg ?? data.liveKg)
    case 'DEPARTURE':
      return data.kind === 'Slaughter' || data.kind === 'Export' ? refused(['MEAT'], data.liveKg, 'data.kind') : null
    case 'SHEARING':
      return refused(['FIBRE'], data.greasyKg)
    case 'CATCH':
      return data.forSlaughter === 'SLAUGHTER' ? refused(['MEAT'], data.totalLiveKg, 'data.forSlaughter') : null
    case 'PARTIAL_HARVEST':
    case 'FINAL_HARVEST':
      return refused(['MEAT', 'OTHER'], sum(((data.fish ?? []) as { kg?: number }[]).map(({ kg }) => kg)))
    case 'EGG_COLLECTION':
    case 'DAILY_RECORD': {
      if (sum(eggFields.map((field) => data[field])) === 0) return null
      const day = dayIn(zone, new Date(occurredAt))
      const at = typeof data.day === 'string' && data.day !== day ? new Date(Date.parse(startOfDay(data.day, zone)) + 43_200_000).toISOString() : occurredAt
      return { products: ['EGGS'], isRefused: false, at, kg: null }
    }
    default:
      return null
  }
}

/** 10.1.6. What of the recorded was used while it was withdrawn: for whoever gave the medicine, or for whoever gathered the eggs. `isInForceAt`: at a moment. */
export function findingsOfUse(
  withdrawals: readonly ProjectedWithdrawal[],
  history: readonly Pick<HistoryEvent, 'id' | 'eventType' | 'occurredAt' | 'data'>[],
  zone: string,
  isInForceAt: (one: ProjectedWithdrawal, at: string) => boolean,
): EventFinding[] {
  const used = history.flatMap((event) => {
    const use = usageOf(event, zone)
    const during = use ? withdrawals.filter((one) => use.products.includes(one.product) && isInForceAt(one, use.at)) : []
    return use && during.length > 0 ? [{ event, use, during }] : []
  })
  const eggs = used.flatMap(({ event, use, during: [first] }) => (use.isRefused || !first ? [] : [eggFinding(event.id, first, zone)]))
  const refused = used.filter(({ use }) => use.isRefused)
  const causes = [...new Set(refused.flatMap(({ during }) => during.map(({ eventId }) => eventId)))]
  return [
    ...eggs,
    ...causes.map((eventId) =>
      usedFinding(
        eventId,
        refused.filter(({ during }) => during.some((one) => one.eventId === eventId)),
        zone,
      ),
    ),
  ]
}

/** Hens lay whatever they were given: their eggs are for review. */
function eggFinding(eventId: string, { effectiveEndAt }: ProjectedWithdrawal, zone: string): EventFinding {
  const until = effectiveEndAt === null ? {} : { until: dayIn(zone, effectiveEndAt) }
  return {
    eventId,
    ruleId: 'AH-09',
    severity: 'REVIEW',
    message: 'These eggs were laid under a withdrawal: they may not be eaten or sold.',
    figures: { product: 'Eggs', ...until },
  }
}

function usedFinding(eventId: string, used: readonly { use: Use }[], zone: string): EventFinding {
  const days = used.map(({ use }) => dayIn(zone, use.at)).sort()
  const kg = Math.round(sum(used.map(({ use }) => use.kg)) * 100) / 100
  return {
    eventId,
    ruleId: 'AH-09',
    severity: 'REVIEW',
    message: phrase`Used ${counted(used.length)} times during a withdrawal, from ${onDay(days[0] ?? '')} to ${onDay(days.at(-1) ?? '')}: find where it went.`,
    figures: { usedTimes: used.length, firstDay: days[0], lastDay: days.at(-1), ...(kg > 0 ? { usedKg: kg } : {}) },
  }
}

// Anomaly screens (BR-32): patterns that honest records rarely show. Each finds groups of records and says how strong the pattern is against its threshold; none
// refuses anything, a person looks. Pure: facts in, findings out, in an order that does not depend on the order of the facts.
import { shapeOf, stacksOf } from '../geo/boundary-patterns.ts'
import { dayIn } from '../kernel/day.ts'
import type { Polygon, Position } from '../kernel/kinds.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import type { AnomalyKind } from '../work/anomaly.ts'

export type Thresholds = Pick<
  Tolerances,
  | 'roundWeightShare'
  | 'roundWeightTickets'
  | 'sameWeightFarmers'
  | 'ticketsPerMinute'
  | 'pickingDays'
  | 'cloneFarmers'
  | 'stackPlots'
  | 'stackMetres'
  | 'ghostDeliveries'
>

/** One piece of evidence. `id` and `entity`: the record; `eventId`: of it. `value`: kg, kg/ha or days. `at`: ISO 8601. */
export type Evidence = {
  entity: 'productbatch' | 'crop' | 'landparcel' | 'farmer'
  id: string
  eventId: string | null
  farmerId: string | null
  at: string | null
  value: number | null
  lng: number | null
  lat: number | null
}
/** `key`: the same pattern found again has the same one. `measure` and `threshold`: a share, or a number, by the kind. */
export type Found = {
  kind: AnomalyKind
  key: string
  measure: number
  threshold: number
  processingSystemId: string | null
  village: string | null
  farmerId: string | null
  recorders: string[]
  evidence: Evidence[]
}

/** One ticket of the purchase register. `sownOn`: of its crop, YYYY-MM-DD. */
export type Ticket = {
  eventId: string
  lotId: string
  centreId: string | null
  scaleId: string | null
  farmerId: string
  at: string
  kg: number
  sownOn: string | null
  by: string | null
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const byTime = (one: Ticket, other: Ticket): number => compare(one.at, other.at) || compare(one.eventId, other.eventId)
const ofTicket = ({ lotId, eventId, farmerId, at, kg }: Ticket): Evidence => ({
  entity: 'productbatch',
  id: lotId,
  eventId,
  farmerId,
  at,
  value: kg,
  lng: null,
  lat: null,
})
const recordersOf = (of: readonly { by: string | null }[]): string[] => [...new Set(of.flatMap(({ by }) => by ?? []))].sort()
const ticketsFound = (kind: AnomalyKind, key: string, tickets: readonly Ticket[], measure: number, threshold: number): Found => ({
  kind,
  key,
  measure: Math.round(measure * 10_000) / 10_000,
  threshold,
  processingSystemId: tickets[0]?.centreId ?? null,
  village: null,
  farmerId: null,
  recorders: recordersOf(tickets),
  evidence: [...tickets].sort(byTime).map(ofTicket),
})
const groups = <T>(of: readonly T[], keyOf: (one: T) => string): [string, T[]][] => [...Map.groupBy(of, keyOf)].sort(([one], [other]) => compare(one, other))
const isRound = (kg: number): boolean => Math.round(kg * 1000) % 10_000 === 0

/** Months by the calendar of the programme, so that a finding of one month stays one of that month. */
const monthOf = (at: string, timezone: string): string => dayIn(timezone, at).slice(0, 7)

/** Weights that end in 0 kg at a centre in a month: more than 60 % of at least so many tickets. */
export const roundWeights = (tickets: readonly Ticket[], timezone: string, { roundWeightShare, roundWeightTickets }: Thresholds): Found[] =>
  groups(tickets, ({ centreId, at }) => `${centreId ?? '-'} ${monthOf(at, timezone)}`).flatMap(([key, of]) => {
    const round = of.filter(({ kg }) => isRound(kg))
    const share = round.length / of.length
    return of.length >= roundWeightTickets && share > roundWeightShare ? [ticketsFound('ROUND_WEIGHTS', key, round, share, roundWeightShare)] : []
  })

/** Exactly the same kilograms, to the gram, for many farmers at a centre on a day. */
export const sameWeights = (tickets: readonly Ticket[], timezone: string, { sameWeightFarmers }: Thresholds): Found[] =>
  groups(tickets, ({ centreId, at, kg }) => `${centreId ?? '-'} ${dayIn(timezone, at)} ${kg.toFixed(3)}`).flatMap(([key, of]) => {
    const farmers = new Set(of.map(({ farmerId }) => farmerId)).size
    return farmers >= sameWeightFarmers ? [ticketsFound('SAME_WEIGHT', key, of, farmers, sameWeightFarmers)] : []
  })

/** A scale that weighs more often than a cart can be emptied: tickets of which more than so many fall within one minute. */
export function fastTickets(tickets: readonly Ticket[], timezone: string, { ticketsPerMinute }: Thresholds): Found[] {
  const weighed = tickets.filter(({ scaleId }) => scaleId)
  return groups(weighed, ({ centreId, scaleId, at }) => `${centreId ?? '-'} ${scaleId} ${dayIn(timezone, at)}`).flatMap(([key, of]) => {
    const sorted = [...of].sort(byTime)
    const fast = new Set<Ticket>()
    let most = 0
    sorted.forEach((_, from) => {
      const start = Date.parse(sorted[from]?.at ?? '')
      const within = sorted.slice(from).filter(({ at }) => Date.parse(at) - start < 60_000)
      most = Math.max(most, within.length)
      if (within.length > ticketsPerMinute) for (const one of within) fast.add(one)
    })
    return fast.size > 0 ? [ticketsFound('FAST_TICKETS', key, [...fast], most, ticketsPerMinute)] : []
  })
}

const dayMs = 86_400_000
/** Goods delivered sooner after sowing than the crop can be picked. One finding for a farmer and month. */
export const beforePicking = (tickets: readonly Ticket[], timezone: string, { pickingDays }: Thresholds): Found[] =>
  groups(tickets, ({ farmerId, at }) => `${farmerId} ${monthOf(at, timezone)}`).flatMap(([key, of]) => {
    const daysOf = ({ at, sownOn }: Ticket): number =>
      sownOn === null ? Number.POSITIVE_INFINITY : (Date.parse(dayIn(timezone, at)) - Date.parse(sownOn)) / dayMs
    const early = of.filter((one) => daysOf(one) < pickingDays)
    if (early.length === 0) return []
    return [
      {
        ...ticketsFound('BEFORE_PICKING', key, early, Math.min(...early.map(daysOf)), pickingDays),
        farmerId: early[0]?.farmerId ?? null,
        processingSystemId: null,
      },
    ]
  })

/** A yield of a season; `kgPerHa` as approved or harvested, to the kilogram. */
export type Yield = { cropId: string; farmerId: string; village: string; cropTypeId: string; seasonId: string; kgPerHa: number; by: string | null }
/** Farmers of one village whose yields of one crop are equal to the kilogram. */
export const yieldClones = (yields: readonly Yield[], { cloneFarmers }: Thresholds): Found[] =>
  groups(
    yields.filter(({ kgPerHa }) => kgPerHa > 0),
    ({ village, cropTypeId, seasonId, kgPerHa }) => `${village} ${seasonId} ${cropTypeId} ${Math.round(kgPerHa)}`,
  ).flatMap(([key, of]) => {
    const farmers = new Set(of.map(({ farmerId }) => farmerId)).size
    if (farmers < cloneFarmers) return []
    const evidence = [...of].sort((one, other) => compare(one.cropId, other.cropId))
    return [
      {
        kind: 'YIELD_CLONES' as const,
        key,
        measure: farmers,
        threshold: cloneFarmers,
        processingSystemId: null,
        village: of[0]?.village ?? null,
        farmerId: null,
        recorders: recordersOf(of),
        evidence: evidence.map(({ cropId, farmerId, kgPerHa }) => ({
          entity: 'crop' as const,
          id: cropId,
          eventId: null,
          farmerId,
          at: null,
          value: kgPerHa,
          lng: null,
          lat: null,
        })),
      },
    ]
  })

/** `from`: where the person stood who captured the boundary; null where that is not known. */
export type Plot = {
  parcelId: string
  farmerId: string
  eventId: string | null
  at: string | null
  boundary: Polygon
  from: Position | null
  by: string | null
}
const plotsFound = (kind: AnomalyKind, key: string, plots: readonly Plot[], threshold: number): Found => ({
  kind,
  key,
  measure: plots.length,
  threshold,
  processingSystemId: null,
  village: null,
  farmerId: null,
  recorders: recordersOf(plots),
  evidence: [...plots]
    .sort((one, other) => compare(one.parcelId, other.parcelId))
    .map(({ parcelId, farmerId, eventId, at, boundary, from }) => {
      const [lng, lat] = from ?? boundary.coordinates[0]?.[0] ?? [null, null]
      return { entity: 'landparcel', id: parcelId, eventId, farmerId, at, value: null, lng: lng ?? null, lat: lat ?? null }
    }),
})
const smallest = (plots: readonly Plot[]): string => plots.map(({ parcelId }) => parcelId).sort()[0] ?? ''

/** Boundaries of many plots captured from where one person stood. */
export const gpsStacks = (plots: readonly Plot[], { stackPlots, stackMetres }: Thresholds): Found[] =>
  stacksOf(
    plots.flatMap((of) => (of.from ? [{ of, at: of.from }] : [])),
    stackMetres,
    stackPlots,
  ).map((stack) => {
    const of = stack.map((one) => one.of)
    return plotsFound('GPS_STACK', smallest(of), of, stackPlots)
  })
/** Plots in different places whose boundaries have one shape. */
export const copiedBoundaries = (plots: readonly Plot[]): Found[] => {
  const shapes = plots.flatMap((plot) => {
    const shape = shapeOf(plot.boundary)
    return shape === null ? [] : [{ shape, plot }]
  })
  return groups(shapes, ({ shape }) => shape).flatMap(([, alike]) => {
    const of = alike.map(({ plot }) => plot)
    return of.length > 1 ? [plotsFound('COPIED_BOUNDARY', smallest(of), of, 1)] : []
  })
}

/** What is known of an active member. `visits`: inspections, visits and trainings that somebody was at. */
export type Member = { farmerId: string; village: string | null; hasPhone: boolean; hasConsent: boolean; visits: number; deliveries: number }
/** Nothing but deliveries: no phone, no consent, nobody who has seen them. */
export const ghostFarmers = (members: readonly Member[], { ghostDeliveries }: Thresholds): Found[] =>
  members
    .filter(({ hasPhone, hasConsent, visits, deliveries }) => !hasPhone && !hasConsent && visits === 0 && deliveries >= ghostDeliveries && deliveries > 0)
    .sort((one, other) => compare(one.farmerId, other.farmerId))
    .map(({ farmerId, village, deliveries }) => ({
      kind: 'GHOST_FARMER',
      key: farmerId,
      measure: deliveries,
      threshold: ghostDeliveries,
      processingSystemId: null,
      village,
      farmerId,
      recorders: [],
      evidence: [{ entity: 'farmer', id: farmerId, eventId: null, farmerId, at: null, value: deliveries, lng: null, lat: null }],
    }))

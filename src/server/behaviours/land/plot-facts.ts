// The projection of a plot, fed from the database: grower, lease, neighbours, organic clock and verification as its history says.
// Crops that take their claim from the plot read the same facts.

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { withInherited } from '#domain/land/plot-lineage.ts'
import { type ClockOptions, type PlotFact, plotProjection, verifiedAt } from '#domain/land/plot-projection.ts'
import { readBoundaries } from '../../map/boundary-versions.ts'
import type { Past, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { changesIn } from '../../store/event-view.ts'
import { findRecord, recordsById } from '../../store/get.ts'
import { isPast, wheneverItWas } from '../../store/past.ts'
import { readHistories } from '../../store/past-histories.ts'
import { tolerances } from '../open-season.ts'
import { boundaryThen } from './landparcel-boundary.ts'
import { setOrganicStatus } from './organic-status.ts'

const landparcel = entityOf('landparcel')
type Parcel = Stored<typeof landparcel>
const typesRead = [
  'CREATED',
  'EDITED',
  'GROWER_CHANGED',
  'LEASE_CHANGED',
  'BUFFER_OBSERVED',
  'CONVERSION_STARTED',
  'CONVERSION_CONFIRMED',
  'RETRO_CONFIRMED',
  'CONVERSION_RESET',
  'CONVERSION_RESET_LIFTED',
  'PROHIBITED_INPUT_FOUND',
  'TAKEN_OVER',
] as const

/**
 * Of a plot that was made from others with what it takes over from them. In a scope of the past the organic clock is read by the days that its facts speak of (`clockUntil`), whenever they
 * were recorded or signed within what is known: a start that the certification body confirms in January was the start in November, too. Everything else counts once it has occurred.
 */
export async function plotFactsOf(scope: Scope, parcelId: string): Promise<PlotFact[]> {
  const events = isPast(scope) ? await knownThen(scope, parcelId) : await eventsOf(scope, landparcel, parcelId, typesRead)
  const facts = events.map((fact) => ({ ...fact, recordedDay: localDay(scope, fact.recordedAt) }))
  const taken = events.findLast((event) => event.eventType === 'TAKEN_OVER')
  if (taken?.eventType !== 'TAKEN_OVER') return facts
  const predecessors: PlotFact[][] = []
  for (const id of taken.data.parcelIds) predecessors.push(await plotFactsOf(scope, id))
  return withInherited(facts, predecessors, clockOptions(scope))
}

async function knownThen(scope: Scope & { past: Past }, parcelId: string) {
  const known = await eventsOf(wheneverItWas(scope), landparcel, parcelId, typesRead)
  const by = Date.parse(scope.past.occurredBy)
  return known.flatMap((event) => {
    if (event.eventType === 'CREATED' || Date.parse(event.occurredAt) <= by || clockEvents.has(event.eventType)) return [event]
    if (event.eventType !== 'EDITED') return []
    const changes = Object.entries(changesIn(event.data)).filter(([name]) => clockFields.some((one) => one === name))
    return changes.length ? [{ ...event, data: { ...event.data, changes: Object.fromEntries(changes) } }] : []
  })
}
/** That each speak of a day of their own, or confirm what does. */
const clockEvents: ReadonlySet<string> = new Set([
  'CONVERSION_STARTED',
  'CONVERSION_CONFIRMED',
  'RETRO_CONFIRMED',
  'CONVERSION_RESET',
  'PROHIBITED_INPUT_FOUND',
])

/** In a scope of the past what speaks of later days has not come. */
export const clockUntil = (scope: Scope): string | null => (isPast(scope) ? localDay(scope, scope.past.occurredBy) : null)
const clockOptions = (scope: Scope): ClockOptions => ({ monthsUnconfirmed: monthsUnconfirmed(scope), until: clockUntil(scope) })
export const monthsUnconfirmed = (scope: Scope): number => tolerances(scope).startUnconfirmed

/** The columns that the organic clock moves. */
export const clockFields = [
  'conversionStart',
  'conversionCountsFrom',
  'startConfirmedAt',
  'lastProhibitedInputOn',
  'retroMonths',
  'retroDocument',
  'retroConfirmedAt',
  'conversionMonths',
  'conversionMonthsPerennial',
] as const

/** Sets the columns of `parcel` (not written yet) that its history says, and the claim of today with them; answers them. */
export function projectPlot(scope: Scope, parcel: Parcel, facts: readonly PlotFact[]): Partial<Parcel> {
  const { farmerId, ...rest } = plotProjection(facts, clockOptions(scope))
  const projected = { ...rest, farmerId: farmerId ?? parcel.farmerId }
  Object.assign(parcel, projected)
  setOrganicStatus(scope, parcel)
  return { ...projected, organicStatus: parcel.organicStatus }
}

/** The columns of a plot that follow from its history. */
export async function projectParcel(scope: Scope, parcel: Parcel, history: readonly HistoryEvent[]): Promise<Partial<Parcel>> {
  const after = { ...parcel }
  const projected = projectPlot(scope, after, await plotFactsOf(scope, parcel.id))
  // The plot lies with its grower: village and access scope follow.
  const isHandedOver = after.farmerId !== parcel.farmerId
  const village = isHandedOver ? ((await findRecord(scope, entityOf('farmer'), after.farmerId, { by: 'any' }))?.village ?? null) : parcel.village
  return { ...projected, ...(scope.past ? await boundaryThen(scope, after) : {}), village, verifiedAt: verifiedAt(history) }
}

/** Histories, boundaries and growers of several plots, for a scope of the past. */
export async function readPlotsAhead(scope: Scope & { past: Past }, plots: readonly Parcel[]): Promise<void> {
  const ids = plots.map(({ id }) => id)
  await readHistories(scope, [[landparcel, ids]])
  await readBoundaries(scope, ids)
  const handedOver = await eventsOf(scope, landparcel, ids, ['GROWER_CHANGED'])
  await recordsById(scope, entityOf('farmer'), [...new Set(handedOver.map(({ data }) => data.farmerId))])
}

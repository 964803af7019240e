// The projection of a plot, fed from the database: grower, lease, neighbours, organic clock and verification as its history says.
// Crops that take their claim from the plot read the same facts.

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { withInherited } from '#domain/land/plot-lineage.ts'
import { type PlotFact, plotProjection, verifiedAt } from '#domain/land/plot-projection.ts'
import { readBoundaries } from '../../map/boundary-versions.ts'
import type { Past, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { findRecord, recordsById } from '../../store/get.ts'
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

/** Of a plot that was made from others with what it takes over from them. */
export async function plotFactsOf(scope: Scope, parcelId: string): Promise<PlotFact[]> {
  const events = await eventsOf(scope, landparcel, parcelId, typesRead)
  const facts = events.map((fact) => ({ ...fact, recordedDay: localDay(scope, fact.recordedAt) }))
  const taken = events.findLast((event) => event.eventType === 'TAKEN_OVER')
  if (taken?.eventType !== 'TAKEN_OVER') return facts
  const predecessors: PlotFact[][] = []
  for (const id of taken.data.parcelIds) predecessors.push(await plotFactsOf(scope, id))
  return withInherited(facts, predecessors, { monthsUnconfirmed: monthsUnconfirmed(scope) })
}
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
  const { farmerId, ...rest } = plotProjection(facts, { monthsUnconfirmed: monthsUnconfirmed(scope) })
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

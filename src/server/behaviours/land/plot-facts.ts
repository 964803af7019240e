// What the history of a plot says, read for its projection: by the plot itself, and by the crops that take their claim from it.

import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { type PlotFact, plotProjection } from '#domain/land/plot-projection.ts'
import type { Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { tolerances } from '../open-season.ts'
import { setOrganicStatus } from './organic-status.ts'

const landparcel = entityOf('landparcel')
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
  'PROHIBITED_INPUT_FOUND',
]

export async function plotFactsOf(scope: Scope, parcelId: string): Promise<PlotFact[]> {
  const facts = await eventsOf(scope, landparcel, parcelId, typesRead)
  return facts.map((fact) => ({ ...fact, recordedDay: localDay(scope, fact.recordedAt) }))
}
export const monthsUnconfirmed = (scope: Scope): number => tolerances(scope).startUnconfirmed

export const tenureFields = ['farmerId', 'leaseFrom', 'leaseTo', 'neighbours'] as const
export const clockFields = [
  'conversionStart',
  'conversionCountsFrom',
  'startConfirmedAt',
  'lastProhibitedInputOn',
  'retroMonths',
  'retroDocument',
  'retroConfirmedAt',
] as const

/** Sets these columns on `parcel` (not written yet) as its history says, and the claim of today with them. */
export function projectPlot(scope: Scope, parcel: Row, facts: readonly PlotFact[], fields: readonly (keyof ReturnType<typeof plotProjection>)[]): void {
  const projected = plotProjection(facts, { monthsUnconfirmed: monthsUnconfirmed(scope) })
  for (const name of fields) parcel[name as keyof Row] = projected[name] as never
  setOrganicStatus(scope, parcel)
}

// The season as a gate: once it is closed, nothing is recorded in it and nothing is taken back (BR-25, BR-28).

import { entityOf } from '#domain/entities.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { type Tolerances, tolerancesOf } from '#domain/rules/tolerances.ts'
import { type EventBehaviour, guardedBy, type Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'

/** The programme's own tolerances over the defaults. */
export const tolerances = (scope: Scope): Tolerances => tolerancesOf(scope.tenant.config.tolerances)

/** Throws PERIOD_CLOSED for a closed season; the season otherwise. */
export async function openSeason(scope: Scope, seasonId: string): Promise<Row> {
  const [season] = await recordsById(scope, entityOf('season'), [seasonId])
  if (!season) throw fieldProblem('seasonId', 'missing', 'There is no such season.')
  if (season.status !== 'OPEN')
    throw new Problem('PERIOD_CLOSED', { message: `${season.title} is closed. An administrator can reopen it.`, figures: { season: season.code } })
  return season
}

/** Whether a day lies in the season, give or take the tolerance for sowing (3.5: 45 days). */
export function isNear(season: Row, day: string, days: number): boolean {
  return day >= addDays(season.startDate as string, -days) && day <= addDays(season.endDate as string, days)
}

/**
 * Events of one entity, each refused while its season is closed, also those without effects of their own. `types`: all
 * event types of the entity; those without a behaviour become plain facts that can be taken back.
 */
export function inOpenSeason(types: readonly string[], own: Readonly<Record<string, EventBehaviour>>): Record<string, EventBehaviour> {
  return Object.fromEntries(
    types.map((type) => [type, guardedBy(async (scope, { subject }) => void (await openSeason(scope, subject.seasonId as string)), own[type])]),
  )
}

// The season as a gate: once it is closed, nothing is recorded in it and nothing is taken back (BR-25, BR-28).

import { entityOf } from '#domain/entities.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { AnyEntity, Stored } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { type Message, phrase } from '#domain/messages/message.ts'
import { type Tolerances, tolerancesOf } from '#domain/rules/tolerances.ts'
import { type EventBehaviour, type EventBehaviours, type EventChange, guardedBy, type Scope } from '../scope.ts'
import { eventsOf } from '../store/caused-events.ts'
import { recordMap, recordsById } from '../store/get.ts'

/** The programme's own tolerances over the defaults. */
export const tolerances = (scope: Scope): Tolerances => tolerancesOf(scope.tenant.config.tolerances)

const seasons = entityOf('season')
type Season = Stored<typeof seasons>

/** Throws PERIOD_CLOSED for a closed season, VALIDATION where none is named; the season otherwise, which is not closed before this transaction ends. */
export async function openSeason(scope: Scope, seasonId: string | null): Promise<Season> {
  const [season] = seasonId === null ? [] : await recordsById(scope, seasons, [seasonId], { lock: 'share' })
  return checkOpen(season)
}
/** Seasons of many records, for `checkOpen`. */
export const sharedSeasons = (scope: Scope, ids: readonly (string | null)[]): Promise<Map<string, Season>> => recordMap(scope, seasons, ids, { lock: 'share' })
/** The same of a season that was read for sharing already. */
export function checkOpen(season: Season | undefined): Season {
  if (!season) throw fieldProblem('seasonId', 'missing', 'There is no such season.')
  if (season.status !== 'OPEN') throw new Problem('PERIOD_CLOSED', { message: closedSeason(season.title), figures: { season: season.code } })
  return season
}
/** What a season was closed by (a count of its stock, BR-28) is not taken back while it is closed; what was recorded since is. `recordedAt`: ISO 8601. */
export async function refuseServed(scope: Scope, seasonId: string | null, recordedAt: string): Promise<void> {
  const [season] = seasonId === null ? [] : await recordsById(scope, seasons, [seasonId], { lock: 'share' })
  if (season?.status !== 'CLOSED') return
  const last = (await eventsOf(scope, seasons, season.id, ['SEASON_CLOSED'])).at(-1)
  if (last && Date.parse(recordedAt) <= Date.parse(last.recordedAt)) checkOpen(season)
}
export const closedSeason = (title: string): Message => phrase`${title} is closed. An administrator can reopen it.`

/** Whether a day lies in the season, give or take the tolerance for sowing (3.5: 45 days). */
export function isNear(season: Pick<Season, 'startDate' | 'endDate'>, day: string, days: number): boolean {
  return day >= addDays(season.startDate, -days) && day <= addDays(season.endDate, days)
}

/**
 * Events of one entity, each refused while the record's season is closed, also those without effects of their own: those without a behaviour become
 * plain facts that can be taken back.
 */
export function inOpenSeason<E extends AnyEntity & { readonly fields: { readonly seasonId: Field<string> } }>(
  { events }: E,
  own: EventBehaviours<E>,
): Readonly<Record<string, EventBehaviour>> {
  const byType: Readonly<Record<string, EventBehaviour | undefined>> = own
  const guarded: Record<string, EventBehaviour> = {}
  for (const type of Object.keys(events)) guarded[type] = guardedBy(refuseClosed, byType[type])
  return guarded
}
const refuseClosed = async (scope: Scope, { subject: { seasonId } }: EventChange): Promise<void> =>
  void (await openSeason(scope, typeof seasonId === 'string' ? seasonId : null))

// A member's results in a season: one row per farmer and season, made when the first thing is known about it.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, EventTypeOf, Row, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { SeasonResult } from '#domain/kernel/terms.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { isNear, openSeason, tolerances } from '../open-season.ts'

const farmerseason = entityOf('farmerseason')
const season = entityOf('season')

/** The committee's result; null before there is one. */
export async function resultOf(scope: Scope, farmerId: string, seasonId: string): Promise<SeasonResult | null> {
  const row = await scope.db
    .selectFrom('farmerseason')
    .select('result')
    .where('tenant_id', '=', scope.tenant.id)
    .where('farmer_id', '=', farmerId)
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  return row?.result ?? null
}

/** The row of this farmer and season, locked; made when there is none. The farmer is locked first, so that two never make it at once. */
export async function farmerSeasonOf(scope: Scope, farmerId: string, seasonId: string): Promise<Stored<typeof farmerseason>> {
  const [farmer] = await recordsById(scope, entityOf('farmer'), [farmerId], { lock: true })
  if (!farmer) throw new Error(`No farmer ${farmerId}`)
  const found = await scope.db
    .selectFrom('farmerseason')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('farmer_id', '=', farmerId)
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  const [row] = found ? await recordsById(scope, farmerseason, [found.id], { lock: true }) : []
  if (row) return row
  return (
    await createBySystem(scope, farmerseason, {
      operatorId: farmer.operatorId,
      farmerId,
      seasonId,
      farmerName: farmer.title,
      village: farmer.village,
      result: 'NOT_INSPECTED',
    })
  ).row
}

/** Σ estimates and purchases of the farmer's crops of the season, as the list shows them (kg). `unsaved`: a crop whose figures are not written yet. */
export async function refreshTotals(scope: Scope, farmerId: string, seasonId: string, unsaved?: Row): Promise<void> {
  const row = await farmerSeasonOf(scope, farmerId, seasonId)
  const { rows } = await sql<{ estimatedKg: number; deliveredKg: number }>`
    select coalesce(sum(c.estimated_kg), 0) as "estimatedKg", coalesce(sum(c.purchased_kg), 0) as "deliveredKg" from crop as c
    where c.tenant_id = ${scope.tenant.id} and c.farmer_id = ${farmerId}::uuid and c.season_id = ${seasonId}::uuid and c.deleted_at is null and c.id is distinct from ${unsaved?.id ?? null}::uuid`.execute(
    scope.db,
  )
  const { estimatedKg = 0, deliveredKg = 0 } = rows[0] ?? {}
  const gram = (kg: number) => Math.round(kg * 1000) / 1000
  await changeBySystem(scope, farmerseason, row, {
    estimatedKg: gram(estimatedKg + Number(unsaved?.estimatedKg ?? 0)),
    deliveredKg: gram(deliveredKg + Number(unsaved?.purchasedKg ?? 0)),
  })
}

/** Two visits of one season lie at least this many days apart to count as two (BR-21, assumption). */
export const daysBetweenVisits = 30

/**
 * Reads all inspections in force of the farmer in the season, on the person, their plots and crops, and keeps first, second
 * and last. Called after an inspection was recorded or taken back.
 */
export async function refreshInspections(scope: Scope, farmerId: string, seasonId: string): Promise<void> {
  const row = await farmerSeasonOf(scope, farmerId, seasonId)
  const crops = await scope.db
    .selectFrom('crop')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('farmer_id', '=', farmerId)
    .where('season_id', '=', seasonId)
    .execute()
  const own = (await eventsOf(scope, entityOf('farmer'), farmerId, ['INTERNAL_INSPECTION'])).filter(({ data }) => data.seasonId === seasonId)
  const onCrops = await eventsOf(scope, entityOf('crop'), idsOf(crops), ['INTERNAL_INSPECTION'])
  const plots = await scope.db.selectFrom('landparcel').select('id').where('tenant_id', '=', scope.tenant.id).where('farmer_id', '=', farmerId).execute()
  const onPlots = (await eventsOf(scope, entityOf('landparcel'), idsOf(plots), ['INTERNAL_INSPECTION'])).filter(({ data }) => data.seasonId === seasonId)
  const season = await seasonOf(scope, seasonId)
  const visits = [...own, ...onCrops, ...onPlots]
    .map((one) => ({ ...one, day: localDay(scope, one.occurredAt) }))
    .filter(({ day }) => isNear(season, day, tolerances(scope).sowingOutsideSeason))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const first = visits[0]
  const second = visits.find(({ day }) => first && Date.parse(day) - Date.parse(first.day) >= daysBetweenVisits * 86_400_000)
  const last = visits.at(-1)
  await changeBySystem(scope, farmerseason, row, {
    inspection1On: first?.day ?? null,
    inspection2On: second?.day ?? null,
    inspectorId: last?.recordedBy ?? null,
    inspectionResult: last?.data.result ?? null,
  })
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

const seasonOf = async (scope: Scope, seasonId: string): Promise<Stored<typeof season>> => {
  const [found] = await recordsById(scope, season, [seasonId])
  if (!found) throw fieldProblem('data.seasonId', 'missing', 'There is no such season.')
  return found
}

/** An inspection counts for its season, while that is open, and happened in it. */
export const inspection = <E extends AnyEntity, K extends EventTypeOf<E>>(
  seasonOf: (subject: Stored<E>, event: EventChange<E, K>['event']) => string,
  farmerOf: (subject: Stored<E>) => string,
): EventBehaviour<E, K> => ({
  async apply(scope, { subject, event }) {
    const season = await openSeason(scope, seasonOf(subject, event))
    const days = tolerances(scope).sowingOutsideSeason
    if (!isNear(season, localDay(scope, event.occurredAt), days))
      throw fieldProblem('occurredAt', 'rule', `Outside the season (${season.startDate} to ${season.endDate}) by more than ${days} days.`)
    await refreshInspections(scope, farmerOf(subject), season.id)
  },
  async undo(scope, { subject, event }) {
    const season = await openSeason(scope, seasonOf(subject, event))
    await refreshInspections(scope, farmerOf(subject), season.id)
  },
})

// The open flocks and ponds of a dashboard, by the same projections as on their own pages.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { aliveAtDawn, flockFcr, flockLossShare, flockTotals, layingOver } from '#domain/husbandry/flock-projection.ts'
import { targetOn } from '#domain/husbandry/formulas.ts'
import { mostShown, summaryDays } from '#domain/husbandry/husbandry-summary.ts'
import type { AquaSummary, EggDay, FlockSummary, PondSummary, PoultrySummary } from '#domain/husbandry/husbandry-summary-answer.ts'
import type { StockEntity } from '#domain/husbandry/living.ts'
import { aliveOn, biomassOn, pondFcr, pondPlan, pondTotals } from '#domain/husbandry/pond-projection.ts'
import { boundsOf, isOutOfBounds, waterMeasures } from '#domain/husbandry/water-bounds.ts'
import { addDays, daysBetween } from '#domain/kernel/day.ts'
import type { StatusOf, Stored } from '#domain/kernel/entity.ts'
import { flockEvents, pondEvents } from '../queries/husbandry-events.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { conditions } from '../store/list.ts'

/** Open records within the person's reach, the oldest first. */
async function open<E extends StockEntity>(scope: Scope, entity: E, states: readonly StatusOf<E>[], since: string): Promise<Stored<E>[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from ${sql.table(entity.name)} as r where ${sql.join(conditions(scope, entity, { q: null, filters: [] }), sql` and `)}
      and r.status = any(${[...states]}::text[]) order by r.${sql.ref(since)}, r.id limit ${mostShown}`.execute(scope.db)
  const ids = rows.map(({ id }) => id)
  const found = new Map((await recordsById(scope, entity, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const poultrypop = entityOf('poultrypop')
async function targetsOf(scope: Scope, flocks: readonly { popId: string | null }[]): Promise<Map<string, Stored<typeof poultrypop>['targets']>> {
  const ids = [...new Set(flocks.flatMap(({ popId }) => popId ?? []))]
  return new Map((await recordsById(scope, poultrypop, ids)).map(({ id, targets }) => [id, targets]))
}
const percent = (value: number | null): number | null => (value === null ? null : value / 100)

export async function poultrySummary(scope: Scope, today: string): Promise<PoultrySummary> {
  const rows = await open(scope, entityOf('poultrybatch'), ['PLACED', 'LAYING', 'DEPLETING'], 'placement_date')
  const events = await flockEvents(
    scope,
    rows.map(({ id }) => id),
  )
  const packages = await targetsOf(scope, rows)
  const eggs = new Map<string, EggDay>()
  const flocks = rows.map((row): FlockSummary => {
    const projection = flockTotals(events.get(row.id) ?? [], row.chickWeightG)
    for (const one of projection.days) {
      if (one.eggs === null || one.day <= addDays(today, -summaryDays)) continue
      const day = eggs.get(one.day) ?? { day: one.day, eggs: 0, hens: 0 }
      eggs.set(one.day, { ...day, eggs: day.eggs + one.eggs, hens: day.hens + aliveAtDawn(one) })
    }
    const targets = (row.popId ? packages.get(row.popId) : undefined) ?? []
    const ageDays = daysBetween(row.hatchDate, today)
    const laying = layingOver(projection, 7)
    return {
      id: row.id,
      title: row.title,
      birdType: row.birdType,
      status: row.status,
      ageDays,
      placed: projection.placed,
      alive: projection.alive,
      lossShare: flockLossShare(projection),
      expectedLossShare: percent(targetOn(targets, ageDays, 'mortalityPct')),
      lastWeightG: projection.weighings.at(-1)?.grams ?? null,
      targetWeightG: targetOn(targets, daysBetween(row.hatchDate, projection.weighings.at(-1)?.day ?? today), 'weightG'),
      layingShare: laying,
      expectedLayingShare: laying === null ? null : percent(targetOn(targets, ageDays, 'hdepPct')),
      fcr: laying === null ? flockFcr(projection) : null,
    }
  })
  return { flocks, eggs: [...eggs.values()].sort((one, other) => one.day.localeCompare(other.day)) }
}

export async function aquaSummary(scope: Scope, today: string): Promise<AquaSummary> {
  const rows = await open(scope, entityOf('aquacrop'), ['STOCKED', 'GROWING', 'HARVESTING'], 'stocking_date')
  const events = await pondEvents(
    scope,
    rows.map(({ id }) => id),
  )
  return {
    ponds: rows.map((row): PondSummary => {
      const [projection, plan] = [pondTotals(events.get(row.id) ?? []), pondPlan(row)]
      const [last, water] = [projection.weighings.at(-1), projection.water.at(-1)]
      const bounds = boundsOf(row.speciesGroup ?? 'OTHER', husbandrySettings(scope.tenant.config).water)
      return {
        id: row.id,
        title: row.title,
        status: row.status,
        days: projection.stockedOn ? daysBetween(projection.stockedOn, today) : null,
        alive: aliveOn(projection, plan, today),
        lastWeightG: last?.grams ?? null,
        weighedOn: last?.day ?? null,
        biomassKg: biomassOn(projection, plan, today),
        outOfBounds: water ? waterMeasures.filter((measure) => water[measure] !== null && isOutOfBounds(bounds, measure, water[measure])) : [],
        fcr: pondFcr(projection, plan, today),
        growth: projection.weighings,
        water: water ? { at: water.at, doMgL: water.doMgL, ph: water.ph, temperatureC: water.temperatureC, nh3MgL: water.nh3MgL } : null,
      }
    }),
  }
}

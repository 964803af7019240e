// What the view of an animal, a flock or a pond works out beside its fields, when it is looked at, now or as of a past day: curves,
// what is under restriction, what was given. The projections are those of the columns.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { LactationSpan } from '#domain/husbandry/animal-projection.ts'
import type { aquacrop } from '#domain/husbandry/aquacrop.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { type FlockTotals, flockFcr, layingOver } from '#domain/husbandry/flock-projection.ts'
import { specificGrowthPct } from '#domain/husbandry/formulas.ts'
import type { AnimalCard, FlockCard, PondCard, RecentTreatment, Restriction, TargetPoint } from '#domain/husbandry/husbandry-cards.ts'
import type { Animal, AnimalEntity, Living, LivingEntity, Stock } from '#domain/husbandry/living.ts'
import { aliveOn, biomassOn, type PondTotals, pondFcr, pondPlan } from '#domain/husbandry/pond-projection.ts'
import type { poultrybatch } from '#domain/husbandry/poultrybatch.ts'
import { boundsOf, speciesGroup } from '#domain/husbandry/water-bounds.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { milkByDay, type OpenWithdrawal, openWithdrawalsOf } from '../../queries/husbandry-events.ts'
import type { Scope } from '../../scope.ts'
import { namedIn } from '../../store/as-of.ts'
import { eventsThen, isPast } from '../../store/past.ts'
import { lastLactationThen } from './lactations.ts'
import { restrictionsThen } from './withdrawals.ts'

/** Days of milk that a view draws; of a pond's and a flock's life it draws all. */
const milkDays = 90
const mostTreatments = 5
const mostLatest = 8

const asRestriction = ({ id, product, until, degreeDaysRequired, medicine }: OpenWithdrawal): Restriction => ({
  id,
  product,
  until,
  degreeDaysRequired,
  medicine,
})
const restrictions = async (scope: Scope, entity: LivingEntity, row: Living): Promise<Restriction[]> =>
  isPast(scope) ? restrictionsThen(scope, entity, row) : (await openWithdrawalsOf(scope, entity.name, [row.id], scope.now.toISOString())).map(asRestriction)

/** `spans`: the lactations of its history in the scope. Its young are counted today alone. */
export async function animalCard(scope: Scope, entity: AnimalEntity, row: Animal, spans: () => Promise<readonly LactationSpan[]>): Promise<AnimalCard> {
  const milk = await milkByDay(scope, [entity.name], sql`${row.id}::uuid`, addDays(localDay(scope), -milkDays))
  const { rows: recentTreatments } = await sql<RecentTreatment>`
    select e.id as "eventId", e.event_type as "eventType", e.occurred_at as at, m.title as medicine
    from event as e left join medicine as m on m.tenant_id = ${scope.tenant.id} and m.id::text = e.data->>'medicineId'
    where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${entity.name} and e.subject_id = ${row.id}::uuid and ${eventsThen(scope)}
      and e.event_type in ('TREATMENT', 'VACCINATION') order by e.occurred_at desc limit ${mostTreatments}`.execute(scope.db)
  const { rows: latest } = await sql<AnimalCard['latest'][number]>`
    select id as "eventId", event_type as "eventType", occurred_at as at from event
    where tenant_id = ${scope.tenant.id} and subject_type = ${entity.name} and subject_id = ${row.id}::uuid and ${eventsThen(scope, 'event')}
      and event_type not in ('MILKING', 'CREATED', 'EDITED') order by occurred_at desc, id desc limit ${mostLatest}`.execute(scope.db)
  const { rows: weighings } = await sql<{ day: string; kg: number }>`
    select (occurred_at at time zone ${scope.tenant.timezone})::date as day, (data->>'kg')::float8 as kg from event
    where tenant_id = ${scope.tenant.id} and subject_type = ${entity.name} and subject_id = ${row.id}::uuid and ${eventsThen(scope, 'event')}
      and event_type = 'WEIGHT' order by occurred_at`.execute(scope.db)
  return {
    milk: milk.map(({ day, kg }) => ({ day, kg })),
    lactation: isPast(scope) ? await lastLactationThen(scope, entity, row.id, await spans()) : await lastLactation(scope, entity, row.id),
    restrictions: await restrictions(scope, entity, row),
    recentTreatments,
    latest,
    weighings,
    young: isPast(scope) ? null : await countYoung(scope, entity, row.id),
  }
}

async function lastLactation(scope: Scope, { name }: AnimalEntity, id: string): Promise<AnimalCard['lactation']> {
  const { rows } = await sql<NonNullable<AnimalCard['lactation']>>`
    select id, parity, begin_date as "beginDate", end_date as "endDate", milk_kg as "milkKg" from lactation
    where tenant_id = ${scope.tenant.id} and ${sql.ref(`${name}_id`)} = ${id}::uuid and deleted_at is null order by begin_date desc limit 1`.execute(scope.db)
  return rows[0] ?? null
}
async function countYoung(scope: Scope, { name }: AnimalEntity, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(name)} as r where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null
      and (r.dam_id = ${id}::uuid or r.sire_id = ${id}::uuid)`.execute(scope.db)
  return rows[0]?.n ?? 0
}

/** What the package of practices aims at, day by day of its own counting. */
async function targetsOf(scope: Scope, { popId }: Stock, package_: 'poultrypop' | 'aquapop'): Promise<TargetPoint[]> {
  const [pop] = popId ? await namedIn(scope, entityOf(package_), [popId]) : []
  return (pop?.targets ?? [])
    .map(({ day, weightG, mortalityPct, hdepPct }) => ({ day, weightG: weightG ?? null, mortalityPct: mortalityPct ?? null, hdepPct: hdepPct ?? null }))
    .sort((one, other) => one.day - other.day)
}

export async function flockCard(scope: Scope, row: Stored<typeof poultrybatch>, projection: FlockTotals): Promise<FlockCard> {
  return {
    placedOn: projection.placedOn,
    placed: projection.placed,
    days: projection.days,
    weighings: projection.weighings,
    layingShare: layingOver(projection, 7),
    fcr: flockFcr(projection),
    targets: await targetsOf(scope, row, 'poultrypop'),
    restrictions: await restrictions(scope, entityOf('poultrybatch'), row),
  }
}

export async function pondCard(scope: Scope, row: Stored<typeof aquacrop>, projection: PondTotals): Promise<PondCard> {
  const [today, plan] = [localDay(scope), pondPlan(row)]
  const [before, last] = projection.weighings.slice(-2)
  return {
    stockedOn: projection.stockedOn,
    stocked: projection.stocked,
    alive: aliveOn(projection, plan, today),
    biomassKg: biomassOn(projection, plan, today),
    feedKg: projection.feedKg,
    fcr: pondFcr(projection, plan, today),
    growthPct: before && last ? specificGrowthPct(before, last) : null,
    harvestedKg: projection.harvestedKg,
    weighings: projection.weighings,
    water: projection.water,
    feedDays: projection.feedDays,
    targets: await targetsOf(scope, row, 'aquapop'),
    restrictions: await restrictions(scope, entityOf('aquacrop'), row),
    bounds: boundsOf(speciesGroup(row.species), husbandrySettings(scope.tenant.config).water),
  }
}

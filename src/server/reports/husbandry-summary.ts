// A trade of animal husbandry in summary: its records by state, and the figures of its day, in a few queries whatever
// the number of animals. Every figure is worked out from recorded events by the projections of the columns.

import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { fallenMilk, lastWholeDay, summaryDays, type Trade, type TradePart, trades } from '#domain/husbandry/husbandry-summary.ts'
import type { DairySummary, HusbandrySummary, RestrictedAnimal } from '#domain/husbandry/husbandry-summary-answer.ts'
import { addDays } from '#domain/kernel/day.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { milkByDay, milkedEntities, openWithdrawalsOf, withdrawalColumns } from '../queries/husbandry-events.ts'
import type { Scope } from '../scope.ts'
import { conditions } from '../store/list.ts'
import { aquaSummary, poultrySummary } from './flock-and-pond-summary.ts'
import { statusCountsOf } from './status-counts.ts'

/** Which trades each dashboard has figures of, and of which animals it lists restrictions. */
const sections = {
  husbandry: { figures: ['dairy', 'poultry', 'aqua'], restricted: Object.keys(withdrawalColumns) },
  dairy: { figures: ['dairy'], restricted: ['cow', 'goat', 'sheep'] },
  poultry: { figures: ['poultry'], restricted: ['poultrybatch'] },
  aqua: { figures: ['aqua'], restricted: ['aquacrop'] },
} as const

/** `trade` null = all of animal husbandry. Throws FORBIDDEN for roles without dashboards. */
export async function husbandrySummary(scope: Scope, trade: Trade | null): Promise<HusbandrySummary> {
  if (!can(scope.user, 'dashboard', 'V')) throw new Problem('FORBIDDEN')
  const requested = trade ?? 'husbandry'
  const statusCounts: HusbandrySummary['statusCounts'] = []
  const parts: readonly TradePart[] = trades[requested]
  const figures: readonly string[] = sections[requested].figures
  for (const { entity, within = {} } of parts)
    if (can(scope.user, entity, 'L')) statusCounts.push({ ...(await statusCountsOf(scope, entityOf(entity), within)), within })
  const wants = (figure: string, entity: string) => figures.includes(figure) && can(scope.user, entity, 'L')
  const { rows } = await sql<{ today: string }>`select (${scope.now.toISOString()}::timestamptz at time zone ${scope.tenant.timezone})::date as today`.execute(
    scope.db,
  )
  const today = rows[0]?.today ?? ''
  return {
    statusCounts,
    dairy: wants('dairy', 'cow') ? await dairySummary(scope, today) : null,
    poultry: wants('poultry', 'poultrybatch') ? await poultrySummary(scope, today) : null,
    aqua: wants('aqua', 'aquacrop') ? await aquaSummary(scope, today) : null,
    restrictions: await restrictions(scope, sections[requested].restricted),
  }
}

const accessCondition = (scope: Scope, entity: string) => sql.join(conditions(scope, entityOf(entity), { q: null, filters: [] }), sql` and `)

async function dairySummary(scope: Scope, today: string): Promise<DairySummary> {
  const milked = milkedEntities.filter((name) => can(scope.user, name, 'L'))
  const seen = sql.join(
    milked.map((name) => sql`select r.id from ${sql.table(name)} as r where ${accessCondition(scope, name)}`),
    sql` union all `,
  )
  const milk = await milkByDay(scope, milked, seen, addDays(today, -summaryDays))
  const { rows: lactating } = await sql<{ status: string; count: number }>`
    select r.lactation_status as status, count(*)::int as count from cow as r where ${accessCondition(scope, 'cow')} and r.status = 'ALIVE' and r.lactation_status is not null
    group by 1 order by 1`.execute(scope.db)
  const lastDay = lastWholeDay(milk, today)?.day
  return { milk, lactating, fallen: lastDay ? fallenMilk(await lastDaysOfCows(scope, lastDay), lastDay) : [] }
}

async function lastDaysOfCows(scope: Scope, lastDay: string) {
  const { rows } = await sql<{ id: string; title: string; day: string; kg: number }>`
    select r.id, r.title, (e.occurred_at at time zone ${scope.tenant.timezone})::date as day, sum((e.data->>'kg')::numeric)::float8 as kg
    from cow as r join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = 'cow' and e.subject_id = r.id and e.event_type = 'MILKING' and e.status = 'RECORDED'
      and e.occurred_at >= (${addDays(lastDay, -7)}::date)::timestamp at time zone ${scope.tenant.timezone}
      and e.occurred_at < (${addDays(lastDay, 1)}::date)::timestamp at time zone ${scope.tenant.timezone}
    where ${accessCondition(scope, 'cow')} and r.status = 'ALIVE' group by 1, 2, 3 order by 3`.execute(scope.db)
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, days]) => ({ id, title: days[0]?.title ?? '', days }))
}

/** Animals, flocks and ponds with a restriction now. */
async function restrictions(scope: Scope, entities: readonly string[]): Promise<RestrictedAnimal[]> {
  const all: RestrictedAnimal[] = []
  for (const entity of entities) {
    const column = withdrawalColumns[entity]
    if (!column || !can(scope.user, entity, 'L')) continue
    const { rows } = await sql<{ id: string; title: string }>`
      select r.id, r.title from ${sql.table(entity)} as r where ${accessCondition(scope, entity)}
        and r.id in (select ${sql.ref(column)} from withdrawal where tenant_id = ${scope.tenant.id} and status = 'ACTIVE' and deleted_at is null
          and (effective_end_at > ${scope.now.toISOString()}::timestamptz or degree_days_required is not null))`.execute(scope.db)
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    for (const { startAt: _, ...one } of await openWithdrawalsOf(scope, entity, [...titles.keys()], scope.now.toISOString()))
      all.push({ ...one, entity, title: titles.get(one.subjectId) ?? '' })
  }
  return all.sort((one, other) => (one.until ?? '9').localeCompare(other.until ?? '9'))
}

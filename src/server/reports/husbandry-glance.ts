// A trade of animal husbandry at a glance: its records by state, and the figures of its day, in a few queries whatever
// the number of animals. Every figure is worked out from recorded events by the stories that keep the columns.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { dayAfter } from '#domain/husbandry/formulas.ts'
import {
  type DairyGlance,
  fallenMilk,
  glanceDays,
  type HeldAnimal,
  type HusbandryGlance,
  isTrade,
  lastWholeDay,
  type TradePart,
  trades,
} from '#domain/husbandry/husbandry-glance.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { heldColumns, heldOf, milkByDay } from '../store/husbandry-facts.ts'
import { conditions } from '../store/list.ts'
import { aquaGlance, poultryGlance } from './flock-and-pond-glance.ts'
import { standingOf } from './standing.ts'

/** Which trades each dashboard tells the figures of, and of which animals it says what is held back. */
const told = {
  husbandry: { figures: ['dairy', 'poultry', 'aqua'], held: Object.keys(heldColumns) },
  dairy: { figures: ['dairy'], held: ['cow', 'goat', 'sheep'] },
  poultry: { figures: ['poultry'], held: ['poultrybatch'] },
  aqua: { figures: ['aqua'], held: ['aquacrop'] },
} as const

/** `trade` null = all of animal husbandry. Throws FORBIDDEN for roles without dashboards, VALIDATION for a trade there is none of. */
export async function husbandryGlance(scope: Scope, trade: string | null): Promise<HusbandryGlance> {
  if (!can(scope.user, 'dashboard', 'V')) throw new Problem('FORBIDDEN')
  const asked = trade ?? 'husbandry'
  if (!isTrade(asked)) throw new Problem('VALIDATION', { fields: [{ path: 'trade', code: 'choice', message: `One of ${Object.keys(trades).join(', ')}.` }] })
  const standing: HusbandryGlance['standing'] = []
  for (const { entity, within = {} } of trades[asked] as readonly TradePart[])
    if (can(scope.user, entity, 'L')) standing.push({ ...(await standingOf(scope, entityOf(entity), within)), within })
  const wants = (figures: string, entity: string) => (told[asked].figures as readonly string[]).includes(figures) && can(scope.user, entity, 'L')
  const { rows } = await sql<{ today: string }>`select (${scope.now.toISOString()}::timestamptz at time zone ${scope.tenant.timezone})::date as today`.execute(
    scope.db,
  )
  const today = rows[0]?.today ?? ''
  return {
    standing,
    dairy: wants('dairy', 'cow') ? await dairyGlance(scope, today) : null,
    poultry: wants('poultry', 'poultrybatch') ? await poultryGlance(scope, today) : null,
    aqua: wants('aqua', 'aquacrop') ? await aquaGlance(scope, today) : null,
    heldBack: await heldBack(scope, told[asked].held),
  }
}

const reach = (scope: Scope, entity: string) => sql.join(conditions(scope, entityOf(entity), { q: null, filters: [] }), sql` and `)

async function dairyGlance(scope: Scope, today: string): Promise<DairyGlance> {
  const seen = sql`select r.id from cow as r where ${reach(scope, 'cow')}`
  const milk = await milkByDay(scope, 'cow', seen, dayAfter(today, -glanceDays))
  const { rows: lactating } = await sql<{ status: string; count: number }>`
    select r.lactation_status as status, count(*)::int as count from cow as r where ${reach(scope, 'cow')} and r.status = 'ALIVE' and r.lactation_status is not null
    group by 1 order by 1`.execute(scope.db)
  const lastDay = lastWholeDay(milk, today)?.day
  return { milk, lactating, fallen: lastDay ? fallenMilk(await lastDaysOfCows(scope, lastDay), lastDay) : [] }
}

async function lastDaysOfCows(scope: Scope, lastDay: string) {
  const { rows } = await sql<{ id: string; title: string; day: string; kg: number }>`
    select r.id, r.title, (e.occurred_at at time zone ${scope.tenant.timezone})::date as day, sum((e.data->>'kg')::numeric)::float8 as kg
    from cow as r join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = 'cow' and e.subject_id = r.id and e.event_type = 'MILKING' and e.status = 'RECORDED'
      and e.occurred_at >= (${dayAfter(lastDay, -7)}::date)::timestamp at time zone ${scope.tenant.timezone}
      and e.occurred_at < (${dayAfter(lastDay, 1)}::date)::timestamp at time zone ${scope.tenant.timezone}
    where ${reach(scope, 'cow')} and r.status = 'ALIVE' group by 1, 2, 3 order by 3`.execute(scope.db)
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, days]) => ({ id, title: days[0]?.title ?? '', days }))
}

/** Animals, flocks and ponds of which something is held back now. */
async function heldBack(scope: Scope, entities: readonly string[]): Promise<HeldAnimal[]> {
  const all: HeldAnimal[] = []
  for (const entity of entities) {
    const column = heldColumns[entity]
    if (!column || !can(scope.user, entity, 'L')) continue
    const { rows } = await sql<{ id: string; title: string }>`
      select r.id, r.title from ${sql.table(entity)} as r where ${reach(scope, entity)}
        and r.id in (select ${sql.ref(column)} from withdrawal where tenant_id = ${scope.tenant.id} and status = 'ACTIVE' and deleted_at is null)`.execute(
      scope.db,
    )
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    for (const { startAt: _, ...one } of await heldOf(scope, entity, [...titles.keys()], scope.now.toISOString()))
      all.push({ ...one, entity, title: titles.get(one.subjectId) ?? '' })
  }
  return all.sort((one, other) => (one.until ?? '9').localeCompare(other.until ?? '9'))
}

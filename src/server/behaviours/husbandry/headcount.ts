// What lives in a production system, and in each of its units: counted from the animals, flocks and ponds that stand there.

import { type RawBuilder, sql } from 'kysely'
import type { Headcount, SystemCard } from '#domain/husbandry/husbandry-cards.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { milkByDay } from '../../store/husbandry-events.ts'

/** What lives, and how many heads a record stands for: a counted group, a flock and a pond are one record of many. */
export const livestock = [
  { entity: 'cow', states: ['ALIVE'], heads: sql`count(*)` },
  { entity: 'goat', states: ['ALIVE'], heads: counted() },
  { entity: 'sheep', states: ['ALIVE'], heads: counted() },
  { entity: 'poultrybatch', states: ['PLACED', 'LAYING', 'DEPLETING'], heads: sql`sum(r.alive_count)` },
  { entity: 'aquacrop', states: ['STOCKED', 'GROWING', 'HARVESTING', 'HARVESTED'], heads: sql`sum(r.alive_count)` },
] as const
function counted(): RawBuilder<unknown> {
  return sql`sum(case when r.record_kind = 'GROUP' then coalesce(r.females, 0) + coalesce(r.males, 0) + coalesce(r.young, 0) else 1 end)`
}

/** Only of what has something there. */
export async function headcountIn(scope: Scope, column: 'production_system_id' | 'unit_id', id: string): Promise<Headcount> {
  const headcount: Headcount = []
  for (const { entity, states, heads } of livestock) {
    const { rows } = await sql<{ records: number; heads: number | null }>`
      select count(*)::int as records, (${heads})::int as heads from ${sql.table(entity)} as r where r.tenant_id = ${scope.tenant.id}
        and r.${sql.ref(column)} = ${id}::uuid and r.deleted_at is null and r.status = any(${[...states]}::text[])`.execute(scope.db)
    const [found] = rows
    if (found && found.records > 0) headcount.push({ entity, ...found })
  }
  return headcount
}

export async function systemCard(scope: Scope, system: Row): Promise<SystemCard> {
  const { rows: units } = await sql<Omit<SystemCard['units'][number], 'heads'>>`
    select r.id, r.title, r.unit_type as "unitType", r.status, r.capacity_head as "capacityHead" from housingunit as r
    where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${system.id}::uuid and r.deleted_at is null and r.status <> 'RETIRED'
    order by r.unit_code limit 200`.execute(scope.db)
  const { rows: stands } = await sql<{ unitId: string; heads: number }>`
    select "unitId", sum(heads)::int as heads from (${sql.join(
      livestock.map(
        ({ entity, states, heads }) => sql`select r.unit_id as "unitId", ${heads} as heads from ${sql.table(entity)} as r
          where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${system.id}::uuid and r.deleted_at is null
            and r.status = any(${[...states]}::text[]) group by r.unit_id`,
      ),
      sql` union all `,
    )}) as standing group by 1`.execute(scope.db)
  const headsOf = new Map(stands.map(({ unitId, heads }) => [unitId, heads]))
  const cows = sql`select r.id from cow as r where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${system.id}::uuid`
  return {
    headcount: await headcountIn(scope, 'production_system_id', system.id),
    units: units.map((unit) => ({ ...unit, heads: headsOf.get(unit.id) ?? 0 })),
    milk: (await milkByDay(scope, 'cow', cows, addDays(localDay(scope), -30))).map(({ day, kg }) => ({ day, kg })),
  }
}

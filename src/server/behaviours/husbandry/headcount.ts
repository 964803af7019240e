// What lives in a production system, and in each of its units: counted from the animals, flocks and ponds that stand there.

import { type RawBuilder, sql } from 'kysely'
import type { Headcount, SystemCard } from '#domain/husbandry/husbandry-cards.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { milkByDay, milkedEntities, openWithdrawalsOf } from '../../queries/husbandry-events.ts'
import type { Scope } from '../../scope.ts'
import { isPast } from '../../store/past.ts'
import { systemThen } from './headcount-then.ts'

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
  if (isPast(scope)) return systemThen(scope, system, { poultrybatch: livestock[3].states, aquacrop: livestock[4].states })
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
  const milked = sql.join(
    milkedEntities.map(
      (name) => sql`select r.id from ${sql.table(name)} as r where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${system.id}::uuid`,
    ),
    sql` union all `,
  )
  return {
    headcount: await headcountIn(scope, 'production_system_id', system.id),
    units: units.map((unit) => ({ ...unit, heads: headsOf.get(unit.id) ?? 0 })),
    milk: (await milkByDay(scope, milkedEntities, milked, addDays(localDay(scope), -30))).map(({ day, kg }) => ({ day, kg })),
    milkWithdrawn: await milkWithdrawn(scope, system.id),
  }
}

/** Animals of a system whose milk may not go into the tank now: what the form of a herd's milking proposes otherwise for. */
async function milkWithdrawn(scope: Scope, systemId: string): Promise<SystemCard['milkWithdrawn']> {
  const all: SystemCard['milkWithdrawn'] = []
  for (const entity of milkedEntities) {
    const { rows } = await sql<{ id: string }>`
      select distinct r.id from ${sql.table(entity)} as r join withdrawal as w on w.tenant_id = r.tenant_id and w.${sql.ref(`${entity}_id`)} = r.id
      where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${systemId}::uuid and r.deleted_at is null and r.status = 'ALIVE'
        and w.product = 'MILK' and w.status <> 'VOIDED' and w.deleted_at is null and w.effective_end_at > ${scope.now.toISOString()}::timestamptz`.execute(
      scope.db,
    )
    const open = await openWithdrawalsOf(
      scope,
      entity,
      rows.map(({ id }) => id),
      scope.now.toISOString(),
    )
    const ofMilk = Map.groupBy(
      open.filter(({ product }) => product === 'MILK'),
      ({ subjectId }) => subjectId,
    )
    // Sorted by their end: the last one says until when.
    for (const [id, own] of ofMilk) all.push({ id, until: own.at(-1)?.until ?? null, isBirth: own.every(({ medicine }) => medicine === null) })
  }
  return all
}

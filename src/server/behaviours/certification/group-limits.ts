// The facts of a group for the limits of schemes (BR-22), as of now.
import { sql } from 'kysely'
import type { GroupFacts, GroupLimits } from '#domain/certification/group-limits.ts'
import { spreadKm } from '#domain/geo/spread.ts'
import type { Scope } from '../../scope.ts'

/** `limits`: from which size a farm is large, and how much a member may hold; null counts none as that. */
export async function groupFacts(
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  operatorId: string,
  { largeFarmHa, maxMemberHa }: Pick<GroupLimits, 'largeFarmHa' | 'maxMemberHa'>,
): Promise<GroupFacts> {
  const { rows } = await sql<GroupFacts>`
    select count(*) as members, coalesce(sum(f.total_holding_ha), 0) as "areaHa",
      coalesce(sum(f.total_holding_ha) filter (where f.total_holding_ha >= ${largeFarmHa}::numeric), 0) as "largeHa",
      count(*) filter (where f.total_holding_ha > ${maxMemberHa}::numeric) as "overSize", count(*) filter (where f.other_group_membership) as "inOtherGroups"
    from farmer as f where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.status = 'ACTIVE' and f.deleted_at is null`.execute(db)
  return rows[0] ?? { members: 0, areaHa: 0, largeHa: 0, overSize: 0, inOtherGroups: 0 }
}

/** Kilometres between the two places of active members that lie furthest apart: their plots in use, and where they live. */
export async function groupSpreadKm({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, operatorId: string): Promise<number> {
  const { rows } = await sql<{ lon: number; lat: number }>`
    select (n.place->'coordinates'->>0)::float8 as lon, (n.place->'coordinates'->>1)::float8 as lat
    from farmer as f
    cross join lateral (
      select f.home_point as place
      union all
      select coalesce(p.centroid, p.point) from landparcel as p
      where p.tenant_id = ${tenant.id} and p.farmer_id = f.id and p.status <> 'RETIRED' and p.deleted_at is null) as n
    where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.status = 'ACTIVE' and f.deleted_at is null and n.place is not null`.execute(
    db,
  )
  return spreadKm(rows)
}

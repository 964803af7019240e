// The facts of a group for the limits of schemes (BR-22), as of now.
import { sql } from 'kysely'
import type { GroupFacts, GroupLimits } from '#domain/certification/group-limits.ts'
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

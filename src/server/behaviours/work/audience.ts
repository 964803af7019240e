// Whom a message to telephones is for: active farmers of its operator, narrowed by village, crop and claim, or these alone. Who of
// them cannot be reached is counted, not silently left out.
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { AudienceCount } from '#domain/notifications/inbox-answer.ts'
import { unreachableTag } from '#domain/work/mobilenotification.ts'
import type { Db, Scope } from '../../scope.ts'
import { withinAccessScope } from '../../store/access-scope.ts'

export type Chosen = {
  operatorId: string | null
  villages: readonly string[]
  cropTypeId: string | null
  claims: readonly Claim[]
  farmerIds: readonly string[]
}
/** `null`: every farmer, for the product itself; otherwise those within the caller's reach. */
type Reach = Scope | null

function chosenFarmers(tenantId: number, reach: Reach, { operatorId, villages, cropTypeId, claims, farmerIds }: Chosen): RawBuilder<unknown> {
  const isNarrowed = cropTypeId !== null || claims.length > 0
  return sql`from farmer as r where r.tenant_id = ${tenantId} and r.deleted_at is null and r.status = 'ACTIVE'
    and (${operatorId === null} or r.operator_id = ${operatorId}::uuid)
    and (${villages.length === 0} or r.village = any(${[...villages]}::text[]))
    and (${farmerIds.length === 0} or r.id = any(${[...farmerIds]}::uuid[]))
    and (${!isNarrowed} or exists (select 1 from crop as c where c.tenant_id = r.tenant_id and c.farmer_id = r.id and c.deleted_at is null
      and c.status in ('PLANNED', 'SOWN', 'GROWING', 'HARVESTING') and (${cropTypeId === null} or c.crop_type_id = ${cropTypeId}::uuid)
      and (${claims.length === 0} or c.claim_status = any(${[...claims]}::text[]))))
    and ${reach ? withinAccessScope(reach, entityOf('farmer'), 'V') : sql`true`}`
}
const hasPhone = sql`(r.phone is not null and not coalesce(r.no_phone, false))`
const isOptedOut = sql`${unreachableTag} = any(r.tags)`

export async function countAudience(scope: Scope, chosen: Chosen): Promise<AudienceCount> {
  const from = chosenFarmers(scope.tenant.id, scope, chosen)
  const { rows } = await sql<{ village: string | null; chosen: number; reached: number; noPhone: number; optedOut: number }>`
    select r.village, count(*)::integer as chosen, count(*) filter (where ${hasPhone} and not ${isOptedOut})::integer as reached,
      count(*) filter (where not ${hasPhone} and not ${isOptedOut})::integer as "noPhone", count(*) filter (where ${isOptedOut})::integer as "optedOut"
    ${from} group by r.village order by 3 desc, r.village`.execute(scope.db)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    chosen: sum((row) => row.chosen),
    reached: sum((row) => row.reached),
    noPhone: sum((row) => row.noPhone),
    optedOut: sum((row) => row.optedOut),
    villages: rows.slice(0, 12).map(({ village, reached }) => ({ village: village ?? '', reached })),
  }
}

/** Everybody chosen who has a telephone, as they are now; of those who want no messages it is said that they do not. */
export async function audienceOf(db: Db, tenantId: number, chosen: Chosen): Promise<{ id: string; isOptedOut: boolean }[]> {
  const { rows } = await sql<{ id: string; isOptedOut: boolean }>`
    select r.id, ${isOptedOut} as "isOptedOut" ${chosenFarmers(tenantId, null, chosen)} and ${hasPhone} order by r.id`.execute(db)
  return rows
}

// From which size a farm is large, and how much a member may hold (BR-22), as the schemes say to which its group is certified: of several, the one
// that asks most. A group without a certificate, and a scheme that names no figure, are judged by the usual ones (assumption).
import { type RawBuilder, sql } from 'kysely'
import { type Memory, readAhead } from '#server/db/read-ahead.ts'
import type { Scope } from '../scope.ts'

/** In hectares. */
export type GroupNumbers = { largeFarmHa: number; maxMemberHa: number }
/** NPOP ch. 5; Reg. 2018/848 Art. 36. */
const usual: GroupNumbers = { largeFarmHa: 4, maxMemberHa: 5 }

const certified = ({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<unknown> => sql`
  select s.collective_id as operator_id, min(coalesce(m.large_farm_ha, ${usual.largeFarmHa}::numeric)) as large_farm_ha,
    min(coalesce(m.max_member_ha, ${usual.maxMemberHa}::numeric)) as max_member_ha
  from scopecertificate as s join scheme as m on m.tenant_id = ${tenant.id} and m.id = s.scheme_id and m.type = 'FARM'
  where s.tenant_id = ${tenant.id} and s.collective_id is not null and s.deleted_at is null and s.status in ('VALID', 'SUSPENDED')`

type Row = { operator_id: string; large_farm_ha: number; max_member_ha: number }
const remembered: Memory<ReadonlyMap<string, GroupNumbers>> = new Map()

/** Of these operators. Certificates and schemes hardly ever change between two calls: what was found last time is taken, and is read with the next statement all the same. */
export async function groupNumbersOf(scope: Scope, operatorIds: readonly (string | null)[]): Promise<(operatorId: string | null) => GroupNumbers> {
  const ids = [...new Set(operatorIds.flatMap((id) => id ?? []))].sort()
  const query = sql<Row>`${certified(scope)} and s.collective_id = any(${ids}::uuid[]) group by s.collective_id order by s.collective_id`
  const { id: tenantId, subdomain } = scope.tenant
  const known = await readAhead(
    scope.db,
    remembered,
    `${tenantId} ${subdomain} ${ids.join(' ')}`,
    query,
    (rows) => new Map(rows.map((row): [string, GroupNumbers] => [row.operator_id, { largeFarmHa: row.large_farm_ha, maxMemberHa: row.max_member_ha }])),
  )
  return (operatorId) => known.get(operatorId ?? '') ?? usual
}

/** Ids of farmers whose mark of a large farm is not what the schemes of their group say now. */
export async function wronglyMarked(scope: Pick<Scope, 'db' | 'tenant'>, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with numbers as (${certified(scope)} group by s.collective_id)
    select f.id from farmer as f left join numbers as n on n.operator_id = f.operator_id
    where f.tenant_id = ${scope.tenant.id} and f.deleted_at is null and (${after}::uuid is null or f.id > ${after}::uuid)
      and f.separate_inspection <> (f.total_holding_ha >= coalesce(n.large_farm_ha, ${usual.largeFarmHa}::numeric))
    order by f.id limit ${limit}`.execute(scope.db)
  return rows.map(({ id }) => id)
}

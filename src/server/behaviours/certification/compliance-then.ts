// What a crop's columns of compliance said on a day of the past: its score by the rules that applied to it then, and how many of its
// non-conformities were open. The product judges once a day, so that the column may have changed a day after what it follows from.
import { sql } from 'kysely'
import type { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { statusThen } from '../../store/past.ts'
import { complianceOfCrops } from './compliance.ts'

type Crop = Stored<ReturnType<typeof entityOf<'crop'>>>

/** In a scope of the past. The lowest of several schemes' scores (BR-17); null where no rules applied to it. */
export async function complianceThen(scope: Scope, cropId: string): Promise<Pick<Crop, 'complianceScore' | 'openNcCount'>> {
  const judged = (await complianceOfCrops(scope, [cropId])).get(cropId) ?? []
  const scores = judged.flatMap(({ compliance }) => compliance.score ?? [])
  return { complianceScore: scores.length > 0 ? Math.min(...scores) : null, openNcCount: await openThen(scope, cropId) }
}

async function openThen(scope: Scope, cropId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from nonconformity as n
    where n.tenant_id = ${scope.tenant.id} and n.crop_id = ${cropId}::uuid and n.deleted_at is null and n.opened_on <= ${localDay(scope)}::date
      and ${statusThen(scope, 'nonconformity', sql`n.id`, sql`n.status`)} <> 'CLOSED'`.execute(scope.db)
  return rows[0]?.count ?? 0
}

// What a crop's columns of compliance said on a day of the past: its score by the rules that applied to it then, and how many of its
// non-conformities were open. The product judges once a day, so that the column may have changed a day after what it follows from.
import { sql } from 'kysely'
import type { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { statusThen } from '../../store/past.ts'
import { complianceOfCrops, excludedOf } from './compliance.ts'

type Crop = Stored<ReturnType<typeof entityOf<'crop'>>>

/** In a scope of the past. The lowest of several schemes' scores (BR-17). Null where no rules applied to it, as long as nobody had found anything either. */
export async function complianceThen(
  scope: Scope,
  { id: cropId, areaHa }: Pick<Crop, 'id' | 'areaHa'>,
): Promise<Pick<Crop, 'complianceScore' | 'openNcCount' | 'excludedHa'>> {
  const judged = (await complianceOfCrops(scope, [cropId])).get(cropId) ?? []
  const scores = judged.flatMap(({ compliance }) => compliance.score ?? [])
  const { found, open } = await findingsThen(scope, cropId)
  return {
    complianceScore: scores.length > 0 ? Math.min(...scores) : null,
    openNcCount: judged.length > 0 || found > 0 ? open : null,
    excludedHa: excludedOf(judged, areaHa),
  }
}

async function findingsThen(scope: Scope, cropId: string): Promise<{ found: number; open: number }> {
  const { rows } = await sql<{ found: number; open: number }>`
    select count(*)::integer as found, count(*) filter (where status <> 'CLOSED')::integer as open from (
      select ${statusThen(scope, 'nonconformity', sql`n.id`, sql`n.status`)} as status from nonconformity as n
      where n.tenant_id = ${scope.tenant.id} and n.crop_id = ${cropId}::uuid and n.deleted_at is null and n.opened_on <= ${localDay(scope)}::date
    ) as n where status is not null`.execute(scope.db)
  return rows[0] ?? { found: 0, open: 0 }
}

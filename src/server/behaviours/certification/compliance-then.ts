// What a crop's columns of compliance said on a day of the past: its score by the rules that applied to it then, and how many of its
// non-conformities were open. The product judges once a day, so that the column may have changed a day after what it follows from.
import { sql } from 'kysely'
import type { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Past, Scope } from '../../scope.ts'
import { statusThen } from '../../store/past.ts'
import { readForPast } from '../../store/read-for-past.ts'
import { complianceOfCrops, excludedOf } from './compliance.ts'

type Crop = Stored<ReturnType<typeof entityOf<'crop'>>>
type Columns = Pick<Crop, 'complianceScore' | 'openNcCount' | 'excludedHa'>
const readAhead = readForPast<Columns>()

/** In a scope of the past. The lowest of several schemes' scores (BR-17). Null where no rules applied to it, as long as nobody had found anything either. */
export const complianceThen = async (scope: Scope, row: Pick<Crop, 'id' | 'areaHa'>): Promise<Columns | undefined> =>
  readAhead.get(scope, row.id) ?? (await columnsOf(scope, [row])).get(row.id)

/** The same for many, so that each of them is found. */
export const readComplianceThen = async (scope: Scope & { past: Past }, rows: readonly Pick<Crop, 'id' | 'areaHa'>[]): Promise<void> =>
  readAhead.set(scope, await columnsOf(scope, rows))

async function columnsOf(scope: Scope, rows: readonly Pick<Crop, 'id' | 'areaHa'>[]): Promise<Map<string, Columns>> {
  const ids = rows.map(({ id }) => id)
  const judgements = await complianceOfCrops(scope, ids)
  const findings = await findingsThen(scope, ids)
  return new Map(
    rows.map(({ id, areaHa }) => {
      const judged = judgements.get(id) ?? []
      const scores = judged.flatMap(({ compliance }) => compliance.score ?? [])
      const { found, open } = findings.get(id) ?? { found: 0, open: 0 }
      return [
        id,
        {
          complianceScore: scores.length > 0 ? Math.min(...scores) : null,
          openNcCount: judged.length > 0 || found > 0 ? open : null,
          excludedHa: excludedOf(judged, areaHa),
        },
      ]
    }),
  )
}

/** By crop; those of which nothing was found are not there. */
async function findingsThen(scope: Scope, cropIds: readonly string[]): Promise<Map<string, { found: number; open: number }>> {
  const { rows } = await sql<{ cropId: string; found: number; open: number }>`
    select crop_id as "cropId", count(*)::integer as found, count(*) filter (where status <> 'CLOSED')::integer as open from (
      select n.crop_id, ${statusThen(scope, 'nonconformity', sql`n.id`, sql`n.status`)} as status from nonconformity as n
      where n.tenant_id = ${scope.tenant.id} and n.crop_id = any(${[...cropIds]}::uuid[]) and n.deleted_at is null and n.opened_on <= ${localDay(scope)}::date
    ) as n where status is not null group by crop_id`.execute(scope.db)
  return new Map(rows.map(({ cropId, ...counts }) => [cropId, counts]))
}

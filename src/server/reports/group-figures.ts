// What the list of groups counts of each (domain dictionary 5.4): one message for a page of rows, over what the reader would find in the lists behind the
// figures, so that what comes late, is corrected or taken back is in them at once.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { GroupFigures } from '#domain/people/group-figures-answer.ts'
import { queryAll } from '#server/db/connection.ts'
import { organicStatusNow } from '../queries/organic-status.ts'
import type { Scope } from '../scope.ts'
import { getRecord } from '../store/get.ts'
import { listedBy } from './certification-figures.ts'

type Ids = readonly string[]
type Figure = GroupFigures['items'][number]
type ListState = NonNullable<Figure['lists']>[number]
/** A list of the season by how far it has come; what was discarded or replaced is none. */
const furthest = ['IN_FORCE', 'SIGNED', 'DRAFT', 'RETURNED'] as const

/** The season that was chosen, or the last one that has started. Throws NOT_FOUND for one out of reach. */
async function seasonOf(scope: Scope, seasonId: string | null): Promise<GroupFigures['season']> {
  if (seasonId !== null) {
    const { id, code, title } = await getRecord(scope, entityOf('season'), seasonId)
    return { id, code, title }
  }
  const { rows } = await sql<NonNullable<GroupFigures['season']>>`select r.id, r.code, r.title from season as r
    where ${listedBy(scope, 'season')} and r.start_date <= ${localDay(scope)}::date order by r.start_date desc, r.id limit 1`.execute(scope.db)
  return rows[0] ?? null
}

/** In the order asked for; groups that the reader does not list are left out. */
export async function groupFiguresOf(scope: Scope, ids: Ids, seasonId: string | null): Promise<GroupFigures> {
  const { tenant } = scope
  const today = localDay(scope)
  const season = await seasonOf(scope, seasonId)
  const sees = (...names: string[]) => names.every((name) => can(scope.user, name, 'L'))
  const these = (column: string) => sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`
  const ofSeason = (column: string) => sql`${sql.ref(column)} = ${season?.id ?? null}::uuid`
  const [groups = [], schemes = [], areas = [], members = [], lists = [], certified = []] = await queryAll(
    scope.db,
    sql<{ id: string }>`select r.id from collective as r where ${listedBy(scope, 'collective')} and ${these('r.id')}`,
    sql<{ id: string; scheme: string }>`select distinct r.collective_id as id, m.abbreviation as scheme from scopecertificate as r
      join scheme as m on m.tenant_id = ${tenant.id} and m.id = r.scheme_id
      where ${listedBy(scope, 'scopecertificate')} and ${these('r.collective_id')} and r.status = 'VALID' and r.valid_from <= ${today}::date and r.valid_to >= ${today}::date
      order by 1, 2`,
    sql<{ id: string; claim: Claim; areaHa: number }>`
      select r.operator_id as id, ${organicStatusNow(scope)} as claim, sum(coalesce(r.mapped_area_ha, r.declared_area_ha)) as "areaHa" from landparcel as r
      where ${listedBy(scope, 'landparcel')} and ${these('r.operator_id')} and r.status <> 'RETIRED' group by 1, 2 order by 1, 3 desc, 2`,
    sql<{ id: string; members: number; inspected: number }>`
      select r.operator_id as id, count(*) as members, count(s.inspection1_on) as inspected from farmer as r
      left join farmerseason as s on s.tenant_id = ${tenant.id} and s.farmer_id = r.id and ${ofSeason('s.season_id')} and s.deleted_at is null
      where ${listedBy(scope, 'farmer')} and ${these('r.operator_id')} and r.status = 'ACTIVE' group by 1`,
    sql<ListState & { id: string }>`
      select distinct on (r.operator_id, m.abbreviation) r.operator_id as id, m.abbreviation as scheme, r.status, r.version_no as "versionNo" from approvedlist as r
      join scheme as m on m.tenant_id = ${tenant.id} and m.id = r.scheme_id
      where ${listedBy(scope, 'approvedlist')} and ${these('r.operator_id')} and ${ofSeason('r.season_id')} and r.status = any(${[...furthest]}::text[])
      order by r.operator_id, m.abbreviation, array_position(${[...furthest]}::text[], r.status), r.version_no desc`,
    sql<{ id: string; kg: number }>`
      select r.collective_id as id, sum(l.certified_kg) as kg from transactioncertificate as r
      join transactioncertificate_lines as l on l.tenant_id = ${tenant.id} and l.parent_id = r.id
      join productbatch as b on b.tenant_id = ${tenant.id} and b.id = l.batch_id and ${ofSeason('b.season_id')}
      where ${listedBy(scope, 'transactioncertificate')} and ${these('r.collective_id')} and r.status = 'ISSUED' group by 1`,
  )
  const seen = new Set(groups.map(({ id }) => id))
  const of = <T extends { id: string }>(rows: readonly T[], id: string) => rows.filter((one) => one.id === id)
  return {
    season,
    items: [...new Set(ids)].flatMap((id) => {
      if (!seen.has(id)) return []
      const [counted] = of(members, id)
      return {
        id,
        schemes: sees('scopecertificate') ? of(schemes, id).map(({ scheme }) => scheme) : null,
        areas: sees('landparcel') ? of(areas, id).map(({ claim, areaHa }) => ({ claim, areaHa: Math.round(areaHa * 10_000) / 10_000 })) : null,
        members: sees('farmer') ? (counted?.members ?? 0) : null,
        inspected: season && sees('farmer', 'farmerseason') ? (counted?.inspected ?? 0) : null,
        lists: season && sees('approvedlist') ? of(lists, id).map(({ scheme, status, versionNo }) => ({ scheme, status, versionNo })) : null,
        certifiedKg: season && sees('transactioncertificate') ? Math.round((of(certified, id)[0]?.kg ?? 0) * 1000) / 1000 : null,
      }
    }),
  }
}

// What publishing a version of a scheme's rules would change: crops that pass today and would fail (5.2). A set of crops at a time, so
// that a programme of many thousands is judged in short calls.
import { type RawBuilder, sql } from 'kysely'
import type { ImpactAnswer, SchemePopCrops } from '#domain/certification/judging/bench-answer.ts'
import { complianceOf } from '#domain/certification/judging/score.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { fitsPackage } from '../../queries/rules-of-package.ts'
import type { Scope } from '../../scope.ts'
import { ofOperator, withinAccessScope } from '../../store/access-scope.ts'
import { recordMap } from '../../store/get.ts'
import type { SchemePop } from './compliance.ts'
import { cropFactsOf } from './crop-facts.ts'
import { mayBeSold } from './judged-crops.ts'

const [crop, schemepop] = [entityOf('crop'), entityOf('schemepop')]
const setSize = 200
type Follower = { cropTypeId: string; popId: string | null; id: string; code: string; title: string; farmerId: string; farmer: string }

/** Crops (`r`, their farmers `f`) that the version holds for (compliance.ts), or would if it were published, and that the caller may list: none for which a later version of its name does. */
function cropsUnder(scope: Scope, version: SchemePop): RawBuilder<unknown> {
  const schemeId = sql`${version.schemeId}::uuid`
  const followed = { popId: sql`r.pop_id`, cropTypeId: sql`r.crop_type_id` }
  const fits = fitsPackage(scope, { schemeId, popId: sql`${version.popId}::uuid` }, followed)
  const isNamed = sql`exists (select from schemepop as n where n.tenant_id = ${scope.tenant.id} and n.id = any(r.scheme_pop_ids) and n.scheme_id = ${schemeId} and n.name = ${version.name})`
  const isOvertaken = sql`exists (select from schemepop as l where l.tenant_id = ${scope.tenant.id} and l.scheme_id = ${schemeId} and l.name = ${version.name} and l.version_no > ${version.versionNo}
    and l.status = 'PUBLISHED' and l.deleted_at is null and l.published_on <= ${localDay(scope)}::date and (l.crop_type_id is null or l.crop_type_id = r.crop_type_id)
    and (${isNamed} or ${fitsPackage(scope, { schemeId, popId: sql`l.pop_id` }, followed)}))`
  return sql`crop as r join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = r.farmer_id
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${mayBeSold(sql`r.id`, sql`r.status`, scope)} and ${withinAccessScope(scope, crop, 'L')}
      and ${ofOperator(scope, crop)} and (${version.cropTypeId}::uuid is null or r.crop_type_id = ${version.cropTypeId}::uuid)
      and not ${isOvertaken} and (${isNamed}
        or ${fits} and exists (select from scopecertificate as s where s.tenant_id = ${scope.tenant.id} and s.collective_id = r.operator_id and s.scheme_id = ${version.schemeId}::uuid
          and s.deleted_at is null and s.status in ('PROPOSED', 'VALID', 'SUSPENDED') and s.valid_to >= ${localDay(scope)}::date))`
}

/** Which crops a version judges, the worst score first; one that is no longer published judges none. */
export async function cropsOf(scope: Scope, version: SchemePop): Promise<SchemePopCrops> {
  if (version.status !== 'DRAFT' && version.status !== 'PUBLISHED') return { total: 0, items: [] }
  const { rows } = await sql<
    Follower & { score: number | null; total: number }
  >`select r.id, r.code, r.title, r.compliance_score as score, f.id as "farmerId", f.title as farmer,
    count(*) over ()::integer as total from ${cropsUnder(scope, version)} order by r.compliance_score nulls last, r.id limit ${setSize}`.execute(scope.db)
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ id, code, title, farmerId, farmer, score }) => ({
      crop: { id, code, title },
      farmer: { id: farmerId, title: farmer },
      score: version.status === 'PUBLISHED' ? score : null,
    })),
  }
}

/** Of the crops under the version; compared with the published version of the same name. */
export async function impactOf(scope: Scope, version: SchemePop, after: string | null): Promise<ImpactAnswer> {
  const { rows } = await sql<Follower>`
    select r.id, r.code, r.title, r.crop_type_id as "cropTypeId", r.pop_id as "popId", f.id as "farmerId", f.title as farmer from ${cropsUnder(scope, version)}
      and (${after}::uuid is null or r.id > ${after}::uuid) order by r.id limit ${setSize}`.execute(scope.db)
  const published = await publishedBefore(scope, version)
  const facts = await cropFactsOf(
    scope,
    rows.map(({ id }) => id),
    [version, ...published],
  )
  const newlyFailing = rows.flatMap(({ farmerId, farmer, cropTypeId, popId, ...of }): ImpactAnswer['newlyFailing'] => {
    const fact = facts.get(of.id)
    if (!fact) return []
    const { isPassed, score, breaches } = complianceOf(version, fact)
    const ofType = published.filter((one) => (one.cropTypeId ?? cropTypeId) === cropTypeId)
    const before = ofType.find((one) => (one.popId ?? popId) === popId) ?? ofType[0]
    if (isPassed !== false || (before && complianceOf(before, fact).isPassed === false)) return []
    return [{ crop: of, farmer: { id: farmerId, title: farmer }, score, failing: breaches.map(({ rule }) => rule.code) }]
  })
  return { judged: rows.length, newlyFailing, next: rows.length === setSize ? (rows.at(-1)?.id ?? null) : null }
}

/** Of the same name, the latest first, a published one itself among them: nothing newly fails under what is in force already. Which of them holds for a crop depends on its crop type and its package, as with the new one. */
async function publishedBefore(scope: Scope, { schemeId, name }: SchemePop): Promise<SchemePop[]> {
  const { rows } = await sql<{ id: string }>`select id from schemepop where tenant_id = ${scope.tenant.id} and scheme_id = ${schemeId}::uuid and name = ${name}
    and status = 'PUBLISHED' and deleted_at is null and published_on <= ${localDay(scope)}::date order by version_no desc`.execute(scope.db)
  const versions = await recordMap(
    scope,
    schemepop,
    rows.map((row) => row.id),
  )
  return rows.flatMap((row) => versions.get(row.id) ?? [])
}

// What publishing a version of a scheme's rules would change: crops that pass today and would fail (5.2). A set of crops at a time, so
// that a programme of many thousands is judged in short calls.
import { sql } from 'kysely'
import type { ImpactAnswer } from '#domain/certification/judging/bench-answer.ts'
import { complianceOf } from '#domain/certification/judging/score.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Scope } from '../../scope.ts'
import { ofOperator, withinAccessScope } from '../../store/access-scope.ts'
import { recordsById } from '../../store/get.ts'
import type { SchemePop } from './compliance.ts'
import { cropFactsOf } from './crop-facts.ts'

const [crop, schemepop] = [entityOf('crop'), entityOf('schemepop')]
const setSize = 200
type Follower = { id: string; code: string; title: string; farmerId: string; farmer: string }

/** Of the crops that the version would hold for and the caller may list; compared with the published version of the same name. */
export async function impactOf(scope: Scope, version: SchemePop, after: string | null): Promise<ImpactAnswer> {
  const { rows } = await sql<Follower>`
    select r.id, r.code, r.title, f.id as "farmerId", f.title as farmer from crop as r
    join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = r.farmer_id
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and r.status not in ('CLOSED', 'CANCELLED') and ${withinAccessScope(scope, crop, 'L')}
      and ${ofOperator(scope, crop)} and (${version.cropTypeId}::uuid is null or r.crop_type_id = ${version.cropTypeId}::uuid)
      and (${version.popId}::uuid is null or r.pop_id = ${version.popId}::uuid) and (${after}::uuid is null or r.id > ${after}::uuid)
      and exists (select from scopecertificate as s where s.tenant_id = ${scope.tenant.id} and s.collective_id = r.operator_id and s.scheme_id = ${version.schemeId}::uuid
        and s.deleted_at is null and s.status in ('PROPOSED', 'VALID', 'SUSPENDED') and s.valid_to >= ${localDay(scope)}::date)
    order by r.id limit ${setSize}`.execute(scope.db)
  const facts = await cropFactsOf(
    scope,
    rows.map(({ id }) => id),
  )
  const published = await publishedBefore(scope, version)
  const newlyFailing = rows.flatMap(({ farmerId, farmer, ...of }): ImpactAnswer['newlyFailing'] => {
    const fact = facts.get(of.id)
    if (!fact) return []
    const { isPassed, score, breaches } = complianceOf(version, fact)
    if (isPassed !== false || (published && complianceOf(published, fact).isPassed === false)) return []
    return [{ crop: of, farmer: { id: farmerId, title: farmer }, score, failing: breaches.map(({ rule }) => rule.code) }]
  })
  return { judged: rows.length, newlyFailing, next: rows.length === setSize ? (rows.at(-1)?.id ?? null) : null }
}

async function publishedBefore(scope: Scope, { id, schemeId, name }: SchemePop): Promise<SchemePop | undefined> {
  const { rows } = await sql<{ id: string }>`select id from schemepop where tenant_id = ${scope.tenant.id} and scheme_id = ${schemeId}::uuid and name = ${name}
    and status = 'PUBLISHED' and deleted_at is null and id <> ${id}::uuid order by version_no desc limit 1`.execute(scope.db)
  const [last] = await recordsById(
    scope,
    schemepop,
    rows.map((row) => row.id),
  )
  return last
}

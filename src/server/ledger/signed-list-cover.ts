// Whether the growers of a group's goods stand on the list of approved farmers that is signed and in force for the scheme and the season of the goods (BR-12 T08,
// docs/decisions/0059, 0146). A list names records of farmers; a person whose records were merged since stands on it by any of them.
import { type RawBuilder, sql } from 'kysely'
import type { ListFacts } from '#domain/chain/certificate-facts.ts'
import type { Scope } from '../scope.ts'
import type { Certificate } from './certificate-queries.ts'
import type { Holder } from './scope-cover.ts'

/** Of each season of the goods. Nothing where the seller is no group. */
export const listsQuery = ({ tenant }: Scope, { schemeId, lines }: Certificate, seller: Holder): RawBuilder<ListFacts> => {
  const lots = seller.kind === 'collective' ? [...new Set(lines.map(({ batchId }) => batchId))] : []
  const personOf = (farmer: string) => sql`coalesce(${sql.ref(`${farmer}.merged_into_id`)}, ${sql.ref(`${farmer}.id`)})`
  return sql<ListFacts>`
    with grower as (
      select distinct coalesce(k.season_id, b.season_id) as season_id, ${personOf('f')} as person_id
      from productbatch as b left join lot_origin as o on o.tenant_id = ${tenant.id} and o.lot_id = b.id
      left join crop as k on k.tenant_id = ${tenant.id} and k.id = o.crop_id left join farmer as f on f.tenant_id = ${tenant.id} and f.id = k.farmer_id
      where b.tenant_id = ${tenant.id} and b.id = any(${lots}::uuid[])
    ), list as (
      select l.season_id, l.version_no, l.entries from approvedlist as l where l.tenant_id = ${tenant.id} and l.operator_id = ${seller.id}::uuid and l.scheme_id = ${schemeId}::uuid
        and l.status = 'IN_FORCE' and l.deleted_at is null and l.season_id in (select season_id from grower)
    ), named as (
      select distinct l.season_id, ${personOf('f')} as person_id from list as l cross join lateral jsonb_array_elements(l.entries) as e
      join farmer as f on f.tenant_id = ${tenant.id} and f.id = (e->>'farmerId')::uuid
    ), missing as (
      select g.season_id, m.member_no from grower as g join farmer as m on m.tenant_id = ${tenant.id} and m.id = g.person_id
      where not exists (select from named as n where n.season_id = g.season_id and n.person_id = g.person_id)
    )
    select s.code as season, (select max(l.version_no) from list as l where l.season_id = s.id) as version, (select count(*)::int from missing as m where m.season_id = s.id) as missing,
      (select min(m.member_no) from missing as m where m.season_id = s.id) as member
    from season as s where s.tenant_id = ${tenant.id} and s.id in (select season_id from grower) order by s.code`
}

// Who works by a scheme (domain dictionary 5.2): of what the reader would find in the lists of operators, processors, scope certificates, farmers and plots.
// One certificate of each holder: the one in force, else the one that ends last.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { mostSchemeOperators, type SchemeOperators } from '#domain/certification/scheme-operators-answer.ts'
import { stateOn } from '#domain/certification/scope-validity.ts'
import { localDay } from '#domain/kernel/day.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { listedBy } from './certification-figures.ts'

type HolderRow = {
  kind: 'collective' | 'processor'
  id: string
  code: string
  title: string
  since: string | null
  certificateId: string | null
  scNo: string | null
  status: string | null
  validFrom: string | null
  validTo: string | null
}
type Sum<K extends string> = Record<K, number> & { id: string }

/** Those whose certificate is in force first, by name. */
export async function schemeOperatorsOf(scope: Scope, scheme: { id: string; abbreviation: string }): Promise<SchemeOperators> {
  const today = localDay(scope)
  // At the address of an operator, certificates and members of others are not listed: nothing is said of them.
  const own = scope.operator?.id ?? null
  const certificates = sql`(select distinct on (r.collective_id, r.processor_id) r.id, r.sc_no, r.status, r.valid_from, r.valid_to, r.collective_id, r.processor_id,
      r.status = 'VALID' and r.valid_from <= ${today}::date and r.valid_to >= ${today}::date as in_force
    from scopecertificate as r where ${listedBy(scope, 'scopecertificate')} and r.scheme_id = ${scheme.id}::uuid and r.status <> 'REJECTED'
    order by r.collective_id, r.processor_id, in_force desc, r.valid_to desc, r.id)`
  const { rows } = await sql<HolderRow>`
    with paper as ${certificates}, holder as (
      select 'collective' as kind, r.id, r.code, r.title, s.since, p.id as certificate_id
      from collective as r left join paper as p on p.collective_id = r.id
      left join lateral (select min(one->>'since') as since from jsonb_array_elements(coalesce(r.schemes, '[]'::jsonb)) as one where one->>'scheme' = ${scheme.abbreviation}) as s on true
      where ${listedBy(scope, 'collective')} and (${own}::uuid is null or r.id = ${own}::uuid) and (p.id is not null or s.since is not null)
      union all select 'processor', r.id, r.code, r.title, null, p.id from processor as r join paper as p on p.processor_id = r.id where ${listedBy(scope, 'processor')}
    )
    select h.kind, h.id, h.code, h.title, h.since, p.id as "certificateId", p.sc_no as "scNo", p.status, p.valid_from::text as "validFrom", p.valid_to::text as "validTo"
    from holder as h left join paper as p on p.id = h.certificate_id order by coalesce(p.in_force, false) desc, h.title, h.id limit ${mostSchemeOperators + 1}`.execute(
    scope.db,
  )
  const shown = rows.slice(0, mostSchemeOperators)
  const groups = shown.flatMap(({ kind, id }) => (kind === 'collective' ? [id] : []))
  const [farmers = [], plots = []] = await queryAll(
    scope.db,
    sql<Sum<'farmers'>>`select r.operator_id as id, count(*) as farmers from farmer as r where ${listedBy(scope, 'farmer')} and r.status = 'ACTIVE'
      and r.operator_id = any(${groups}::uuid[]) group by 1`,
    sql<Sum<'areaHa'>>`select r.operator_id as id, sum(coalesce(r.mapped_area_ha, r.declared_area_ha)) as "areaHa" from landparcel as r
      where ${listedBy(scope, 'landparcel')} and r.status <> 'RETIRED' and r.operator_id = any(${groups}::uuid[]) group by 1`,
  )
  const [ofFarmers, ofPlots] = [new Map(farmers.map((one) => [one.id, one.farmers])), new Map(plots.map((one) => [one.id, one.areaHa]))]
  return {
    items: shown.map(({ kind, id, code, title, since, certificateId, scNo, status, validFrom, validTo }) => {
      const isGroup = kind === 'collective'
      const certificate =
        certificateId && scNo && status && validFrom && validTo
          ? { id: certificateId, scNo, validFrom, validTo, state: stateOn({ status, validFrom, validTo }, today) }
          : null
      return {
        kind,
        id,
        code,
        title,
        registeredSince: since,
        certificate,
        farmers: isGroup && can(scope.user, 'farmer', 'L') ? (ofFarmers.get(id) ?? 0) : null,
        areaHa: isGroup && can(scope.user, 'landparcel', 'L') ? Math.round((ofPlots.get(id) ?? 0) * 10_000) / 10_000 : null,
      }
    }),
    isMore: rows.length > mostSchemeOperators,
  }
}

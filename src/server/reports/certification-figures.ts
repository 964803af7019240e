// What the lists of schemes and of certification bodies count of each: one question for a page of rows, over what the reader would find in the lists behind the
// figures. A scope certificate counts while it is in force on the day, as it does for a claim.
import { type RawBuilder, sql } from 'kysely'
import { can } from '#domain/access.ts'
import type { BodyFigures, SchemeFigures } from '#domain/certification/figures-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { conditions } from '../store/list.ts'

/** Days before the last day of a certificate in which it is expiring. */
const expiringDays = 60

/** What limits the list of this entity; nothing of it for whom there is no such list. */
export const listedBy = (scope: Scope, name: string): RawBuilder<unknown> =>
  can(scope.user, name, 'L') ? sql.join(conditions(scope, entityOf(name), { q: null, filters: [] }), sql` and `) : sql`false`
const inForce = (scope: Scope): RawBuilder<unknown> => {
  const today = localDay(scope)
  return sql`${listedBy(scope, 'scopecertificate')} and r.status = 'VALID' and r.valid_from <= ${today}::date and r.valid_to >= ${today}::date`
}
type Ids = readonly string[]
type Of<K extends string> = Record<K, number> & { id: string }
const byId = <T extends { id: string }>(rows: readonly T[] = []): ReadonlyMap<string, T> => new Map(rows.map((row) => [row.id, row]))

/** In the order asked for; schemes that the reader does not list are left out. */
export async function schemeFiguresOf(scope: Scope, ids: Ids): Promise<SchemeFigures> {
  const today = localDay(scope)
  const sees = (name: string) => can(scope.user, name, 'L')
  const certified = sql`(select distinct r.scheme_id, r.collective_id from scopecertificate as r
    where ${inForce(scope)} and r.scheme_id = any(${[...ids]}::uuid[]) and r.collective_id is not null) as c`
  const [schemes = [], certificates, farmers, plots] = await queryAll(
    scope.db,
    sql<{ id: string }>`select r.id from scheme as r where ${listedBy(scope, 'scheme')} and r.id = any(${[...ids]}::uuid[])`,
    sql<Of<'operators' | 'expiring'>>`select r.scheme_id as id, count(distinct r.collective_id) as operators,
      count(*) filter (where r.valid_to <= ${today}::date + ${expiringDays}::integer) as expiring
      from scopecertificate as r where ${inForce(scope)} and r.scheme_id = any(${[...ids]}::uuid[]) group by 1`,
    sql<Of<'farmers'>>`select c.scheme_id as id, count(*) as farmers from ${certified} join farmer as r on r.operator_id = c.collective_id
      where ${listedBy(scope, 'farmer')} and r.status = 'ACTIVE' group by 1`,
    sql<Of<'areaHa'>>`select c.scheme_id as id, sum(coalesce(r.mapped_area_ha, r.declared_area_ha)) as "areaHa" from ${certified}
      join landparcel as r on r.operator_id = c.collective_id where ${listedBy(scope, 'landparcel')} and r.status <> 'RETIRED' group by 1`,
  )
  const [ofCertificates, ofFarmers, ofPlots, seen] = [byId(certificates), byId(farmers), byId(plots), byId(schemes)]
  return {
    items: [...new Set(ids)].flatMap((id) => {
      if (!seen.has(id)) return []
      const known = <T>(name: string, value: T): T | null => (sees(name) ? value : null)
      return {
        id,
        operators: known('scopecertificate', ofCertificates.get(id)?.operators ?? 0),
        farmers: known('scopecertificate', known('farmer', ofFarmers.get(id)?.farmers ?? 0)),
        areaHa: known('scopecertificate', known('landparcel', Math.round((ofPlots.get(id)?.areaHa ?? 0) * 10_000) / 10_000)),
        expiring: known('scopecertificate', ofCertificates.get(id)?.expiring ?? 0),
      }
    }),
  }
}

/** In the order asked for; bodies that the reader does not list are left out. */
export async function bodyFiguresOf(scope: Scope, ids: Ids): Promise<BodyFigures> {
  const today = localDay(scope)
  const sees = (name: string) => can(scope.user, name, 'L')
  const [bodies = [], certificates, papers] = await queryAll(
    scope.db,
    sql<Of<'schemes'>>`select r.id, (select count(distinct one->>'schemeId') from jsonb_array_elements(r.schemes) as one
        where one->>'from' <= ${today} and coalesce(one->>'to', ${today}) >= ${today}) as schemes
      from certificationbody as r where ${listedBy(scope, 'certificationbody')} and r.id = any(${[...ids]}::uuid[])`,
    sql<Of<'operators' | 'certificates'>>`select r.certification_body_id as id, count(distinct r.collective_id) as operators, count(*) as certificates
      from scopecertificate as r where ${inForce(scope)} and r.certification_body_id = any(${[...ids]}::uuid[]) group by 1`,
    sql<Of<'pending'> & { medianDays: number | null }>`select r.certification_body_id as id,
      count(*) filter (where r.status in ('SUBMITTED', 'UNDER_REVIEW')) as pending,
      percentile_cont(0.5) within group (order by extract(epoch from r.issued_at - r.submitted_at)::float8 / 86400)
        filter (where r.issued_at is not null and r.submitted_at is not null) as "medianDays"
      from transactioncertificate as r where ${listedBy(scope, 'transactioncertificate')} and r.certification_body_id = any(${[...ids]}::uuid[]) group by 1`,
  )
  const [ofCertificates, ofPapers, seen] = [byId(certificates), byId(papers), byId(bodies)]
  return {
    items: [...new Set(ids)].flatMap((id) => {
      const body = seen.get(id)
      if (!body) return []
      const known = <T>(name: string, value: T): T | null => (sees(name) ? value : null)
      const median = ofPapers.get(id)?.medianDays ?? null
      return {
        id,
        schemes: Number(body.schemes),
        operators: known('scopecertificate', ofCertificates.get(id)?.operators ?? 0),
        certificates: known('scopecertificate', ofCertificates.get(id)?.certificates ?? 0),
        pending: known('transactioncertificate', ofPapers.get(id)?.pending ?? 0),
        medianDays: known('transactioncertificate', median === null ? null : Math.max(0, Math.round(median * 10) / 10)),
      }
    }),
  }
}

// R22. Days are counted from the day that is given, else from the day of the report, to the last day on which the certificate holds.
import { sql } from 'kysely'
import { scopeExpiry } from '#domain/reports/scope-expiry.ts'
import { todayIn } from '../../queries/organic-status.ts'
import { among, onDays } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(scopeExpiry, {
  past: () => [{ table: 'scopecertificate' }, ...entered('collective', 'processor', 'certificationbody', 'scheme')],
  joins: ({ scope: { tenant } }) => sql`
    left join collective as k on k.tenant_id = ${tenant.id} and k.id = r.collective_id
    left join processor as y on y.tenant_id = ${tenant.id} and y.id = r.processor_id
    left join certificationbody as c on c.tenant_id = ${tenant.id} and c.id = r.certification_body_id
    left join scheme as s on s.tenant_id = ${tenant.id} and s.id = r.scheme_id`,
  where: ({ scope, values }) => [
    scope.operator ? sql`r.collective_id = ${scope.operator.id}::uuid` : null,
    among(sql`r.status`, values.status),
    ...onDays(sql`r.valid_to`, { from: null, to: values.endsBefore }),
  ],
  columns: ({ scope, values }) => ({
    scNo: sql`r.sc_no`,
    holder: sql`coalesce(k.title, y.title)`,
    holderKind: sql`case when r.collective_id is null then 'PROCESSOR' else 'OPERATOR' end`,
    body: sql`c.title`,
    scheme: sql`s.title`,
    validFrom: sql`r.valid_from`,
    validTo: sql`r.valid_to`,
    daysLeft: sql`r.valid_to - ${values.countedOn === null ? todayIn(scope) : sql`${values.countedOn}::date`}`,
    farmers: sql`r.farmers_count`,
    areaHa: sql`r.area_ha`,
    status: sql`r.status`,
  }),
  order: sql`r.valid_to, r.sc_no, r.id`,
})

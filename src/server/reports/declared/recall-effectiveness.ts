// R21. The figures are columns of the case, as its events and its trace have brought them.
import { sql } from 'kysely'
import { recallEffectiveness } from '#domain/reports/recall-effectiveness.ts'
import { among, inPeriod } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const minutesUntil = (moment: string) => sql`floor(extract(epoch from ${sql.ref(moment)} - r.opened_at) / 60)::integer`

export const query = reportQuery(recallEffectiveness, {
  past: () => [{ table: 'recallcase' }, ...entered('landparcel', 'productbatch')],
  joins: ({ scope: { tenant } }) => sql`
    left join productbatch as b on b.tenant_id = ${tenant.id} and b.id = r.batch_id
    left join landparcel as p on p.tenant_id = ${tenant.id} and p.id = r.parcel_id`,
  where: ({ scope, values }) => [among(sql`case when r.is_drill then 'DRILL' else 'RECALL' end`, values.kind), ...inPeriod(sql`r.opened_at`, scope, values)],
  columns: () => ({
    code: sql`r.code`,
    isDrill: sql`r.is_drill`,
    cause: sql`r.cause`,
    begins: sql`coalesce(b.title, p.title)`,
    openedAt: sql`r.opened_at`,
    lots: sql`r.lots_count`,
    affectedKg: sql`r.affected_kg`,
    foundKg: sql`r.found_kg`,
    locatedKg: sql`r.located_kg`,
    returnedKg: sql`r.returned_kg`,
    shippedKg: sql`r.shipped_kg`,
    restrictedKg: sql`r.restricted_kg`,
    holders: sql`r.holders_count`,
    answers: sql`r.answers_count`,
    effectiveness: sql`r.effectiveness`,
    minutes: minutesUntil('r.answered_at'),
    containedMinutes: minutesUntil('r.contained_at'),
    outcome: sql`r.outcome`,
    status: sql`r.status`,
  }),
  order: sql`r.opened_at desc, r.id`,
})

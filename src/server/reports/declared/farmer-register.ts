// R01. Plots are counted that are not retired; the committee's result is that of the season asked for, or of the latest.
import { sql } from 'kysely'
import { farmerRegister } from '#domain/reports/farmer-register.ts'
import { among, is, isVillage } from '../engine/conditions.ts'
import { reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(farmerRegister, {
  past: () => [{ table: 'farmer' }, { table: 'landparcel' }, { table: 'farmerseason' }],
  joins: ({ scope, values }) => sql`
    left join lateral (select count(*) as n from landparcel as p
      where p.tenant_id = ${scope.tenant.id} and p.farmer_id = r.id and p.deleted_at is null and p.status <> 'RETIRED') as plots on true
    left join lateral (select s.result from farmerseason as s
      where s.tenant_id = ${scope.tenant.id} and s.farmer_id = r.id and s.deleted_at is null and ${is(sql`s.season_id`, 'uuid', values.season) ?? sql`true`}
      order by s.created_at desc, s.id desc limit 1) as season on true`,
  where: ({ values }) => [isVillage(values.village), among(sql`r.gender`, values.gender), among(sql`r.status`, values.status)],
  columns: () => ({
    memberNo: sql`r.member_no`,
    name: sql`r.first_name || ' ' || r.last_name`,
    localName: sql`r.local_name`,
    relationName: sql`r.relation_name`,
    gender: sql`r.gender`,
    village: sql`r.village`,
    phone: sql`r.phone`,
    holdingHa: sql`r.total_holding_ha`,
    plots: sql`plots.n`,
    joinedOn: sql`r.joined_on`,
    status: sql`r.status`,
    result: sql`season.result`,
  }),
  order: sql`r.village, r.member_no, r.id`,
})

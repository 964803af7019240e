// R07. Steps of a crop and of the cropping system it stands in, which lie on its page too; by their states as they are now.
import { sql } from 'kysely'
import { practiceAdherence } from '#domain/reports/practice-adherence.ts'
import { among, is, isVillage } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

export const query = reportQuery(practiceAdherence, {
  past: ({ values }) => [
    { table: 'farmer' },
    { table: 'crop', which: () => is(sql`r.season_id`, 'uuid', values.season) ?? sql`true` },
    { table: 'planevent', ofStatus: true },
    ...entered('pop'),
  ],
  joins: ({ scope: { tenant }, values }) => sql`
    left join pop as k on k.tenant_id = ${tenant.id} and k.id = r.pop_id
    left join farmer as f on f.tenant_id = ${tenant.id} and f.id = r.farmer_id
    join lateral (select count(*) as planned, count(*) filter (where e.status = 'DONE_ON_TIME' and not e.is_part) as on_time, count(*) filter (where e.status = 'DONE_LATE' and not e.is_part) as late,
        count(*) filter (where e.status in ('DONE_ON_TIME', 'DONE_LATE') and e.is_part) as partly,
        count(*) filter (where e.status = 'MISSED') as missed, count(*) filter (where e.status in ('PLANNED', 'DUE')) as open
      from (select p.status, p.mandatory, coalesce(p.done_partly, false) as is_part from planevent as p where p.tenant_id = ${tenant.id} and p.crop_id = r.id and p.deleted_at is null
        union all
        select p.status, p.mandatory, coalesce(p.done_partly, false) from planevent as p where p.tenant_id = ${tenant.id} and p.cropping_system_id = r.cropping_system_id and p.crop_id is null and p.deleted_at is null) as e
      where e.status not in ('SKIPPED', 'NOT_APPLICABLE') ${values.mandatory ? sql`and e.mandatory` : sql``}) as steps on true`,
  where: ({ values }) => [
    is(sql`r.season_id`, 'uuid', values.season),
    is(sql`r.crop_type_id`, 'uuid', values.cropType),
    isVillage(values.village),
    among(sql`r.claim_status`, values.claim),
    values.status?.length ? among(sql`r.status`, values.status) : sql`r.status <> 'CANCELLED'`,
    values.missed ? sql`steps.missed > 0` : null,
  ],
  columns: () => ({
    crop: sql`r.title`,
    memberNo: sql`f.member_no`,
    farmer: sql`f.title`,
    village: sql`r.village`,
    claim: sql`r.claim_status`,
    areaHa: sql`r.area_ha`,
    pop: sql`k.title`,
    planned: sql`steps.planned`,
    onTime: sql`steps.on_time`,
    late: sql`steps.late`,
    partly: sql`steps.partly`,
    missed: sql`steps.missed`,
    open: sql`steps.open`,
    onTimeShare: sql`round(steps.on_time::numeric / nullif(steps.on_time + steps.late + steps.partly + steps.missed, 0), 4)`,
    score: sql`r.compliance_score`,
    openFindings: sql`coalesce(r.open_nc_count, 0)`,
  }),
  order: sql`r.village, f.member_no, r.title, r.code, r.id`,
})

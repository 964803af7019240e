// R08. An application is an event of a crop (plant protection) or of a cropping system (every crop of it). The area of one to a crop follows
// from total and dose where both are in the same unit, as they are entered: total / dose per hectare.
import { sql } from 'kysely'
import { inputUse } from '#domain/reports/input-use.ts'
import { eventsThen } from '../../store/past.ts'
import { among, inPeriod, is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'

const dose = sql`(e.data->>'dosePerHa')::numeric`
const total = sql`(e.data->>'total')::numeric`

export const query = reportQuery(inputUse, {
  past: () => [{ table: 'inputitem' }],
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    const day = (at: string) => sql`(${sql.raw(at)} at time zone ${tenant.timezone})::date`
    return sql`
    join lateral (
      select e.id, e.data, e.occurred_at, null::uuid as crop_id from event as e
        where e.tenant_id = ${tenant.id} and e.subject_type = 'croppingsystem' and e.subject_id = r.id and e.event_type = 'INPUT_APPLICATION' and ${eventsThen(then)}
      union all
      select e.id, e.data, e.occurred_at, c.id from crop as c
        join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'crop' and e.subject_id = c.id and e.event_type = 'PLANT_PROTECTION' and ${eventsThen(then)}
        where c.tenant_id = ${tenant.id} and c.cropping_system_id = r.id and c.deleted_at is null
    ) as e on true
    join inputitem as i on i.tenant_id = ${tenant.id} and i.id = (e.data->>'itemId')::uuid
    left join lateral (
      select count(*) as n from crop as c
        join event as h on h.tenant_id = ${tenant.id} and h.subject_type = 'crop' and h.subject_id = c.id and h.event_type = 'HARVEST' and ${eventsThen(then, 'h')}
        where c.tenant_id = ${tenant.id} and c.cropping_system_id = r.id and (e.crop_id is null or c.id = e.crop_id) and h.occurred_at >= e.occurred_at
          and ${day('h.occurred_at')} < ${day('e.occurred_at')} + coalesce((e.data->>'phiDays')::int, i.phi_days)) as early on true`
  },
  where: ({ scope, values }) => [
    is(sql`r.season_id`, 'uuid', values.season),
    is(sql`i.id`, 'uuid', values.item),
    isVillage(values.village),
    among(sql`i.permission`, values.permission),
    ...inPeriod(sql`e.occurred_at`, scope, values),
  ],
  columns: ({ scope: { tenant } }) => ({
    item: sql`i.name`,
    category: sql`i.category`,
    permission: sql`i.permission`,
    unit: sql`e.data->>'unit'`,
    applications: sql`count(*)`,
    total: sql`sum(${total})`,
    areaHa: sql`round(sum(coalesce((e.data->>'areaHa')::numeric, case when e.crop_id is null then r.area_ha else ${total} / nullif(${dose}, 0) end)), 4)`,
    farmers: sql`count(distinct r.farmer_id)`,
    doseMin: sql`min(${dose})`,
    doseMean: sql`round(avg(${dose}), 3)`,
    doseMax: sql`max(${dose})`,
    firstOn: sql`min((e.occurred_at at time zone ${tenant.timezone})::date)`,
    lastOn: sql`max((e.occurred_at at time zone ${tenant.timezone})::date)`,
    earlyHarvests: sql`coalesce(sum(early.n), 0)`,
  }),
  groupBy: () => sql`i.id, i.name, i.category, i.permission, e.data->>'unit'`,
  order: sql`item, unit`,
})

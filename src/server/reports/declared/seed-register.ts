// R09. What was recorded of seed: receipts and sowings (sowing again is seed used once more). A sowing whose lot has a proof by its receipt has one. Issued is what was handed
// out under the number of the lot to the farmers of the row, in the season where one is chosen.
import { sql } from 'kysely'
import { seedRegister } from '#domain/reports/seed-register.ts'
import { eventsThen } from '../../store/past.ts'
import { is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'

const received = sql`e.event_type = 'SEED_RECEIPT'`
const sown = sql`e.event_type <> 'SEED_RECEIPT'`
const kg = (name: string) => sql`(e.data->>${sql.lit(name)})::numeric`

/** Seed is handed out before its season begins. */
const daysBefore = 120
const inSeason = (tenantId: number, seasonId: string | null) =>
  seasonId
    ? sql`and exists (select from season as s where s.tenant_id = ${tenantId} and s.id = ${seasonId}::uuid and i.occurred_at < s.end_date + 1 and i.occurred_at >= s.start_date - ${sql.lit(daysBefore)})`
    : sql``

export const query = reportQuery(seedRegister, {
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    return sql`
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'crop' and e.subject_id = r.id and ${eventsThen(then)}
      and e.event_type in ('SEED_RECEIPT', 'SOWING', 'RESOWING')
    left join lateral (select 1 as is_there from event as p where p.tenant_id = ${tenant.id} and p.subject_type = 'crop' and p.subject_id = r.id
      and p.event_type = 'SEED_RECEIPT' and ${eventsThen(then, 'p')} and p.data->>'seedLotNo' = e.data->>'seedLotNo' and p.data->>'nonGmProof' is not null limit 1) as proof on true`
  },
  where: ({ values }) => [is(sql`r.season_id`, 'uuid', values.season), is(sql`r.crop_type_id`, 'uuid', values.cropType), isVillage(values.village)],
  columns: ({ scope, values }) => ({
    seedLot: sql`e.data->>'seedLotNo'`,
    crop: sql`r.crop_name`,
    variety: sql`r.variety_name`,
    supplier: sql`string_agg(distinct e.data->>'supplier', ', ')`,
    proof: sql`string_agg(distinct e.data->>'nonGmProof', ', ')`,
    issuedKg: sql`coalesce((select sum((i.data->>'kg')::numeric) from event as i where i.tenant_id = ${scope.tenant.id} and i.subject_type = 'farmer'
      and i.subject_id = any(array_agg(distinct r.farmer_id)) and i.event_type = 'INPUT_DISTRIBUTED' and ${eventsThen(onPastDay(scope, values), 'i')}
      and upper(i.data->>'lotNo') = upper(max(e.data->>'seedLotNo')) ${inSeason(scope.tenant.id, values.season)}), 0)`,
    receivedKg: sql`coalesce(sum(${kg('kg')}) filter (where ${received}), 0)`,
    sownKg: sql`coalesce(sum(${kg('seedKg')}) filter (where ${sown}), 0)`,
    sownHa: sql`coalesce(sum(${kg('areaHa')}) filter (where ${sown}), 0)`,
    farmers: sql`count(distinct r.farmer_id)`,
    withoutProof: sql`count(*) filter (where ${sown} and e.data->>'nonGmProof' is null and proof.is_there is null)`,
  }),
  groupBy: () => sql`e.data->>'seedLotNo', r.crop_name, r.variety_name`,
  order: sql`crop, variety, "seedLot"`,
})

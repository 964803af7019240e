// R09. What was recorded of seed: receipts and sowings (sowing again is seed used once more). A sowing whose lot has a proof by its receipt has one. A lot is one however its
// number is written. Issued is the seed that was handed out under that number, each time to one crop of the farmer, and so in one row and one season.
import { type RawBuilder, sql } from 'kysely'
import { seedRegister } from '#domain/reports/seed-register.ts'
import { eventsThen } from '../../store/past.ts'
import { is, isVillage } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

/** A proof of a stated kind, by its number or its file (5.2). */
const provenBy = (event: string) =>
  sql`(${sql.ref(`${event}.data`)}->>'nonGmProofKind' is not null and coalesce(${sql.ref(`${event}.data`)}->>'nonGmProof', ${sql.ref(`${event}.data`)}->'nonGmProofFiles'->>0) is not null)`
const received = sql`e.event_type = 'SEED_RECEIPT'`
const sown = sql`e.event_type <> 'SEED_RECEIPT'`
const kg = (name: string) => sql`(e.data->>${sql.lit(name)})::numeric`

const lotOf = (alias: 'e' | 'p' | 's') => sql`upper(${sql.ref(`${alias}.data`)}->>'seedLotNo')`
/** The crop that the seed of a hand-out `i` of the item `t` was for: of those of the farmer that had this lot the next one, or else the latest. */
const cropOf = (tenantId: number, then: RawBuilder<unknown>) => sql`(select c.id from crop as c
  join event as s on s.tenant_id = ${tenantId} and s.subject_type = 'crop' and s.subject_id = c.id and s.event_type in ('SEED_RECEIPT', 'SOWING', 'RESOWING') and ${then}
  where c.tenant_id = ${tenantId} and c.farmer_id = i.subject_id and c.deleted_at is null and ${lotOf('s')} = upper(i.data->>'lotNo')
    and coalesce(t.crop_type_id, c.crop_type_id) = c.crop_type_id and (t.variety_id is null or t.variety_id = c.variety_id)
  order by s.occurred_at < i.occurred_at, abs(extract(epoch from s.occurred_at - i.occurred_at)), c.id limit 1)`

export const query = reportQuery(seedRegister, {
  past: () => entered('crop'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    const then = onPastDay(scope, values)
    return sql`
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'crop' and e.subject_id = r.id and ${eventsThen(then)}
      and e.event_type in ('SEED_RECEIPT', 'SOWING', 'RESOWING')
    left join lateral (select 1 as is_there from event as p where p.tenant_id = ${tenant.id} and p.subject_type = 'crop' and p.subject_id = r.id
      and p.event_type = 'SEED_RECEIPT' and ${eventsThen(then, 'p')} and ${lotOf('p')} = ${lotOf('e')} and ${provenBy('p')} limit 1) as proof on true`
  },
  where: ({ values }) => [is(sql`r.season_id`, 'uuid', values.season), is(sql`r.crop_type_id`, 'uuid', values.cropType), isVillage(values.village)],
  columns: ({ scope, values }) => ({
    seedLot: sql`min(e.data->>'seedLotNo')`,
    crop: sql`r.crop_name`,
    variety: sql`r.variety_name`,
    supplier: sql`string_agg(distinct e.data->>'supplier', ', ')`,
    proof: sql`string_agg(distinct e.data->>'nonGmProof', ', ')`,
    issuedKg: sql`coalesce((select sum((i.data->>'kg')::numeric) from event as i
      join inputitem as t on t.tenant_id = ${scope.tenant.id} and t.id = (i.data->>'itemId')::uuid and t.category = 'SEED'
      where i.tenant_id = ${scope.tenant.id} and i.subject_type = 'farmer' and i.subject_id = any(array_agg(distinct r.farmer_id)) and i.event_type = 'INPUT_DISTRIBUTED'
        and ${eventsThen(onPastDay(scope, values), 'i')} and upper(i.data->>'lotNo') = max(${lotOf('e')})
        and ${cropOf(scope.tenant.id, eventsThen(onPastDay(scope, values), 's'))} = any(array_agg(distinct r.id))), 0)`,
    receivedKg: sql`coalesce(sum(${kg('kg')}) filter (where ${received}), 0)`,
    sownKg: sql`coalesce(sum(${kg('seedKg')}) filter (where ${sown}), 0)`,
    sownHa: sql`coalesce(sum(${kg('areaHa')}) filter (where ${sown}), 0)`,
    farmers: sql`count(distinct r.farmer_id)`,
    withoutProof: sql`count(*) filter (where ${sown} and not ${provenBy('e')} and proof.is_there is null)`,
  }),
  groupBy: () => sql`${lotOf('e')}, r.crop_name, r.variety_name`,
  order: sql`crop, variety, "seedLot"`,
})

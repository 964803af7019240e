// BR-20: what a group handed out of seed beside what its members sowed of it. Both are summed by two statements for the whole group, by the clock and not by each sowing, which
// would read its whole season every time (docs/decisions/0112).
import { sql } from 'kysely'
import { checkGroupSeed, type SeedIssued, type SeedSown } from '#domain/chain/group-seed.ts'
import { entityOf } from '#domain/entities.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { findRecord } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'

const collective = entityOf('collective')

/** Each sowing, and each sowing again, of crops whose seed is from the group. */
const sownOf = ({ tenant }: Scope, operatorId: string) => sql<SeedSown>`
  select c.season_id as "seasonId", s.title as season, c.crop_type_id as "cropTypeId", c.variety_id as "varietyId", v.name as variety,
    sum((e.data->>'seedKg')::numeric)::float8 as kg
  from crop as c
  join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'crop' and e.subject_id = c.id and e.event_type in ('SOWING', 'RESOWING') and e.status = 'RECORDED'
  join season as s on s.tenant_id = ${tenant.id} and s.id = c.season_id
  join variety as v on v.tenant_id = ${tenant.id} and v.id = c.variety_id
  where c.tenant_id = ${tenant.id} and c.operator_id = ${operatorId}::uuid and c.seed_source = 'GROUP' and c.deleted_at is null
  group by c.season_id, s.title, c.crop_type_id, c.variety_id, v.name`

/** What was handed out to many at once, and to members one by one. Where no season is named it is for the one whose first day is nearest. */
const issuedOf = ({ tenant }: Scope, operatorId: string) => sql<SeedIssued>`
  select n.season_id as "seasonId", i.crop_type_id as "cropTypeId", i.variety_id as "varietyId", sum((e.data->>'kg')::numeric)::float8 as kg
  from (
    select e.occurred_at, e.data from event as e
      where e.tenant_id = ${tenant.id} and e.subject_type = 'collective' and e.subject_id = ${operatorId}::uuid and e.event_type = 'INPUT_ISSUE' and e.status = 'RECORDED'
    union all
    select e.occurred_at, e.data from farmer as f
      join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id = f.id and e.event_type = 'INPUT_DISTRIBUTED' and e.status = 'RECORDED'
      where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.deleted_at is null
  ) as e
  join inputitem as i on i.tenant_id = ${tenant.id} and i.id = (e.data->>'itemId')::uuid and i.category = 'SEED'
  cross join lateral (select coalesce((e.data->>'seasonId')::uuid, (
    select s.id from season as s where s.tenant_id = ${tenant.id} and s.deleted_at is null
    order by abs(s.start_date - (e.occurred_at at time zone ${tenant.timezone})::date), s.start_date, s.id limit 1)) as season_id) as n
  group by 1, 2, 3`

/** Brings the finding of the group to what is recorded now. */
export async function settleGroupSeed(scope: Scope, operatorId: string): Promise<void> {
  const group = await findRecord(scope, collective, operatorId, { lock: true, by: 'any' })
  if (!group) return
  const [sown = [], issued = []] = await queryAll(scope.db, sownOf(scope, operatorId), issuedOf(scope, operatorId))
  const finding = checkGroupSeed(sown, issued)
  await projectFlags(scope, collective, operatorId, ['BR-20'], finding ? [{ ...finding, eventId: null }] : [])
}

// Seed of groups is judged beside the writes that change it (BR-20): groups of which something was recorded within the last quarter of an hour, and every group once a day.
// Judging again changes nothing; what was recorded while nothing ran is caught by the day.
import { type RawBuilder, sql } from 'kysely'
import { settleGroupSeed } from '../../behaviours/people/group-seed.ts'
import type { ClockHandler, Moment } from './handler.ts'

const minutesBack = 15
const page = async ({ db, tenant }: Moment, condition: RawBuilder<unknown>, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select o.id from collective as o where o.tenant_id = ${tenant.id} and o.deleted_at is null
    and (${after}::uuid is null or o.id > ${after}::uuid) and ${condition} order by o.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const seedOfEveryGroup: ClockHandler = {
  name: 'seed of groups: every group',
  stage: 'judgement',
  isDaily: true,
  due: (moment, after, limit) => page(moment, sql`true`, after, limit),
  carryOut: settleGroupSeed,
}

export const seedRecorded: ClockHandler = {
  name: 'seed of groups: what was recorded',
  stage: 'judgement',
  due(moment, after, limit) {
    const { tenant, now } = moment
    const recent = sql`event as e where e.tenant_id = ${tenant.id} and e.recorded_at > ${now}::timestamptz - make_interval(mins => ${minutesBack})`
    // An input belongs to the whole programme.
    const touched = sql`(o.id in (
      select e.operator_id from ${recent} and e.subject_type in ('crop', 'farmer') and e.event_type in ('SOWING', 'RESOWING', 'INPUT_DISTRIBUTED', 'EVENT_VOIDED', 'EDITED')
      union all select e.subject_id from ${recent} and e.subject_type = 'collective' and e.event_type in ('INPUT_ISSUE', 'EVENT_VOIDED'))
      or exists (select from ${recent} and e.subject_type = 'inputitem'))`
    return page(moment, touched, after, limit)
  },
  carryOut: settleGroupSeed,
}

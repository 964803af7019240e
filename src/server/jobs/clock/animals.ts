// States of cattle, goats and sheep that pass by themselves: a fresh cow is one for some weeks, a treatment has a last day, the time of
// waiting after a birth ends (domain dictionary animal 5). They are columns, so those whose day has come are projected anew.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import { findRecord } from '../../store/get.ts'
import { projectAgain } from '../../store/project.ts'
import type { ClockHandler } from './handler.ts'

const statesOfToday = (name: 'cow' | 'goat' | 'sheep'): ClockHandler => ({
  name: `states of the day: ${name}`,
  isDaily: true,
  async due({ db, tenant, day }, after, limit) {
    const { freshDays, earlyDays, waitingDays } = husbandrySettings(tenant.config)
    const sinceBirth = sql`${day}::date - last_birth_on`
    const leastWait = Math.min(60, ...Object.values(waitingDays))
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} where tenant_id = ${tenant.id} and deleted_at is null and status = 'ALIVE'
      and (health_status = 'IN_TREATMENT' or (lactation_status = 'FRESH' and ${sinceBirth} > ${freshDays}) or (lactation_status = 'EARLY' and ${sinceBirth} > ${earlyDays})
        or (repro_status = 'BIRTHED' and ${sinceBirth} >= ${leastWait}))
      and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const entity = entityOf(name)
    const animal = await findRecord(scope, entity, id, { lock: true, by: 'any' })
    if (animal) await projectAgain(scope, entity, animal)
  },
})

export const animalsOfToday: readonly ClockHandler[] = (['cow', 'goat', 'sheep'] as const).map(statesOfToday)

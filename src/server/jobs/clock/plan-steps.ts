// Planned steps of packages of practices (domain dictionary 6.3, BR-18; animal 9.3). Those of a package are due from the first day of their window, and
// missed or left out after its last, all of one crop, flock or pond at once; a step that stands by itself is due on its day.
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#domain/kernel/day.ts'
import { settlePlans } from '../../behaviours/cropping/crop-plans.ts'
import { settleAnimalPlans } from '../../behaviours/husbandry/animal-plans.ts'
import { planevent } from '../../store/fulfil-plan.ts'
import { findRecord } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { inStep } from '../../store/step.ts'
import type { ClockHandler, Moment } from './handler.ts'

const idsWhere = async ({ db, tenant }: Moment, condition: RawBuilder<unknown>, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from planevent where tenant_id = ${tenant.id} and deleted_at is null
    and pop_id is null and poultry_pop_id is null and aqua_pop_id is null and ${condition}
    and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export const dueSteps: ClockHandler = {
  name: 'plan steps due',
  due: (moment, after, limit) =>
    idsWhere(moment, sql`status = 'PLANNED' and due <= ${moment.day}::date and (window_end is null or window_end >= ${moment.day}::date)`, after, limit),
  async carryOut(scope, id) {
    const step = await findRecord(scope, planevent, id, { lock: true, by: 'any' })
    if (step?.status !== 'PLANNED' || !step.due) return
    const occurredAt = await occurrenceOf(scope, planevent, id, startOfDay(step.due, scope.tenant.timezone))
    await recordBySystem(scope, planevent, id, { eventType: 'DUE', occurredAt, data: {} })
  },
}

/** Crops whose package has a step whose window begins or has ended. */
export const plansOfCrops: ClockHandler = {
  name: 'plans of crops',
  async due({ db, tenant, day }, after, limit) {
    const { rows } = await sql<{
      id: string
    }>`select distinct crop_id as id from planevent where tenant_id = ${tenant.id} and deleted_at is null and pop_id is not null
      and crop_id is not null and ((status = 'PLANNED' and window_start <= ${day}::date) or (status = 'DUE' and window_end < ${day}::date))
      and (${after}::uuid is null or crop_id > ${after}::uuid) order by crop_id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  carryOut: (scope, id) => settlePlans(scope, [id]),
}

/** Flocks and ponds likewise. */
const plansOfStocks = (kind: 'poultrybatch' | 'aquacrop', name: string, id: RawBuilder<unknown>, packageId: RawBuilder<unknown>): ClockHandler => ({
  name,
  async due({ db, tenant, day }, after, limit) {
    const { rows } = await sql<{
      id: string
    }>`select distinct ${id} as id from planevent where tenant_id = ${tenant.id} and deleted_at is null and ${packageId} is not null
      and ${id} is not null and ((status = 'PLANNED' and window_start <= ${day}::date) or (status = 'DUE' and window_end < ${day}::date))
      and (${after}::uuid is null or ${id} > ${after}::uuid) order by 1 limit ${limit}`.execute(db)
    return rows.map((row) => row.id)
  },
  carryOut: (scope, stockId) => inStep(scope, () => settleAnimalPlans(scope, kind, [stockId])),
})
export const plansOfFlocks = plansOfStocks('poultrybatch', 'plans of flocks', sql.ref('poultry_batch_id'), sql.ref('poultry_pop_id'))
export const plansOfPonds = plansOfStocks('aquacrop', 'plans of ponds', sql.ref('aqua_crop_id'), sql.ref('aqua_pop_id'))

export const missedSteps: ClockHandler = {
  name: 'plan steps missed',
  due: (moment, after, limit) => idsWhere(moment, sql`status in ('PLANNED', 'DUE') and window_end < ${moment.day}::date`, after, limit),
  async carryOut(scope, id) {
    const step = await findRecord(scope, planevent, id, { lock: true, by: 'any' })
    if (!step || !['PLANNED', 'DUE'].includes(step.status) || !step.windowEnd) return
    const occurredAt = await occurrenceOf(scope, planevent, id, startOfDay(addDays(step.windowEnd, 1), scope.tenant.timezone))
    await recordBySystem(scope, planevent, id, { eventType: 'MISSED', occurredAt, data: {} })
  },
}

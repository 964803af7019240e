// Planned steps of packages of practices: due on their day, missed after the last day of their window (domain dictionary 6.3).
import { type RawBuilder, sql } from 'kysely'
import { addDays, startOfDay } from '#domain/kernel/day.ts'
import { planevent } from '../../store/fulfil-plan.ts'
import { findRecord } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import type { ClockHandler, Moment } from './handler.ts'

const idsWhere = async ({ db, tenant }: Moment, condition: RawBuilder<unknown>, after: string | null, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from planevent where tenant_id = ${tenant.id} and deleted_at is null and ${condition}
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

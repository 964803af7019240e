// Once a day: what names a member goes as many years after they left as the programme retains it (6.6), unless something still needs it; and administrators hear
// of it ninety days before: without that notice, of the same day, nothing is erased, whatever exit or setting became since.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { noticeDays } from '#domain/people/erasure.ts'
import { leaversBy, retainedBy, retentionYears } from '../../queries/retention.ts'
import { findRecord } from '../../store/get.ts'
import { notify } from '../../store/notify.ts'
import { erasePerson } from '../erase-person.ts'
import type { ClockHandler } from './handler.ts'

/** In the place of a name, in English as other titles that are stored: before the member number. */
const formerMember = 'Former member'

const erasure: ClockHandler = {
  name: 'retention',
  // After what the day makes of findings and certificates.
  stage: 'reminder',
  isDaily: true,
  due: async (moment, after, limit) => (await leaversBy(moment, moment.day, { after, limit, afterNotice: true })).map(({ id }) => id),
  async carryOut(scope, id) {
    const farmer = await findRecord(scope, entityOf('farmer'), id, { lock: true, by: 'any' })
    if (farmer?.status !== 'EXITED' || farmer.erasedOn) return
    const today = localDay(scope)
    const [leaver] = await leaversBy(scope, today, { limit: 1, only: id, afterNotice: true })
    if (!leaver || (await retainedBy(scope, id)).length > 0) return
    await erasePerson(scope, farmer, { leftOn: leaver.leftOn, years: retentionYears(scope) }, today, formerMember)
  },
}

const ahead: ClockHandler = {
  name: 'retention ahead',
  stage: 'reminder',
  isDaily: true,
  // Also of whom a notice was given that may be of another day since.
  async due(moment, after, limit) {
    const leavers = await leaversBy(moment, addDays(moment.day, noticeDays), { after, limit })
    const { rows } = await sql<{ id: string }>`select n.farmer_id as id from erasure_notice as n where n.tenant_id = ${moment.tenant.id}
      and (${after}::uuid is null or n.farmer_id > ${after}::uuid) order by 1 limit ${limit}`.execute(moment.db)
    return [...new Set([...leavers, ...rows].map(({ id }) => id))].sort().slice(0, limit)
  },
  async carryOut(scope, id) {
    const { db, tenant } = scope
    // Two workers are one after the other.
    await findRecord(scope, entityOf('farmer'), id, { lock: true, by: 'any' })
    const [leaver] = await leaversBy(scope, addDays(localDay(scope), noticeDays), { limit: 1, only: id })
    if (leaver?.isNoticed) return
    await sql`delete from erasure_notice where tenant_id = ${tenant.id} and farmer_id = ${id}::uuid`.execute(db)
    if (!leaver) return
    const { operatorId, dueOn, erasedFrom } = leaver
    await sql`insert into erasure_notice (tenant_id, farmer_id, due_on, noticed_on)
      values (${tenant.id}, ${id}::uuid, ${dueOn}::date, ${localDay(scope)}::date)`.execute(db)
    notify(scope, 'RETENTION_AHEAD', { type: 'farmer', id, operatorId }, { key: `RETENTION_AHEAD ${id} ${erasedFrom}`, figures: { erasedFrom } })
  },
}

export const retention = [erasure, ahead]

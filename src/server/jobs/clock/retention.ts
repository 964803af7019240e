// Once a day: what names a member goes as many years after they left as the programme retains it (6.6), unless something still needs it; and administrators hear
// of it ninety days before.
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { noticeDays } from '#domain/people/erasure.ts'
import { leaversBy, retainedBy, retentionYears } from '../../queries/retention.ts'
import { erasePerson } from '../../store/erase-person.ts'
import { findRecord } from '../../store/get.ts'
import { notify } from '../../store/notify.ts'
import type { ClockHandler } from './handler.ts'

/** In the place of a name, in English as other titles that are stored: before the member number. */
const formerMember = 'Former member'

const erasure: ClockHandler = {
  name: 'retention',
  // After what the day makes of findings and certificates.
  stage: 'reminder',
  isDaily: true,
  due: async (moment, after, limit) => (await leaversBy(moment, moment.day, { after, limit })).map(({ id }) => id),
  async carryOut(scope, id) {
    const farmer = await findRecord(scope, entityOf('farmer'), id, { lock: true, by: 'any' })
    if (farmer?.status !== 'EXITED' || farmer.erasedOn) return
    const today = localDay(scope)
    const [leaver] = await leaversBy(scope, today, { limit: 1, only: id })
    if (!leaver || (await retainedBy(scope, id)).length > 0) return
    await erasePerson(scope, farmer, { leftOn: leaver.leftOn, years: retentionYears(scope) }, today, formerMember)
  },
}

const ahead: ClockHandler = {
  name: 'retention ahead',
  stage: 'reminder',
  isDaily: true,
  async due(moment, after, limit) {
    const leavers = await leaversBy(moment, addDays(moment.day, noticeDays), { after, limit })
    return leavers.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const [leaver] = await leaversBy(scope, addDays(localDay(scope), noticeDays), { limit: 1, only: id })
    if (!leaver) return
    const { operatorId, erasedFrom } = leaver
    const key = `RETENTION_AHEAD ${id} ${erasedFrom}`
    const raised = await scope.db.selectFrom('outbox').select('id').where('tenant_id', '=', scope.tenant.id).where('dedupe_key', '=', key).executeTakeFirst()
    if (!raised) notify(scope, 'RETENTION_AHEAD', { type: 'farmer', id, operatorId }, { key, figures: { erasedFrom } })
  },
}

export const retention = [erasure, ahead]

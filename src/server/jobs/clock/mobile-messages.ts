// Messages to telephones go out when their time has come, and in no quiet hours.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { isNight } from '#domain/notifications/settings.ts'
import { isUnapproved } from '../../behaviours/work/mobilenotification.ts'
import { findRecord } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import type { ClockHandler } from './handler.ts'

const mobilenotification = entityOf('mobilenotification')

export const dueMessages: ClockHandler = {
  name: 'messages to telephones',
  stage: 'sending',
  async due({ db, tenant, now }, after, limit) {
    if (isNight(now, tenant.timezone)) return []
    const { rows } = await sql<{ id: string }>`select id from mobilenotification where tenant_id = ${tenant.id} and deleted_at is null and status = 'SCHEDULED'
      and coalesce(scheduled_at, ${now}::timestamptz) <= ${now}::timestamptz and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const message = await findRecord(scope, mobilenotification, id, { lock: true, by: 'any' })
    if (message?.status !== 'SCHEDULED' || (message.scheduledAt !== null && new Date(message.scheduledAt) > scope.now)) return
    const occurredAt = await occurrenceOf(scope, mobilenotification, id, scope.now.toISOString())
    const eventType = (await isUnapproved(scope, message)) ? 'APPROVAL_NEEDED' : 'SENDING'
    await recordBySystem(scope, mobilenotification, id, { eventType, occurredAt, data: {} })
  },
}

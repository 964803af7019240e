// Non-conformities that nobody has corrected by their day go on to a sanction (5.2: OPEN → ESCALATED): the product proposes one by their
// severity, once, and notifies the next role. What people have refused is not proposed again.
import { sql } from 'kysely'
import { correctiveActionDays, sanctionOfOverdue } from '#domain/certification/sanction-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { seasonOf } from '../../behaviours/certification/sanctions.ts'
import { recordsById } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { spelledRow } from '../../store/spelled-row.ts'
import type { ClockHandler } from './handler.ts'

const nonconformity = entityOf('nonconformity')

export const overdueFindings: ClockHandler = {
  name: 'non-conformities escalated',
  stage: 'consequence',
  async due({ db, tenant, day }, after, limit) {
    const { rows } = await sql<{ id: string }>`select n.id from nonconformity as n
      where n.tenant_id = ${tenant.id} and n.deleted_at is null and n.status = 'OPEN' and n.due_on < ${day}::date and n.severity in ('MINOR', 'MAJOR', 'CRITICAL')
        and not exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity' and e.subject_id = n.id
          and e.event_type in ('ESCALATED', 'ESCALATED_BY_RULE') and e.status = 'RECORDED')
        and (${after}::uuid is null or n.id > ${after}::uuid) order by n.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const [finding] = await recordsById(scope, nonconformity, [id], { lock: true })
    const day = localDay(scope)
    // Somebody was quicker.
    if (finding?.status !== 'OPEN' || finding.dueOn >= day) return
    const seasonId = finding.farmerId === null ? null : await seasonOf(scope, finding)
    const sanction = sanctionOfOverdue(finding.severity, seasonId !== null)
    if (sanction === null) return
    const { message: reason, words } = spelledRow(phrase`It was to be corrected by ${onDay(finding.dueOn)}.`)
    await recordBySystem(scope, nonconformity, id, {
      eventType: 'ESCALATED_BY_RULE',
      occurredAt: await occurrenceOf(scope, nonconformity, id, scope.now.toISOString()),
      data: {
        sanction,
        reason,
        words,
        ...(sanction === 'SALES_SUSPENSION' ? { seasonId } : {}),
        ...(sanction === 'CORRECTIVE_ACTION' ? { dueOn: addDays(day, correctiveActionDays) } : {}),
      },
    })
  },
}

// Non-conformities that nobody has corrected by their day go on to a sanction (5.2: OPEN → ESCALATED): the product proposes one by their
// severity, once, and notifies the next role. What people have refused is not proposed again, unless a correction was returned since: then by a
// day of its own. A corrective action that was imposed and is not lifted by its day goes on to the next step, once.
import { sql } from 'kysely'
import { correctiveActionDays, sanctionAfterCorrectiveAction, sanctionOfOverdue } from '#domain/certification/sanction-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import { seasonOf } from '../../behaviours/certification/sanctions.ts'
import { recordsById } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import type { ClockHandler } from './handler.ts'

const nonconformity = entityOf('nonconformity')

/** Events of `n` that count, called `e`. */
const recorded = (
  tenantId: number,
  ...types: string[]
) => sql`event as e where e.tenant_id = ${tenantId} and e.subject_type = 'nonconformity' and e.subject_id = n.id
  and e.event_type = any(${types}::text[]) and e.status = 'RECORDED'`
/** Since the last of these, in order of occurrence; ever, where there was none. */
const since = (alias: string) =>
  sql`(${sql.ref(`${alias}.at`)} is null or (e.occurred_at, e.subject_version) > (${sql.ref(`${alias}.at`)}, ${sql.ref(`${alias}.version`)}))`

/**
 * `n`, with the day that has passed: of its correction or, where one was returned since, of the next, whose days count from when that was entered; of the
 * corrective action that is in force.
 */
const overdue = ({ id: tenantId, timezone }: { id: number; timezone: string }, day: string) => sql`from (
    select n.id, case when n.status = 'SANCTIONED' then n.sanction_due_on
        else greatest(n.due_on, (returned.known at time zone ${timezone})::date + ${correctiveActionDays}::integer) end as passed
      from nonconformity as n
      left join lateral (select e.occurred_at as at, e.subject_version as version, greatest(e.occurred_at, e.recorded_at) as known
        from ${recorded(tenantId, 'ACTION_RETURNED')} order by e.occurred_at desc, e.subject_version desc limit 1) as returned on true
      left join lateral (select e.occurred_at as at, e.subject_version as version from ${recorded(tenantId, 'SANCTION_IMPOSED')}
        order by e.occurred_at desc, e.subject_version desc limit 1) as imposed on true
      where n.tenant_id = ${tenantId} and n.deleted_at is null and (
        n.status = 'OPEN' and n.due_on < ${day}::date and n.severity in ('MINOR', 'MAJOR', 'CRITICAL')
          and not exists (select from ${recorded(tenantId, 'ESCALATED', 'ESCALATED_BY_RULE')} and ${since('returned')})
        or n.status = 'SANCTIONED' and n.sanction = 'CORRECTIVE_ACTION' and n.sanction_due_on < ${day}::date
          and not exists (select from ${recorded(tenantId, 'ESCALATED_BY_RULE')} and ${since('imposed')}))
  ) as n where n.passed < ${day}::date`

export const overdueFindings: ClockHandler = {
  name: 'non-conformities escalated',
  stage: 'consequence',
  async due({ db, tenant, day }, after, limit) {
    const { rows } = await sql<{ id: string }>`select n.id ${overdue(tenant, day)}
      and (${after}::uuid is null or n.id > ${after}::uuid) order by n.id limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },
  async carryOut(scope, id) {
    const [finding] = await recordsById(scope, nonconformity, [id], { lock: true })
    const day = localDay(scope)
    const { rows } = await sql<{ passed: string }>`select n.passed::text as passed ${overdue(scope.tenant, day)} and n.id = ${id}::uuid`.execute(scope.db)
    const [found] = rows
    // Somebody was quicker.
    if (!finding || !found) return
    const seasonId = finding.farmerId === null ? null : await seasonOf(scope, finding)
    const sanction = finding.status === 'SANCTIONED' ? sanctionAfterCorrectiveAction(seasonId !== null) : sanctionOfOverdue(finding.severity, seasonId !== null)
    if (sanction === null) return
    const { message: reason, words } = spelledRow(phrase`It was to be corrected by ${onDay(found.passed)}.`)
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

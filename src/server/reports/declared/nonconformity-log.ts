// R11. Closed on the day of the event that closed it; the sanction is that of the last escalation that counts.
import { type RawBuilder, sql } from 'kysely'
import { nonconformityLog } from '#domain/reports/nonconformity-log.ts'
import { todayIn } from '../../queries/organic-status.ts'
import type { Scope } from '../../scope.ts'
import { among, onDays } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const last = (
  { tenant }: Scope,
  eventType: string,
): RawBuilder<unknown> => sql`(select e.data, (e.occurred_at at time zone ${tenant.timezone}::text)::date as day from event as e
  where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity' and e.subject_id = r.id and e.event_type = ${eventType} and e.status = 'RECORDED'
  order by e.occurred_at desc, e.subject_version desc limit 1)`

export const query = reportQuery(nonconformityLog, {
  past: () => [{ table: 'farmer' }, { table: 'nonconformity' }, ...entered('landparcel', 'crop', 'productbatch')],
  joins: ({ scope }) => sql`
    left join farmer as f on f.tenant_id = ${scope.tenant.id} and f.id = r.farmer_id
    left join landparcel as p on p.tenant_id = ${scope.tenant.id} and p.id = r.parcel_id
    left join crop as c on c.tenant_id = ${scope.tenant.id} and c.id = r.crop_id
    left join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = r.product_batch_id
    left join lateral ${last(scope, 'CLOSED')} as closed on r.status = 'CLOSED'
    left join lateral ${last(scope, 'ESCALATED')} as escalated on true`,
  where: ({ values }) => [among(sql`r.severity`, values.severity), among(sql`r.status`, values.status), ...onDays(sql`r.opened_on`, values)],
  columns: ({ scope }) => ({
    ref: sql`r.ref`,
    severity: sql`r.severity`,
    rule: sql`r.rule`,
    clause: sql`r.clause`,
    farmer: sql`f.title`,
    subject: sql`coalesce(p.title, c.title, b.title)`,
    openedOn: sql`r.opened_on`,
    dueOn: sql`r.due_on`,
    closedOn: sql`closed.day`,
    days: sql`greatest(0, coalesce(closed.day, ${todayIn(scope)}) - r.opened_on)`,
    overdue: sql`nullif(greatest(0, coalesce(closed.day, ${todayIn(scope)}) - r.due_on), 0)`,
    sanction: sql`escalated.data->>'sanction'`,
    status: sql`r.status`,
  }),
  order: sql`r.opened_on, r.ref, r.id`,
})

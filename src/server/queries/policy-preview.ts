// What rules of automatic approval would have made of what came in lately (domain dictionary 6.1): an administrator reads it before they are in force.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type Arrival, type PolicyPreview, type PolicyRule, previewDays, previewOf } from '#domain/work/approval-policy.ts'
import type { Scope } from '../scope.ts'
import { recordMap } from '../store/get.ts'

type Row = { form: string; by: string; applied: number; days: number | null; checks: Arrival['checks'] | null; times: number }

/**
 * Of every sender and form what was applied, and how long ago one was refused, is counted at the moment at which each came in; whoever has sent nothing of a form
 * in these days is not read. Two limits of it: roles are those
 * that the sender has now, and one that was sent again is judged by its latest checks.
 */
export async function previewPolicy(scope: Scope, rules: readonly PolicyRule[]): Promise<PolicyPreview> {
  const { db, tenant, now } = scope
  const { rows } = await sql<Row>`with pairs as (
      select distinct s.form_code, s.created_by from submission as s where s.tenant_id = ${tenant.id} and s.deleted_at is null and s.form_code <> 'CHANGE_REQUEST'
        and s.created_by is not null and coalesce(s.received_at, s.created_at) > ${now.toISOString()}::timestamptz - make_interval(days => ${previewDays})),
    sent as (
      select s.id, s.form_code, s.created_by, s.status, coalesce(s.received_at, s.created_at) as came,
        greatest(coalesce(s.reviewed_at, s.received_at, s.created_at), coalesce(s.received_at, s.created_at)) as decided
      from pairs as p join submission as s on s.form_code = p.form_code and s.created_by = p.created_by where s.tenant_id = ${tenant.id} and s.deleted_at is null and s.form_code <> 'CHANGE_REQUEST' and s.created_by is not null),
    moments as (
      select form_code, created_by, came as at, 0 as kind, 0 as applied, null::timestamptz as refused, id from sent
      union all select form_code, created_by, decided, 1, 1, null, null from sent where status = 'APPLIED'
      union all select form_code, created_by, decided, 1, 0, decided, null from sent
        where status in ('RETURNED', 'RESUBMITTED', 'REJECTED', 'APPLY_FAILED', 'CONFLICT')),
    counted as (
      select id, form_code, created_by, at, kind, sum(applied) over before_it as applied,
        floor(extract(epoch from at - max(refused) over before_it) / 86400)::integer as days
      from moments window before_it as (partition by created_by, form_code order by at, kind, id rows unbounded preceding)),
    judged as (
      select counted.form_code, counted.created_by, applied, days, (select jsonb_agg(distinct jsonb_build_object('ruleId', c->>'ruleId', 'outcome', c->>'outcome'))
          from jsonb_array_elements(case when jsonb_typeof(s.auto_checks) = 'array' then s.auto_checks else '[]'::jsonb end) as c where c->>'outcome' <> 'INFO') as checks
      from counted join submission as s on s.tenant_id = ${tenant.id} and s.id = counted.id where kind = 0 and at > ${now.toISOString()}::timestamptz - make_interval(days => ${previewDays}) and not exists (
        select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'submission' and e.subject_id = counted.id and e.event_type = 'DIVIDED'))
    select form_code as form, created_by as "by", applied::integer as applied, days, checks, count(*)::integer as times
    from judged group by form_code, created_by, applied, days, checks`.execute(db)
  const senders = await recordMap(
    scope,
    entityOf('user'),
    rows.map(({ by }) => by),
  )
  const arrivals = rows.map(({ form, by, applied, days, checks, times }): Arrival => {
    const sender = senders.get(by)
    const roles = sender?.status === 'ACTIVE' ? sender.roles.map(({ role }) => role) : []
    return { form, sender: { roles, applied, daysSinceRefused: days }, checks: checks ?? [], times }
  })
  return previewOf(rules, arrivals)
}

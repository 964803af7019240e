// What the workers need beside pg-boss's own schema: on which day of a programme a handler of the clock last ran,
// and which records it could not bring up to date.
import type { TableArea } from './area.ts'

export const jobTables: TableArea = {
  guarded: ['clock_day', 'clock_failure'],
  sql: `
create table clock_day (
  tenant_id integer not null,
  handler text not null,
  day date not null, -- where the programme works
  seen_xid bigint, -- of what reads what was recorded since its last round: the oldest transaction that was open when that began
  seen_at timestamptz,
  constraint clock_day__pkey primary key (tenant_id, handler)
);
create table clock_failure (
  tenant_id integer not null,
  handler text not null,
  record_id uuid not null,
  tries integer not null,
  reason text not null,
  failed_at timestamptz not null,
  next_at timestamptz not null,
  constraint clock_failure__pkey primary key (tenant_id, handler, record_id)
);`,
}

/**
 * The application's only way into the queue: a job of these topics for the programme of this transaction, which exists once it has
 * committed. The columns are those that pg-boss documents for inserting by SQL, with the settings of the queue. Workers make the schema when they
 * first start; what waits until then is found by their rounds.
 */
export const enqueueJob = `
create function app.enqueue_job(topic text, payload jsonb, run_at timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  insert into pgboss.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select q.name, payload || jsonb_build_object('tenantId', app.current_tenant()), coalesce(run_at, now()), coalesce(run_at, now()) + q.retention_seconds * interval '1 second',
    q.expire_seconds, q.deletion_seconds, q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
  from pgboss.queue as q where q.name = topic and topic in ('mail', 'import', 'export', 'report', 'deliver');
end $$;
revoke execute on function app.enqueue_job(text, jsonb, timestamptz) from public;
grant execute on function app.enqueue_job(text, jsonb, timestamptz) to farmbook_app;`.trim()

create table "clock_day" (
  "tenant_id" integer not null,
  "handler" text not null,
  "day" date not null
);
alter table "clock_day" add constraint "clock_day__pkey" PRIMARY KEY (tenant_id, handler);
alter table "clock_day" enable row level security, force row level security;
create policy "tenant" on "clock_day" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "clock_day" to "farmbook_app";
CREATE OR REPLACE FUNCTION app.enqueue_job(topic text, payload jsonb, run_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  insert into pgboss.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select q.name, payload || jsonb_build_object('tenantId', app.current_tenant()), coalesce(run_at, now()), coalesce(run_at, now()) + q.retention_seconds * interval '1 second',
    q.expire_seconds, q.deletion_seconds, q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
  from pgboss.queue as q where q.name = topic and topic in ('mail');
end $function$;
-- The application may ask for a job, and for nothing else of the queue.
revoke execute on function app.enqueue_job(text, jsonb, timestamptz) from public;
grant execute on function app.enqueue_job(text, jsonb, timestamptz) to farmbook_app;

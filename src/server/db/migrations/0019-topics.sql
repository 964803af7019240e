-- What a business transaction may ask for: imports, exports and reports, and messages to be delivered, beside mail.
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
  from pgboss.queue as q where q.name = topic and topic in ('mail', 'import', 'export', 'report', 'deliver');
end $function$;

create table "erasure_notice" (
    "tenant_id" integer not null,
    "farmer_id" uuid not null,
    "due_on" date not null,
    "noticed_on" date not null
      );
alter table "erasure_notice" add constraint "erasure_notice__pkey" PRIMARY KEY (tenant_id, farmer_id);
alter table "erasure_notice" enable row level security, force row level security;
create policy "tenant" on "erasure_notice" as permissive for all using ((tenant_id = app.current_tenant())) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "erasure_notice" to "farmbook_app";
alter table "event" add column "erased_at" timestamp with time zone;
alter table "farmer" add column "erased_on" date;
CREATE OR REPLACE FUNCTION app.is_erased(kind text, of_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare tenant integer := app.current_tenant(); ids uuid[];
begin
  if kind = 'notification' then
    return exists (select from notification as n where n.tenant_id = tenant and n.id = of_id and case when n.subject_id is not null then app.is_erased(n.subject_type, n.subject_id::uuid)
      else exists (select from outbox as o, unnest(o.subject_ids) as s (id) where o.tenant_id = tenant
        and o.dedupe_key = regexp_replace(n.dedupe_key, '#[0-9]+$', '') and app.is_erased(o.subject_type, s.id)) end);
  end if;
  if kind = 'submission' then
    ids := array(select case when n.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then n.id::uuid end
      from submission as r, unnest(array[r.farmer_id::text, r.target_id, r.result_id]) as n (id) where r.tenant_id = tenant and r.id = of_id);
    return exists (select from farmer as f where f.tenant_id = tenant and f.erased_on is not null
      and (f.id = any(ids) or f.id in (select o.farmer_id from landowner as o where o.tenant_id = tenant and o.id = any(ids))));
  end if;
  return exists (select from farmer as f where f.tenant_id = tenant and f.erased_on is not null and f.id = case kind
    when 'farmer' then of_id
    when 'landowner' then (select r.farmer_id from landowner as r where r.tenant_id = tenant and r.id = of_id)
    when 'farmerseason' then (select r.farmer_id from farmerseason as r where r.tenant_id = tenant and r.id = of_id)
    when 'inspection' then (select r.farmer_id from inspection as r where r.tenant_id = tenant and r.id = of_id)
    when 'user' then (select r.farmer_id from "user" as r where r.tenant_id = tenant and r.id = of_id) end);
end $function$;
CREATE OR REPLACE FUNCTION app.erase_event(event_id uuid, left_data jsonb, private_commitment text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update event set data = left_data, notes = null, gps = null, late_reason = null, void_note = null, erased_at = at,
    salts = case when hash_format = 2 then jsonb_build_object('public', salts->>'public', 'prv', private_commitment) end
  where tenant_id = app.current_tenant() and id = event_id and erased_at is null and app.is_erased(subject_type, subject_id)
$function$;
CREATE OR REPLACE FUNCTION app.erase_files(records uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (delete from file_use where tenant_id = app.current_tenant() and record_id = any(records) and app.is_erased(entity, record_id) returning file_id, record_id)
  update file set state = 'REMOVING' where tenant_id = app.current_tenant() and id in (select file_id from gone)
    and not exists (select from file_use as u where u.tenant_id = app.current_tenant() and u.file_id = file.id and u.record_id not in (select g.record_id from gone as g))
$function$;
revoke execute on function app.is_erased(text, uuid) from public;
revoke execute on function app.erase_event(uuid, jsonb, text, timestamptz) from public;
grant execute on function app.erase_event(uuid, jsonb, text, timestamptz) to farmbook_app;
revoke execute on function app.erase_files(uuid[]) from public;
grant execute on function app.erase_files(uuid[]) to farmbook_app;

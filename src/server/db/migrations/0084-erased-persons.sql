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
CREATE OR REPLACE FUNCTION app.erase_event(event_id uuid, left_data jsonb, private_commitment text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update event set data = left_data, notes = null, gps = null, late_reason = null, void_note = null, erased_at = at,
    salts = case when hash_format = 2 then jsonb_build_object('public', salts->>'public', 'prv', private_commitment) end
  where tenant_id = app.current_tenant() and id = event_id and erased_at is null
    and exists (select from farmer as f where f.tenant_id = event.tenant_id and f.erased_on is not null and f.id = case event.subject_type
      when 'farmer' then event.subject_id
      when 'landowner' then (select r.farmer_id from landowner as r where r.tenant_id = event.tenant_id and r.id = event.subject_id)
      when 'farmerseason' then (select r.farmer_id from farmerseason as r where r.tenant_id = event.tenant_id and r.id = event.subject_id)
      when 'submission' then (select r.farmer_id from submission as r where r.tenant_id = event.tenant_id and r.id = event.subject_id)
      when 'inspection' then (select r.farmer_id from inspection as r where r.tenant_id = event.tenant_id and r.id = event.subject_id)
      when 'user' then (select r.farmer_id from "user" as r where r.tenant_id = event.tenant_id and r.id = event.subject_id) end)
$function$;
CREATE OR REPLACE FUNCTION app.erase_files(records uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (delete from file_use where tenant_id = app.current_tenant() and record_id = any(records) returning file_id, record_id)
  update file set state = 'REMOVING' where tenant_id = app.current_tenant() and id in (select file_id from gone)
    and not exists (select from file_use as u where u.tenant_id = app.current_tenant() and u.file_id = file.id and u.record_id <> all(records))
$function$;
revoke execute on function app.erase_event(uuid, jsonb, text, timestamptz) from public;
grant execute on function app.erase_event(uuid, jsonb, text, timestamptz) to farmbook_app;
revoke execute on function app.erase_files(uuid[]) from public;
grant execute on function app.erase_files(uuid[]) to farmbook_app;

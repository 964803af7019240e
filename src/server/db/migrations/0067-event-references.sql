-- Which records an event names, so that a record is not deleted while a fact names it: row security lets no index be used on what stands in json.
create table "event_reference" (
  "tenant_id" integer not null,
  "record_id" uuid not null,
  "event_id" uuid not null
);
-- Of what was recorded before: each id in it that is neither of an event nor of a file.
insert into event_reference (tenant_id, record_id, event_id)
  select distinct e.tenant_id, (v #>> '{}')::uuid, e.id
  from event as e cross join lateral jsonb_path_query(e.data, '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$")') as v
  where e.event_type not in ('CREATED', 'EDITED', 'DELETED', 'EVENT_VOIDED') and (v #>> '{}')::uuid <> e.subject_id
    and not exists (select from event as x where x.tenant_id = e.tenant_id and x.id = (v #>> '{}')::uuid)
    and not exists (select from file as f where f.tenant_id = e.tenant_id and f.id = (v #>> '{}')::uuid);
alter table "event_reference" add constraint "event_reference__pkey" PRIMARY KEY (tenant_id, record_id, event_id);
alter table "event_reference" add constraint "event_reference__event_id__fkey" FOREIGN KEY (tenant_id, event_id) REFERENCES event(tenant_id, id);
alter table "event_reference" enable row level security, force row level security;
create policy "tenant" on "event_reference" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant insert, select on "event_reference" to "farmbook_app";

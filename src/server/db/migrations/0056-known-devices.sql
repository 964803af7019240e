create table "known_device" (
  "tenant_id" integer not null,
  "user_id" uuid not null,
  "digest" text not null,
  "first_seen_at" timestamp with time zone not null,
  "last_seen_at" timestamp with time zone not null,
  "known_until" timestamp with time zone not null
);
alter table "known_device" add constraint "known_device__pkey" PRIMARY KEY (tenant_id, user_id, digest);
alter table "known_device" add constraint "known_device__user_id__fkey" FOREIGN KEY (tenant_id, user_id) REFERENCES "user"(tenant_id, id);
alter table "known_device" enable row level security, force row level security;
create policy "tenant" on "known_device" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "known_device" to "farmbook_app";

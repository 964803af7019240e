create table "api_key" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "user_id" uuid not null,
  "name" text not null,
  "prefix" text not null,
  "hash" text not null,
  "scope" text not null,
  "operator_id" uuid,
  "created_at" timestamp with time zone not null,
  "expires_at" timestamp with time zone not null,
  "last_used_on" date,
  "revoked_at" timestamp with time zone
);
alter table "api_key" add constraint "api_key__pkey" PRIMARY KEY (tenant_id, id);
alter table "api_key" add constraint "api_key__prefix__key" UNIQUE (tenant_id, prefix);
CREATE INDEX api_key__user_id__idx ON public.api_key USING btree (tenant_id, user_id);
alter table "api_key" add constraint "api_key__user_id__fkey" FOREIGN KEY (tenant_id, user_id) REFERENCES "user"(tenant_id, id);
alter table "api_key" enable row level security, force row level security;
create policy "tenant" on "api_key" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "api_key" to "farmbook_app";

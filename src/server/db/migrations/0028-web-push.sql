drop index "push_subscription__endpoint";
create table "push_key" (
  "tenant_id" integer not null,
  "private_key" text not null,
  "created_at" timestamp with time zone not null
);
alter table "push_subscription" add column "name" text default ''::text not null;
alter table "push_key" add constraint "push_key__pkey" PRIMARY KEY (tenant_id);
CREATE UNIQUE INDEX push_subscription__endpoint ON public.push_subscription USING btree (tenant_id, endpoint);
CREATE INDEX push_subscription__user_id__idx ON public.push_subscription USING btree (tenant_id, user_id);
alter table "push_key" enable row level security, force row level security;
create policy "tenant" on "push_key" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "push_key" to "farmbook_app";

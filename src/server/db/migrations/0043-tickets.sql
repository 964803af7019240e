create table "purchase_code" (
  "tenant_id" integer not null,
  "ticket_id" uuid not null,
  "salt" text not null,
  "code_hash" text not null,
  "tries_left" integer not null,
  "expires_at" timestamp with time zone not null
);
alter table "purchase_code" add constraint "purchase_code__pkey" PRIMARY KEY (tenant_id, ticket_id);
alter table "purchase_code" add constraint "purchase_code__ticket_id__fkey" FOREIGN KEY (tenant_id, ticket_id) REFERENCES event(tenant_id, id);
alter table "purchase_code" enable row level security, force row level security;
create policy "tenant" on "purchase_code" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "purchase_code" to "farmbook_app";

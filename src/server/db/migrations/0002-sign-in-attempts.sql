create table "attempt" (
  "tenant_id" integer not null,
  "who" text not null,
  "remaining" double precision not null,
  "is_taken" boolean not null,
  "at" timestamp with time zone not null
);
alter table "session_token" add column "former_hash" text;
alter table "session_token" add column "rotated_at" timestamp with time zone;
alter table "session_token" add column "confirmed_at" timestamp with time zone;
alter table "attempt" add constraint "attempt__pkey" PRIMARY KEY (tenant_id, who);
CREATE INDEX attempt__at__idx ON public.attempt USING btree (tenant_id, at);
alter table "attempt" enable row level security, force row level security;
create policy "tenant" on "attempt" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "attempt" to "farmbook_app";

-- Files of facilities, companies, operators, plots, crops, production systems and animals; and files that a device has announced before it sends them
-- (docs/decisions/0053-jobs-and-files-to-come.md). Records that were there name none.
create table "awaited_file" (
  "tenant_id" integer not null,
  "file_id" uuid not null,
  "awaited_from" uuid not null,
  "entity" text not null,
  "record_id" uuid not null,
  "source_id" uuid not null,
  "event_type" text,
  "field" text not null,
  "named_at" timestamp with time zone not null,
  "named_by" uuid not null,
  "reminded_at" timestamp with time zone
);
alter table "collective" add column "files" uuid[];
alter table "cow" add column "files" uuid[];
alter table "crop" add column "files" uuid[];
alter table "goat" add column "files" uuid[];
alter table "landparcel" add column "files" uuid[];
alter table "processingsystem" add column "files" uuid[];
alter table "processor" add column "files" uuid[];
alter table "productionsystem" add column "files" uuid[];
alter table "sheep" add column "files" uuid[];
alter table "awaited_file" add constraint "awaited_file__pkey" PRIMARY KEY (tenant_id, file_id, source_id, field);
CREATE INDEX awaited_file__named_at__idx ON public.awaited_file USING btree (tenant_id, named_at) WHERE (reminded_at IS NULL);
alter table "awaited_file" enable row level security, force row level security;
create policy "tenant" on "awaited_file" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "awaited_file" to "farmbook_app";

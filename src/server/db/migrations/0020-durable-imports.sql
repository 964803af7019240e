-- Imports become jobs: the file stands in the database until its import has ended (docs/decisions/0040). Files of imports from
-- before were in the memory of a process: those that had not ended have stopped.
alter table "import_job" drop constraint "import_job__state__check";
update "import_job" set state = 'FAILED', finished_at = coalesce(finished_at, updated_at),
  message = 'The server was restarted meanwhile. Send the file again: rows that are in are recognised.' where state in ('QUEUED', 'RUNNING', 'INTERRUPTED');
create table "import_part" (
  "tenant_id" integer not null,
  "import_id" uuid not null,
  "part" integer not null,
  "bytes" bytea not null
);
create table "import_set" (
  "tenant_id" integer not null,
  "import_id" uuid not null,
  "last_row" integer not null,
  "keys" text[] not null
);
alter table "import_job" add column "format" text;
alter table "import_job" add column "mapping" jsonb default '{}'::jsonb not null;
alter table "import_job" add column "run" integer default 0 not null;
alter table "import_job" add column "done_row" integer default 0 not null;
alter table "import_job" add column "total_rows" integer;
alter table "import_part" add constraint "import_part__pkey" PRIMARY KEY (tenant_id, import_id, part);
alter table "import_set" add constraint "import_set__pkey" PRIMARY KEY (tenant_id, import_id, last_row);
alter table "import_job" add constraint "import_job__state__check" CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text])));
alter table "import_part" add constraint "import_part__import_id__fkey" FOREIGN KEY (tenant_id, import_id) REFERENCES import_job(tenant_id, id) ON DELETE CASCADE;
alter table "import_set" add constraint "import_set__import_id__fkey" FOREIGN KEY (tenant_id, import_id) REFERENCES import_job(tenant_id, id) ON DELETE CASCADE;
alter table "import_part" enable row level security, force row level security;
alter table "import_set" enable row level security, force row level security;
create policy "tenant" on "import_part" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "import_set" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "import_part" to "farmbook_app";
grant delete, insert, select, update on "import_set" to "farmbook_app";

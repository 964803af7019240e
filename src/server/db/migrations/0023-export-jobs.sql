create table "export_job" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "entity" text not null,
  "operator_id" uuid,
  "format" text not null,
  "query" text not null,
  "rights" text not null,
  "state" text not null,
  "run" integer default 0 not null,
  "done_rows" integer default 0 not null,
  "total_rows" integer,
  "size" integer,
  "file_name" text not null,
  "file_id" uuid,
  "message" text,
  "created_at" timestamp with time zone not null,
  "created_by" uuid not null,
  "updated_at" timestamp with time zone not null,
  "finished_at" timestamp with time zone
);
alter table "export_job" add constraint "export_job__pkey" PRIMARY KEY (tenant_id, id);
alter table "export_job" add constraint "export_job__format__check" CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text])));
alter table "export_job" add constraint "export_job__state__check" CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text])));
CREATE INDEX export_job__created_by__idx ON public.export_job USING btree (tenant_id, created_by, created_at);
CREATE INDEX export_job__file_id__idx ON public.export_job USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
alter table "export_job" add constraint "export_job__file_id__fkey" FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (file_id);
alter table "export_job" enable row level security, force row level security;
create policy "tenant" on "export_job" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "export_job" to "farmbook_app";

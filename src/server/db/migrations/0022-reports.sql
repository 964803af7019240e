-- Reports that people have made in the background (docs/decisions/0043-reports.md).
create table "report_run" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "report" text not null,
  "operator_id" uuid,
  "format" text not null,
  "language" text not null,
  "parameters" jsonb not null,
  "state" text not null,
  "progress" numeric(4,3) default 0 not null,
  "tries" integer default 0 not null,
  "row_count" integer,
  "sha256" text,
  "size" integer,
  "file_name" text,
  "file_id" uuid,
  "message" text,
  "requested_by" uuid not null,
  "created_at" timestamp with time zone not null,
  "finished_at" timestamp with time zone,
  "rights" text
);
alter table "report_run" add constraint "report_run__pkey" PRIMARY KEY (tenant_id, id);
alter table "report_run" add constraint "report_run__format__check" CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'csv'::text, 'json'::text, 'geojson'::text])));
alter table "report_run" add constraint "report_run__state__check" CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text])));
CREATE INDEX report_run__created_at__idx ON public.report_run USING btree (tenant_id, created_at);
CREATE INDEX report_run__file_id__idx ON public.report_run USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX report_run__requested_by__idx ON public.report_run USING btree (tenant_id, requested_by, created_at);
alter table "report_run" add constraint "report_run__file_id__fkey" FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (file_id);
alter table "report_run" add constraint "report_run__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "report_run" enable row level security, force row level security;
create policy "tenant" on "report_run" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "report_run" to "farmbook_app";

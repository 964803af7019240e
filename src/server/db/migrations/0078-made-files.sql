alter table "report_run" drop constraint "report_run__state__check";
create table "report_file" (
  "tenant_id" integer not null,
  "code" text not null,
  "report" text not null,
  "operator_id" uuid,
  "format" text not null,
  "parameters" jsonb not null,
  "row_count" integer not null,
  "sha256" text not null,
  "file_sha256" text not null,
  "roles" text[] not null,
  "made_by" uuid not null,
  "made_at" timestamp with time zone not null
);
alter table "report_file" add constraint "report_file__pkey" PRIMARY KEY (tenant_id, code);
alter table "report_file" add constraint "report_file__format__check" CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'csv'::text, 'json'::text, 'geojson'::text, 'zip'::text])));
alter table "report_run" add constraint "report_run__state__check" CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text, 'EXPIRED'::text])));
CREATE INDEX report_file__sha256__idx ON public.report_file USING btree (tenant_id, sha256, made_at);
alter table "report_file" add constraint "report_file__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "report_file" enable row level security, force row level security;
create policy "tenant" on "report_file" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant insert, select on "report_file" to "farmbook_app";

alter table "export_job" drop constraint "export_job__format__check";
create table "report_schedule" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "report" text not null,
  "operator_id" uuid,
  "format" text not null,
  "parameters" jsonb not null,
  "rhythm" text not null,
  "weekday" integer,
  "month_day" integer,
  "hour" integer not null,
  "owner_id" uuid not null,
  "recipients" uuid[] not null,
  "state" text not null,
  "message" text,
  "words" jsonb,
  "next_at" timestamp with time zone not null,
  "last_at" timestamp with time zone,
  "created_at" timestamp with time zone not null
);
create table "report_schedule_change" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "schedule_id" uuid not null,
  "action" text not null,
  "changed_at" timestamp with time zone not null,
  "changed_by" uuid,
  "details" jsonb not null
);
alter table "report_run" add column "schedule_id" uuid;
alter table "report_run" add column "due_at" timestamp with time zone;
alter table "report_schedule" add constraint "report_schedule__pkey" PRIMARY KEY (tenant_id, id);
alter table "report_schedule_change" add constraint "report_schedule_change__pkey" PRIMARY KEY (tenant_id, id);
alter table "export_job" add constraint "export_job__format__check" CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'geojson'::text])));
alter table "report_schedule" add constraint "report_schedule__format__check" CHECK ((format = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'csv'::text, 'json'::text, 'geojson'::text])));
alter table "report_schedule" add constraint "report_schedule__rhythm__check" CHECK ((rhythm = ANY (ARRAY['DAY'::text, 'WEEK'::text, 'MONTH'::text])));
alter table "report_schedule" add constraint "report_schedule__state__check" CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'STOPPED'::text, 'REMOVED'::text])));
CREATE UNIQUE INDEX report_run__schedule ON public.report_run USING btree (tenant_id, schedule_id, requested_by, due_at) WHERE (schedule_id IS NOT NULL);
CREATE INDEX report_schedule__next_at__idx ON public.report_schedule USING btree (tenant_id, next_at) WHERE (state = 'ACTIVE'::text);
CREATE INDEX report_schedule__owner_id__idx ON public.report_schedule USING btree (tenant_id, owner_id);
CREATE INDEX report_schedule_change__schedule_id__idx ON public.report_schedule_change USING btree (tenant_id, schedule_id, changed_at);
alter table "report_run" add constraint "report_run__schedule_id__fkey" FOREIGN KEY (tenant_id, schedule_id) REFERENCES report_schedule(tenant_id, id);
alter table "report_schedule" add constraint "report_schedule__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "report_schedule_change" add constraint "report_schedule_change__schedule_id__fkey" FOREIGN KEY (tenant_id, schedule_id) REFERENCES report_schedule(tenant_id, id);
alter table "report_schedule" enable row level security, force row level security;
alter table "report_schedule_change" enable row level security, force row level security;
create policy "tenant" on "report_schedule" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "report_schedule_change" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "report_schedule" to "farmbook_app";
grant insert, select on "report_schedule_change" to "farmbook_app";

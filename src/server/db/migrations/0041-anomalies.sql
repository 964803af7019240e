create table "anomaly" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "operator_id" uuid,
  "code" text not null,
  "title" text not null,
  "version" integer default 1 not null,
  "status" text not null,
  "source" text not null,
  "tags" text[] default '{}'::text[] not null,
  "created_at" timestamp with time zone not null,
  "created_by" uuid,
  "updated_at" timestamp with time zone not null,
  "updated_by" uuid,
  "deleted_at" timestamp with time zone,
  "kind" text,
  "subject_key" text,
  "processing_system_id" uuid,
  "village" text,
  "farmer_id" uuid,
  "measure" numeric(18,4),
  "threshold" numeric(18,4),
  "evidence_count" integer,
  "first_on" date,
  "last_on" date,
  "recorder_ids" uuid[],
  "evidence" jsonb,
  "closed_reason" text
);
alter table "anomaly" add constraint "anomaly__pkey" PRIMARY KEY (tenant_id, id);
alter table "anomaly" add constraint "anomaly__kind__check" CHECK ((kind = ANY (ARRAY['ROUND_WEIGHTS'::text, 'SAME_WEIGHT'::text, 'FAST_TICKETS'::text, 'BEFORE_PICKING'::text, 'YIELD_CLONES'::text, 'GPS_STACK'::text, 'COPIED_BOUNDARY'::text, 'GHOST_FARMER'::text])));
alter table "anomaly" add constraint "anomaly__source__check" CHECK ((source = ANY (ARRAY['WEB'::text, 'MOBILE'::text, 'IMPORT'::text, 'API'::text, 'PUBLIC'::text, 'SYSTEM'::text])));
alter table "anomaly" add constraint "anomaly__status__check" CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'CLEARED'::text])));
CREATE UNIQUE INDEX anomaly__code ON public.anomaly USING btree (tenant_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX anomaly__created_at__id__idx ON public.anomaly USING btree (tenant_id, created_at, id);
CREATE INDEX anomaly__evidence_count__idx ON public.anomaly USING btree (tenant_id, (
CASE
    WHEN (evidence_count IS NULL) THEN 2147483647
    ELSE evidence_count
END), id);
CREATE INDEX anomaly__farmer_id__idx ON public.anomaly USING btree (tenant_id, farmer_id);
CREATE INDEX anomaly__kind__idx ON public.anomaly USING btree (tenant_id, kind);
CREATE INDEX anomaly__last_on__idx ON public.anomaly USING btree (tenant_id, (
CASE
    WHEN (last_on IS NULL) THEN 'infinity'::date
    ELSE last_on
END), id);
CREATE INDEX anomaly__operator_id__created_at__id__idx ON public.anomaly USING btree (tenant_id, operator_id, created_at, id);
CREATE UNIQUE INDEX anomaly__operator_id__kind__subject_key ON public.anomaly USING btree (tenant_id, operator_id, kind, subject_key) WHERE (deleted_at IS NULL);
CREATE INDEX anomaly__processing_system_id__idx ON public.anomaly USING btree (tenant_id, processing_system_id);
CREATE INDEX anomaly__status__created_at__id__idx ON public.anomaly USING btree (tenant_id, status, created_at, id);
CREATE INDEX anomaly__title__id__idx ON public.anomaly USING btree (tenant_id, title, id);
CREATE INDEX anomaly__updated_at__id__idx ON public.anomaly USING btree (tenant_id, updated_at, id);
CREATE INDEX anomaly__village__idx ON public.anomaly USING btree (tenant_id, village);
alter table "anomaly" add constraint "anomaly__farmer_id__fkey" FOREIGN KEY (tenant_id, farmer_id) REFERENCES farmer(tenant_id, id);
alter table "anomaly" add constraint "anomaly__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "anomaly" add constraint "anomaly__processing_system_id__fkey" FOREIGN KEY (tenant_id, processing_system_id) REFERENCES processingsystem(tenant_id, id);
alter table "anomaly" enable row level security, force row level security;
create policy "tenant" on "anomaly" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "anomaly" to "farmbook_app";

alter table "productbatch" drop constraint "productbatch__status__check";
create table "recallcase" (
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
  "is_drill" boolean not null,
  "cause" text not null,
  "reason" text not null,
  "batch_id" uuid,
  "unit_no" text,
  "parcel_id" uuid,
  "test_event_id" text,
  "processor_ids" uuid[],
  "is_with_operator" boolean,
  "opened_at" timestamp with time zone,
  "traced_at" timestamp with time zone,
  "answered_at" timestamp with time zone,
  "contained_at" timestamp with time zone,
  "closed_at" timestamp with time zone,
  "trace_ms" integer,
  "lots_count" integer,
  "holders_count" integer,
  "answers_count" integer,
  "affected_kg" numeric(18,3),
  "found_kg" numeric(18,3),
  "restricted_kg" numeric(18,3),
  "shipped_kg" numeric(18,3),
  "located_kg" numeric(18,3),
  "returned_kg" numeric(18,3),
  "effectiveness" numeric(18,5),
  "outcome" text
);
alter table "recallcase" add constraint "recallcase__pkey" PRIMARY KEY (tenant_id, id);
alter table "productbatch" add constraint "productbatch__status__check" CHECK ((status = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'RELEASED'::text, 'IN_TRANSIT'::text, 'RECEIVED'::text, 'DEPLETED'::text, 'QUARANTINED'::text, 'RECALLED'::text, 'DISPOSED'::text, 'VOIDED'::text])));
alter table "recallcase" add constraint "recallcase__cause__check" CHECK ((cause = ANY (ARRAY['GMO'::text, 'RESIDUE'::text, 'FOREIGN_MATTER'::text, 'CLAIM'::text, 'QUALITY'::text, 'DRILL'::text, 'OTHER'::text])));
alter table "recallcase" add constraint "recallcase__outcome__check" CHECK ((outcome = ANY (ARRAY['RELEASE'::text, 'HOLD'::text, 'DISPOSE'::text])));
alter table "recallcase" add constraint "recallcase__source__check" CHECK ((source = ANY (ARRAY['WEB'::text, 'MOBILE'::text, 'IMPORT'::text, 'API'::text, 'PUBLIC'::text, 'SYSTEM'::text])));
alter table "recallcase" add constraint "recallcase__status__check" CHECK ((status = ANY (ARRAY['OPEN'::text, 'CONTAINED'::text, 'CLOSED'::text])));
CREATE INDEX recallcase__affected_kg__idx ON public.recallcase USING btree (tenant_id, (
CASE
    WHEN (affected_kg IS NULL) THEN 'NaN'::numeric
    ELSE affected_kg
END), id);
CREATE INDEX recallcase__batch_id__idx ON public.recallcase USING btree (tenant_id, batch_id);
CREATE INDEX recallcase__cause__idx ON public.recallcase USING btree (tenant_id, cause);
CREATE INDEX recallcase__closed_at__idx ON public.recallcase USING btree (tenant_id, (
CASE
    WHEN (closed_at IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE closed_at
END), id);
CREATE UNIQUE INDEX recallcase__code ON public.recallcase USING btree (tenant_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX recallcase__created_at__id__idx ON public.recallcase USING btree (tenant_id, created_at, id);
CREATE INDEX recallcase__is_drill__idx ON public.recallcase USING btree (tenant_id, is_drill);
CREATE INDEX recallcase__opened_at__idx ON public.recallcase USING btree (tenant_id, (
CASE
    WHEN (opened_at IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE opened_at
END), id);
CREATE INDEX recallcase__operator_id__created_at__id__idx ON public.recallcase USING btree (tenant_id, operator_id, created_at, id);
CREATE INDEX recallcase__outcome__idx ON public.recallcase USING btree (tenant_id, outcome);
CREATE INDEX recallcase__parcel_id__idx ON public.recallcase USING btree (tenant_id, parcel_id);
CREATE INDEX recallcase__status__created_at__id__idx ON public.recallcase USING btree (tenant_id, status, created_at, id);
CREATE INDEX recallcase__title__id__idx ON public.recallcase USING btree (tenant_id, title, id);
CREATE INDEX recallcase__updated_at__id__idx ON public.recallcase USING btree (tenant_id, updated_at, id);
alter table "recallcase" add constraint "recallcase__batch_id__fkey" FOREIGN KEY (tenant_id, batch_id) REFERENCES productbatch(tenant_id, id);
alter table "recallcase" add constraint "recallcase__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "recallcase" add constraint "recallcase__parcel_id__fkey" FOREIGN KEY (tenant_id, parcel_id) REFERENCES landparcel(tenant_id, id);
alter table "recallcase" enable row level security, force row level security;
create policy "tenant" on "recallcase" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "recallcase" to "farmbook_app";

create table "checklist" (
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
  "name" text not null,
  "kind" text not null,
  "scheme_id" uuid,
  "version_no" integer,
  "based_on_id" uuid,
  "question_count" integer,
  "published_on" date
);
create table "checklist_questions" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "code" text not null,
  "section" text not null,
  "text" text not null,
  "help" text,
  "ask" jsonb not null,
  "clause_ref" text,
  "severity" text not null,
  "weight" integer not null,
  "corrective_days" integer not null,
  "photo" text not null
);
create table "inspection" (
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
  "kind" text not null,
  "farmer_id" uuid not null,
  "season_id" uuid not null,
  "round" integer not null,
  "checklist_id" uuid not null,
  "planned_on" date not null,
  "parcel_id" uuid,
  "note" text,
  "farmer_name" text,
  "village" text,
  "inspector_id" uuid,
  "reason" text,
  "started_on" date,
  "submitted_on" date,
  "reviewed_on" date,
  "reviewed_by" uuid,
  "result" text,
  "conditions" text,
  "summary" text,
  "score" numeric(18,5),
  "question_count" integer,
  "answered_count" integer,
  "finding_count" integer
);
create table "inspection_answers" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "question" text not null,
  "answer" jsonb not null,
  "is_finding" boolean not null,
  "severity" text,
  "due_on" date,
  "note" text,
  "files" uuid[]
);
alter table "nonconformity" add column "inspection_id" uuid;
alter table "checklist" add constraint "checklist__pkey" PRIMARY KEY (tenant_id, id);
alter table "checklist_questions" add constraint "checklist_questions__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "inspection" add constraint "inspection__pkey" PRIMARY KEY (tenant_id, id);
alter table "inspection_answers" add constraint "inspection_answers__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "checklist" add constraint "checklist__kind__check" CHECK ((kind = ANY (ARRAY['INTERNAL'::text, 'EXTERNAL'::text])));
alter table "checklist" add constraint "checklist__source__check" CHECK ((source = ANY (ARRAY['WEB'::text, 'MOBILE'::text, 'IMPORT'::text, 'API'::text, 'PUBLIC'::text, 'SYSTEM'::text])));
alter table "checklist" add constraint "checklist__status__check" CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text, 'SUPERSEDED'::text, 'ARCHIVED'::text])));
alter table "checklist_questions" add constraint "checklist_questions__photo__check" CHECK ((photo = ANY (ARRAY['NONE'::text, 'ON_FINDING'::text, 'ALWAYS'::text])));
alter table "checklist_questions" add constraint "checklist_questions__severity__check" CHECK ((severity = ANY (ARRAY['RECOMMENDATION'::text, 'MINOR'::text, 'MAJOR'::text, 'CRITICAL'::text])));
alter table "inspection" add constraint "inspection__kind__check" CHECK ((kind = ANY (ARRAY['INTERNAL'::text, 'EXTERNAL'::text])));
alter table "inspection" add constraint "inspection__reason__check" CHECK ((reason = ANY (ARRAY['ALL'::text, 'HIGH_RISK'::text, 'RANDOM'::text, 'LARGE_FARM'::text, 'REPEAT'::text, 'BY_HAND'::text])));
alter table "inspection" add constraint "inspection__result__check" CHECK ((result = ANY (ARRAY['APPROVED'::text, 'CONDITIONAL'::text, 'SANCTIONED'::text, 'REJECTED'::text])));
alter table "inspection" add constraint "inspection__source__check" CHECK ((source = ANY (ARRAY['WEB'::text, 'MOBILE'::text, 'IMPORT'::text, 'API'::text, 'PUBLIC'::text, 'SYSTEM'::text])));
alter table "inspection" add constraint "inspection__status__check" CHECK ((status = ANY (ARRAY['PLANNED'::text, 'IN_PROGRESS'::text, 'SUBMITTED'::text, 'APPROVED'::text, 'CANCELLED'::text])));
alter table "inspection_answers" add constraint "inspection_answers__severity__check" CHECK ((severity = ANY (ARRAY['RECOMMENDATION'::text, 'MINOR'::text, 'MAJOR'::text, 'CRITICAL'::text])));
CREATE INDEX checklist__based_on_id__idx ON public.checklist USING btree (tenant_id, based_on_id);
CREATE UNIQUE INDEX checklist__code ON public.checklist USING btree (tenant_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX checklist__created_at__id__idx ON public.checklist USING btree (tenant_id, created_at, id);
CREATE INDEX checklist__kind__idx ON public.checklist USING btree (tenant_id, kind);
CREATE INDEX checklist__name__idx ON public.checklist USING btree (tenant_id, name, id);
CREATE UNIQUE INDEX checklist__name__version_no ON public.checklist USING btree (tenant_id, name, version_no) WHERE (deleted_at IS NULL);
CREATE INDEX checklist__published_on__idx ON public.checklist USING btree (tenant_id, (
CASE
    WHEN (published_on IS NULL) THEN 'infinity'::date
    ELSE published_on
END), id);
CREATE INDEX checklist__scheme_id__idx ON public.checklist USING btree (tenant_id, scheme_id);
CREATE INDEX checklist__status__created_at__id__idx ON public.checklist USING btree (tenant_id, status, created_at, id);
CREATE INDEX checklist__title__id__idx ON public.checklist USING btree (tenant_id, title, id);
CREATE INDEX checklist__updated_at__id__idx ON public.checklist USING btree (tenant_id, updated_at, id);
CREATE INDEX checklist__version_no__idx ON public.checklist USING btree (tenant_id, (
CASE
    WHEN (version_no IS NULL) THEN 2147483647
    ELSE version_no
END), id);
CREATE INDEX inspection__checklist_id__idx ON public.inspection USING btree (tenant_id, checklist_id);
CREATE UNIQUE INDEX inspection__code ON public.inspection USING btree (tenant_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX inspection__created_at__id__idx ON public.inspection USING btree (tenant_id, created_at, id);
CREATE INDEX inspection__farmer_id__idx ON public.inspection USING btree (tenant_id, farmer_id);
CREATE UNIQUE INDEX inspection__farmer_id__season_id__kind__round ON public.inspection USING btree (tenant_id, farmer_id, season_id, kind, round) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['PLANNED'::text, 'IN_PROGRESS'::text, 'SUBMITTED'::text, 'APPROVED'::text])));
CREATE INDEX inspection__farmer_id__season_id__kind__round__idx ON public.inspection USING btree (tenant_id, farmer_id, season_id, kind, round);
CREATE INDEX inspection__farmer_name__idx ON public.inspection USING btree (tenant_id, (
CASE
    WHEN (farmer_name IS NULL) THEN ''::text
    ELSE farmer_name
END), id);
CREATE INDEX inspection__inspector_id__idx ON public.inspection USING btree (tenant_id, inspector_id);
CREATE INDEX inspection__inspector_id__planned_on__idx ON public.inspection USING btree (tenant_id, inspector_id, planned_on);
CREATE INDEX inspection__kind__idx ON public.inspection USING btree (tenant_id, kind);
CREATE INDEX inspection__operator_id__created_at__id__idx ON public.inspection USING btree (tenant_id, operator_id, created_at, id);
CREATE INDEX inspection__parcel_id__idx ON public.inspection USING btree (tenant_id, parcel_id);
CREATE INDEX inspection__planned_on__idx ON public.inspection USING btree (tenant_id, planned_on, id);
CREATE INDEX inspection__reason__idx ON public.inspection USING btree (tenant_id, reason);
CREATE INDEX inspection__result__idx ON public.inspection USING btree (tenant_id, result);
CREATE INDEX inspection__reviewed_by__idx ON public.inspection USING btree (tenant_id, reviewed_by);
CREATE INDEX inspection__season_id__idx ON public.inspection USING btree (tenant_id, season_id);
CREATE INDEX inspection__started_on__idx ON public.inspection USING btree (tenant_id, (
CASE
    WHEN (started_on IS NULL) THEN 'infinity'::date
    ELSE started_on
END), id);
CREATE INDEX inspection__status__created_at__id__idx ON public.inspection USING btree (tenant_id, status, created_at, id);
CREATE INDEX inspection__submitted_on__idx ON public.inspection USING btree (tenant_id, (
CASE
    WHEN (submitted_on IS NULL) THEN 'infinity'::date
    ELSE submitted_on
END), id);
CREATE INDEX inspection__title__id__idx ON public.inspection USING btree (tenant_id, title, id);
CREATE INDEX inspection__updated_at__id__idx ON public.inspection USING btree (tenant_id, updated_at, id);
CREATE INDEX inspection__village__idx ON public.inspection USING btree (tenant_id, village);
CREATE INDEX nonconformity__inspection_id__idx ON public.nonconformity USING btree (tenant_id, inspection_id);
alter table "checklist" add constraint "checklist__based_on_id__fkey" FOREIGN KEY (tenant_id, based_on_id) REFERENCES checklist(tenant_id, id);
alter table "checklist" add constraint "checklist__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "checklist" add constraint "checklist__scheme_id__fkey" FOREIGN KEY (tenant_id, scheme_id) REFERENCES scheme(tenant_id, id);
alter table "checklist_questions" add constraint "checklist_questions__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES checklist(tenant_id, id);
alter table "inspection" add constraint "inspection__checklist_id__fkey" FOREIGN KEY (tenant_id, checklist_id) REFERENCES checklist(tenant_id, id);
alter table "inspection" add constraint "inspection__farmer_id__fkey" FOREIGN KEY (tenant_id, farmer_id) REFERENCES farmer(tenant_id, id);
alter table "inspection" add constraint "inspection__inspector_id__fkey" FOREIGN KEY (tenant_id, inspector_id) REFERENCES "user"(tenant_id, id);
alter table "inspection" add constraint "inspection__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "inspection" add constraint "inspection__parcel_id__fkey" FOREIGN KEY (tenant_id, parcel_id) REFERENCES landparcel(tenant_id, id);
alter table "inspection" add constraint "inspection__reviewed_by__fkey" FOREIGN KEY (tenant_id, reviewed_by) REFERENCES "user"(tenant_id, id);
alter table "inspection" add constraint "inspection__season_id__fkey" FOREIGN KEY (tenant_id, season_id) REFERENCES season(tenant_id, id);
alter table "inspection_answers" add constraint "inspection_answers__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES inspection(tenant_id, id);
alter table "nonconformity" add constraint "nonconformity__inspection_id__fkey" FOREIGN KEY (tenant_id, inspection_id) REFERENCES inspection(tenant_id, id);
alter table "checklist" enable row level security, force row level security;
alter table "checklist_questions" enable row level security, force row level security;
alter table "inspection" enable row level security, force row level security;
alter table "inspection_answers" enable row level security, force row level security;
create policy "tenant" on "checklist" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "checklist_questions" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "inspection" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "inspection_answers" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "checklist" to "farmbook_app";
grant delete, insert, select, update on "checklist_questions" to "farmbook_app";
grant delete, insert, select, update on "inspection" to "farmbook_app";
grant delete, insert, select, update on "inspection_answers" to "farmbook_app";

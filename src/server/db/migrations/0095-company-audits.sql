-- Companies have audits of their own, and non-conformities that are theirs and no operator’s (docs/decisions/0150).
alter table "checklist" drop constraint "checklist__kind__check";
create table "companyaudit" (
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
  "processor_id" uuid not null,
  "processing_system_id" uuid,
  "kind" text not null,
  "checklist_id" uuid not null,
  "planned_on" date not null,
  "note" text,
  "company_name" text,
  "certification_body_id" uuid,
  "inspector_id" uuid,
  "started_on" date,
  "submitted_on" date,
  "reviewed_on" date,
  "reviewed_by" uuid,
  "result" text,
  "conditions" text,
  "summary" text,
  "next_due_on" date,
  "score" numeric(18,5),
  "question_count" integer,
  "answered_count" integer,
  "finding_count" integer,
  "external_ids" jsonb
);
create table "companyaudit_answers" (
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
alter table "nonconformity" add column "processor_id" uuid;
alter table "nonconformity" add column "audit_id" uuid;
alter table "nonconformity" add column "certification_body_id" uuid;
alter table "user" add column "company_conflicts" jsonb;
alter table "companyaudit" add constraint "companyaudit__pkey" PRIMARY KEY (tenant_id, id);
alter table "companyaudit_answers" add constraint "companyaudit_answers__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "checklist" add constraint "checklist__kind__check" CHECK ((kind = ANY (ARRAY['INTERNAL'::text, 'EXTERNAL'::text, 'COMPANY'::text])));
alter table "companyaudit" add constraint "companyaudit__kind__check" CHECK ((kind = ANY (ARRAY['ANNOUNCED'::text, 'UNANNOUNCED'::text])));
alter table "companyaudit" add constraint "companyaudit__result__check" CHECK ((result = ANY (ARRAY['PASSED'::text, 'CONDITIONAL'::text, 'FAILED'::text])));
alter table "companyaudit" add constraint "companyaudit__source__check" CHECK ((source = ANY (ARRAY['WEB'::text, 'MOBILE'::text, 'IMPORT'::text, 'API'::text, 'PUBLIC'::text, 'SYSTEM'::text])));
alter table "companyaudit" add constraint "companyaudit__status__check" CHECK ((status = ANY (ARRAY['PLANNED'::text, 'IN_PROGRESS'::text, 'SUBMITTED'::text, 'APPROVED'::text, 'CANCELLED'::text])));
alter table "companyaudit_answers" add constraint "companyaudit_answers__severity__check" CHECK ((severity = ANY (ARRAY['RECOMMENDATION'::text, 'MINOR'::text, 'MAJOR'::text, 'CRITICAL'::text])));
CREATE INDEX companyaudit__certification_body_id__idx ON public.companyaudit USING btree (tenant_id, certification_body_id);
CREATE INDEX companyaudit__checklist_id__idx ON public.companyaudit USING btree (tenant_id, checklist_id);
CREATE UNIQUE INDEX companyaudit__code ON public.companyaudit USING btree (tenant_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX companyaudit__company_name__idx ON public.companyaudit USING btree (tenant_id, (
CASE
    WHEN (company_name IS NULL) THEN ''::text
    ELSE company_name
END), id);
CREATE INDEX companyaudit__created_at__id__idx ON public.companyaudit USING btree (tenant_id, created_at, id);
CREATE INDEX companyaudit__inspector_id__idx ON public.companyaudit USING btree (tenant_id, inspector_id);
CREATE INDEX companyaudit__kind__idx ON public.companyaudit USING btree (tenant_id, kind);
CREATE INDEX companyaudit__next_due_on__idx ON public.companyaudit USING btree (tenant_id, (
CASE
    WHEN (next_due_on IS NULL) THEN 'infinity'::date
    ELSE next_due_on
END), id);
CREATE INDEX companyaudit__planned_on__idx ON public.companyaudit USING btree (tenant_id, planned_on, id);
CREATE INDEX companyaudit__processing_system_id__idx ON public.companyaudit USING btree (tenant_id, processing_system_id);
CREATE INDEX companyaudit__processor_id__idx ON public.companyaudit USING btree (tenant_id, processor_id);
CREATE INDEX companyaudit__result__idx ON public.companyaudit USING btree (tenant_id, result);
CREATE INDEX companyaudit__reviewed_by__idx ON public.companyaudit USING btree (tenant_id, reviewed_by);
CREATE INDEX companyaudit__started_on__idx ON public.companyaudit USING btree (tenant_id, (
CASE
    WHEN (started_on IS NULL) THEN 'infinity'::date
    ELSE started_on
END), id);
CREATE INDEX companyaudit__status__created_at__id__idx ON public.companyaudit USING btree (tenant_id, status, created_at, id);
CREATE INDEX companyaudit__submitted_on__idx ON public.companyaudit USING btree (tenant_id, (
CASE
    WHEN (submitted_on IS NULL) THEN 'infinity'::date
    ELSE submitted_on
END), id);
CREATE INDEX companyaudit__title__id__idx ON public.companyaudit USING btree (tenant_id, title, id);
CREATE INDEX companyaudit__updated_at__id__idx ON public.companyaudit USING btree (tenant_id, updated_at, id);
CREATE INDEX nonconformity__audit_id__idx ON public.nonconformity USING btree (tenant_id, audit_id);
CREATE INDEX nonconformity__certification_body_id__idx ON public.nonconformity USING btree (tenant_id, certification_body_id);
CREATE INDEX nonconformity__processor_id__idx ON public.nonconformity USING btree (tenant_id, processor_id);
CREATE UNIQUE INDEX nonconformity__processor_id__ref ON public.nonconformity USING btree (tenant_id, processor_id, ref) WHERE (deleted_at IS NULL);
alter table "companyaudit" add constraint "companyaudit__certification_body_id__fkey" FOREIGN KEY (tenant_id, certification_body_id) REFERENCES certificationbody(tenant_id, id);
alter table "companyaudit" add constraint "companyaudit__checklist_id__fkey" FOREIGN KEY (tenant_id, checklist_id) REFERENCES checklist(tenant_id, id);
alter table "companyaudit" add constraint "companyaudit__inspector_id__fkey" FOREIGN KEY (tenant_id, inspector_id) REFERENCES "user"(tenant_id, id);
alter table "companyaudit" add constraint "companyaudit__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "companyaudit" add constraint "companyaudit__processing_system_id__fkey" FOREIGN KEY (tenant_id, processing_system_id) REFERENCES processingsystem(tenant_id, id);
alter table "companyaudit" add constraint "companyaudit__processor_id__fkey" FOREIGN KEY (tenant_id, processor_id) REFERENCES processor(tenant_id, id);
alter table "companyaudit" add constraint "companyaudit__reviewed_by__fkey" FOREIGN KEY (tenant_id, reviewed_by) REFERENCES "user"(tenant_id, id);
alter table "companyaudit_answers" add constraint "companyaudit_answers__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES companyaudit(tenant_id, id);
alter table "nonconformity" add constraint "nonconformity__audit_id__fkey" FOREIGN KEY (tenant_id, audit_id) REFERENCES companyaudit(tenant_id, id);
alter table "nonconformity" add constraint "nonconformity__certification_body_id__fkey" FOREIGN KEY (tenant_id, certification_body_id) REFERENCES certificationbody(tenant_id, id);
alter table "nonconformity" add constraint "nonconformity__processor_id__fkey" FOREIGN KEY (tenant_id, processor_id) REFERENCES processor(tenant_id, id);
alter table "companyaudit" enable row level security, force row level security, alter column tenant_id set statistics 1;
alter table "companyaudit_answers" enable row level security, force row level security, alter column tenant_id set statistics 1;
create policy "tenant" on "companyaudit" as permissive for all using ((tenant_id = app.current_tenant())) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "companyaudit_answers" as permissive for all using ((tenant_id = app.current_tenant())) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "companyaudit" to "farmbook_app";
grant delete, insert, select, update on "companyaudit_answers" to "farmbook_app";

-- Scope certificates are the one source of what a holder is certified for, with an annex of lines, and the approved farmer list is a signed document
-- (docs/decisions/0059). What operators and processors had typed of their certification stays readable as stated by them.
create table "approvedlist" (
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
  "scheme_id" uuid,
  "season_id" uuid,
  "version_no" integer,
  "as_of" date,
  "farmers_count" integer,
  "plots_count" integer,
  "area_ha" numeric(18,4),
  "estimated_kg" numeric(18,3),
  "hash" text,
  "replaces_id" uuid,
  "signed_by" uuid,
  "signed_on" date,
  "countersigned_by" uuid,
  "in_force_from" date,
  "in_force_to" date,
  "entries" jsonb
);
create table "scopecertificate_annex" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "product_id" uuid not null,
  "claim_status" text,
  "processing_system_id" uuid
);
alter table "collective" add column "certification_body" text;
alter table "collective" add column "certificate_no" text;
alter table "collective" add column "certificate_valid_to" date;
alter table "collective" add column "certificate_status" text;
alter table "collective" add column "stated_certification" jsonb;
alter table "processor" add column "certificate_status" text;
alter table "processor" add column "stated_certification" jsonb;
alter table "approvedlist" add constraint "approvedlist__pkey" PRIMARY KEY (tenant_id, id);
alter table "scopecertificate_annex" add constraint "scopecertificate_annex__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "approvedlist" add constraint "approvedlist__source__check" CHECK ((source = ANY (ARRAY['WEB'::text, 'MOBILE'::text, 'IMPORT'::text, 'API'::text, 'PUBLIC'::text, 'SYSTEM'::text])));
alter table "approvedlist" add constraint "approvedlist__status__check" CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SIGNED'::text, 'IN_FORCE'::text, 'REPLACED'::text, 'RETURNED'::text, 'DISCARDED'::text])));
alter table "collective" add constraint "collective__certificate_status__check" CHECK ((certificate_status = ANY (ARRAY['VALID'::text, 'SUSPENDED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text])));
alter table "processor" add constraint "processor__certificate_status__check" CHECK ((certificate_status = ANY (ARRAY['VALID'::text, 'SUSPENDED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text])));
alter table "scopecertificate_annex" add constraint "scopecertificate_annex__claim_status__check" CHECK ((claim_status = ANY (ARRAY['IC1'::text, 'IC2'::text, 'IC3'::text, 'ORGANIC'::text])));
CREATE INDEX approvedlist__as_of__idx ON public.approvedlist USING btree (tenant_id, (
CASE
    WHEN (as_of IS NULL) THEN 'infinity'::date
    ELSE as_of
END), id);
CREATE UNIQUE INDEX approvedlist__code ON public.approvedlist USING btree (tenant_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX approvedlist__countersigned_by__idx ON public.approvedlist USING btree (tenant_id, countersigned_by);
CREATE INDEX approvedlist__created_at__id__idx ON public.approvedlist USING btree (tenant_id, created_at, id);
CREATE INDEX approvedlist__in_force_from__idx ON public.approvedlist USING btree (tenant_id, (
CASE
    WHEN (in_force_from IS NULL) THEN 'infinity'::date
    ELSE in_force_from
END), id);
CREATE INDEX approvedlist__operator_id__created_at__id__idx ON public.approvedlist USING btree (tenant_id, operator_id, created_at, id);
CREATE UNIQUE INDEX approvedlist__operator_id__scheme_id__season_id__version_no ON public.approvedlist USING btree (tenant_id, operator_id, scheme_id, season_id, version_no) WHERE (deleted_at IS NULL);
CREATE INDEX approvedlist__replaces_id__idx ON public.approvedlist USING btree (tenant_id, replaces_id);
CREATE INDEX approvedlist__scheme_id__idx ON public.approvedlist USING btree (tenant_id, scheme_id);
CREATE INDEX approvedlist__season_id__idx ON public.approvedlist USING btree (tenant_id, season_id);
CREATE INDEX approvedlist__signed_by__idx ON public.approvedlist USING btree (tenant_id, signed_by);
CREATE INDEX approvedlist__status__created_at__id__idx ON public.approvedlist USING btree (tenant_id, status, created_at, id);
CREATE INDEX approvedlist__title__id__idx ON public.approvedlist USING btree (tenant_id, title, id);
CREATE INDEX approvedlist__updated_at__id__idx ON public.approvedlist USING btree (tenant_id, updated_at, id);
CREATE INDEX approvedlist__version_no__idx ON public.approvedlist USING btree (tenant_id, (
CASE
    WHEN (version_no IS NULL) THEN 2147483647
    ELSE version_no
END), id);
CREATE INDEX collective__certificate_valid_to__idx ON public.collective USING btree (tenant_id, (
CASE
    WHEN (certificate_valid_to IS NULL) THEN 'infinity'::date
    ELSE certificate_valid_to
END), id);
CREATE INDEX scopecertificate_annex__processing_system_id__idx ON public.scopecertificate_annex USING btree (tenant_id, processing_system_id);
CREATE INDEX scopecertificate_annex__product_id__idx ON public.scopecertificate_annex USING btree (tenant_id, product_id);
alter table "approvedlist" add constraint "approvedlist__countersigned_by__fkey" FOREIGN KEY (tenant_id, countersigned_by) REFERENCES "user"(tenant_id, id);
alter table "approvedlist" add constraint "approvedlist__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "approvedlist" add constraint "approvedlist__replaces_id__fkey" FOREIGN KEY (tenant_id, replaces_id) REFERENCES approvedlist(tenant_id, id);
alter table "approvedlist" add constraint "approvedlist__scheme_id__fkey" FOREIGN KEY (tenant_id, scheme_id) REFERENCES scheme(tenant_id, id);
alter table "approvedlist" add constraint "approvedlist__season_id__fkey" FOREIGN KEY (tenant_id, season_id) REFERENCES season(tenant_id, id);
alter table "approvedlist" add constraint "approvedlist__signed_by__fkey" FOREIGN KEY (tenant_id, signed_by) REFERENCES "user"(tenant_id, id);
alter table "scopecertificate_annex" add constraint "scopecertificate_annex__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES scopecertificate(tenant_id, id);
alter table "scopecertificate_annex" add constraint "scopecertificate_annex__processing_system_id__fkey" FOREIGN KEY (tenant_id, processing_system_id) REFERENCES processingsystem(tenant_id, id);
alter table "scopecertificate_annex" add constraint "scopecertificate_annex__product_id__fkey" FOREIGN KEY (tenant_id, product_id) REFERENCES product(tenant_id, id);
alter table "approvedlist" enable row level security, force row level security;
alter table "scopecertificate_annex" enable row level security, force row level security;
create policy "tenant" on "approvedlist" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "scopecertificate_annex" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "approvedlist" to "farmbook_app";
grant delete, insert, select, update on "scopecertificate_annex" to "farmbook_app";

insert into scopecertificate_annex (tenant_id, parent_id, line_no, product_id)
select s.tenant_id, s.id, p.place - 1, p.id from scopecertificate as s cross join unnest(s.product_ids) with ordinality as p (id, place);
alter table "scopecertificate" drop column "product_ids";

update processor set stated_certification = jsonb_build_array(jsonb_build_object(
  'scheme', null, 'certificationBody', certification_body, 'certificateNo', certificate_no, 'since', null, 'validTo', certificate_valid_to))
where certification_body is not null or certificate_no is not null or certificate_valid_to is not null;
update collective set stated_certification = (select jsonb_agg(jsonb_build_object('scheme', r->'scheme', 'certificationBody', r->'certificationBody',
    'certificateNo', r->'certificateNo', 'since', r->'since', 'validTo', r->'validTo') order by place) from jsonb_array_elements(schemes) with ordinality as t (r, place)),
  schemes = coalesce((select jsonb_agg(r - 'certificationBody' - 'certificateNo' - 'validTo' order by place) from jsonb_array_elements(schemes) with ordinality as t (r, place)), '[]')
where jsonb_array_length(schemes) > 0;

-- As behaviours/certification/holder-columns.ts has it: a valid one before a suspended, an expired and a withdrawn one, and the one that began first.
create temporary table first_of_holder on commit drop as
select distinct on (s.tenant_id, s.collective_id, s.processor_id) s.tenant_id, s.collective_id, s.processor_id, coalesce(b.short_name, b.name) as body, s.sc_no, s.valid_to, s.status
from scopecertificate as s join certificationbody as b on b.tenant_id = s.tenant_id and b.id = s.certification_body_id
where s.deleted_at is null and s.status in ('VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN')
order by s.tenant_id, s.collective_id, s.processor_id, array_position(array['VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN'], s.status),
  case when s.status = 'VALID' then s.valid_from - date '2000-01-01' else date '2000-01-01' - s.valid_to end, s.id;
update processor as p set certification_body = c.body, certificate_no = c.sc_no, certificate_valid_to = c.valid_to, certificate_status = c.status
from (select p.tenant_id, p.id, f.body, f.sc_no, f.valid_to, f.status from processor as p left join first_of_holder as f on f.tenant_id = p.tenant_id and f.processor_id = p.id) as c
where c.tenant_id = p.tenant_id and c.id = p.id;
update collective as p set certification_body = c.body, certificate_no = c.sc_no, certificate_valid_to = c.valid_to, certificate_status = c.status
from first_of_holder as c where c.tenant_id = p.tenant_id and c.collective_id = p.id;

create table "village" (
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
  "local_name" text,
  "block" text not null,
  "district" text not null,
  "state" text not null,
  "country" text not null,
  "point" jsonb,
  "external_ids" jsonb
);
alter table "farmer" add column "village_id" uuid;
alter table "landowner" add column "village_id" uuid;
alter table "village" add constraint "village__pkey" PRIMARY KEY (tenant_id, id);
alter table "village" add constraint "village__source__check" CHECK ((source = ANY (ARRAY['WEB'::text, 'MOBILE'::text, 'IMPORT'::text, 'API'::text, 'PUBLIC'::text, 'SYSTEM'::text])));
alter table "village" add constraint "village__status__check" CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'RETIRED'::text])));
CREATE INDEX farmer__village_id__idx ON public.farmer USING btree (tenant_id, village_id);
CREATE INDEX landowner__village_id__idx ON public.landowner USING btree (tenant_id, village_id);
CREATE INDEX village__block__idx ON public.village USING btree (tenant_id, block);
CREATE UNIQUE INDEX village__code ON public.village USING btree (tenant_id, code) WHERE (deleted_at IS NULL);
CREATE INDEX village__created_at__id__idx ON public.village USING btree (tenant_id, created_at, id);
CREATE INDEX village__district__idx ON public.village USING btree (tenant_id, district);
CREATE INDEX village__name__idx ON public.village USING btree (tenant_id, name, id);
CREATE INDEX village__status__created_at__id__idx ON public.village USING btree (tenant_id, status, created_at, id);
CREATE INDEX village__title__id__idx ON public.village USING btree (tenant_id, title, id);
CREATE INDEX village__updated_at__id__idx ON public.village USING btree (tenant_id, updated_at, id);
alter table "farmer" add constraint "farmer__village_id__fkey" FOREIGN KEY (tenant_id, village_id) REFERENCES village(tenant_id, id);
alter table "landowner" add constraint "landowner__village_id__fkey" FOREIGN KEY (tenant_id, village_id) REFERENCES village(tenant_id, id);
alter table "village" add constraint "village__operator_id__fkey" FOREIGN KEY (tenant_id, operator_id) REFERENCES collective(tenant_id, id);
alter table "village" enable row level security, force row level security;
create policy "tenant" on "village" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "village" to "farmbook_app";

alter table "collective" add column "mandator_id" uuid;
alter table "processingsystem" add column "read_point_uri" text;
alter table "processor" add column "subcontractor_of" uuid[];
alter table "product" add column "grade_scale" text[];
alter table "product" add column "qc_params" jsonb;
CREATE INDEX collective__mandator_id__idx ON public.collective USING btree (tenant_id, mandator_id);
alter table "collective" add constraint "collective__mandator_id__fkey" FOREIGN KEY (tenant_id, mandator_id) REFERENCES processor(tenant_id, id);

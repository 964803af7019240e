alter table "inputitem" add column "crop_type_id" uuid;
alter table "inputitem" add column "variety_id" uuid;
CREATE INDEX inputitem__crop_type_id__idx ON public.inputitem USING btree (tenant_id, crop_type_id);
CREATE INDEX inputitem__variety_id__idx ON public.inputitem USING btree (tenant_id, variety_id);
alter table "inputitem" add constraint "inputitem__crop_type_id__fkey" FOREIGN KEY (tenant_id, crop_type_id) REFERENCES croptype(tenant_id, id);
alter table "inputitem" add constraint "inputitem__variety_id__fkey" FOREIGN KEY (tenant_id, variety_id) REFERENCES variety(tenant_id, id);

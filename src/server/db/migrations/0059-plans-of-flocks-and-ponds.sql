alter table "planevent" add column "poultry_pop_id" uuid;
alter table "planevent" add column "aqua_pop_id" uuid;
CREATE INDEX planevent__aqua_pop_id__idx ON public.planevent USING btree (tenant_id, aqua_pop_id);
CREATE INDEX planevent__poultry_pop_id__idx ON public.planevent USING btree (tenant_id, poultry_pop_id);
alter table "planevent" add constraint "planevent__aqua_pop_id__fkey" FOREIGN KEY (tenant_id, aqua_pop_id) REFERENCES aquapop(tenant_id, id);
alter table "planevent" add constraint "planevent__poultry_pop_id__fkey" FOREIGN KEY (tenant_id, poultry_pop_id) REFERENCES poultrypop(tenant_id, id);

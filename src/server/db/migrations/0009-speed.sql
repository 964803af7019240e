alter table "farmer" add column "village_key" text;
alter table "farmer" add column "name_keys" text[];
alter table "farmer" add column "relation_key" text;
CREATE INDEX farmer__national_id_last4__national_id_type__idx ON public.farmer USING btree (tenant_id, national_id_last4, national_id_type);
CREATE INDEX farmer__phone__idx ON public.farmer USING btree (tenant_id, phone);
CREATE INDEX farmer__village_key__idx ON public.farmer USING btree (tenant_id, village_key);

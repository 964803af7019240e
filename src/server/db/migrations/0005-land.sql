alter table "landparcel" add column "start_confirmed_at" timestamp with time zone;
alter table "landparcel" add column "conversion_counts_from" date;
-- Plots keep the claim they had; the next event of a plot's clock asks for the certification body's confirmation (BR-04).
update "landparcel" set "conversion_counts_from" = "conversion_start" where "conversion_start" is not null;
alter table "planevent" add column "cropping_system_id" uuid;
CREATE INDEX planevent__cropping_system_id__idx ON public.planevent USING btree (tenant_id, cropping_system_id);
alter table "planevent" add constraint "planevent__cropping_system_id__fkey" FOREIGN KEY (tenant_id, cropping_system_id) REFERENCES croppingsystem(tenant_id, id);

alter table "aquacrop" add column "species_group" text;
alter table "cow" add column "former_tags" text;
alter table "goat" add column "former_tags" text;
alter table "sheep" add column "former_tags" text;
alter table "withdrawal" add column "last_dose_at" timestamp with time zone;
alter table "aquacrop" add constraint "aquacrop__species_group__check" CHECK ((species_group = ANY (ARRAY['CARP'::text, 'TILAPIA'::text, 'CATFISH'::text, 'PANGASIUS'::text, 'TROUT'::text, 'SHRIMP'::text, 'OTHER'::text])));
CREATE INDEX aquacrop__species_group__idx ON public.aquacrop USING btree (tenant_id, species_group);
-- A withdrawal counted in degree-days began at the last dose so far; that moment has a column of its own now.
update withdrawal set last_dose_at = start_at where degree_days_required is not null;

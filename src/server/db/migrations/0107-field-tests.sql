alter table "crop" add column "places" text[];
alter table "crop" add column "gmo_status" text;
alter table "crop" add column "gmo_test_id" text;
alter table "crop" add constraint "crop__gmo_status__check" CHECK ((gmo_status = ANY (ARRAY['UNTESTED'::text, 'PENDING'::text, 'NEGATIVE'::text, 'POSITIVE'::text])));
CREATE INDEX crop__gmo_status__idx ON public.crop USING btree (tenant_id, gmo_status);

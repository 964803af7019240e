alter table "farmer" drop constraint "farmer__status__check";
alter table "farmer" add column "merged_into_id" uuid;
alter table "farmer" add column "aliases" text;
alter table "farmer" add constraint "farmer__status__check" CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'RETURNED'::text, 'ACTIVE'::text, 'SUSPENDED'::text, 'EXITED'::text, 'MERGED'::text])));
CREATE INDEX farmer__merged_into_id__idx ON public.farmer USING btree (tenant_id, merged_into_id);
alter table "farmer" add constraint "farmer__merged_into_id__fkey" FOREIGN KEY (tenant_id, merged_into_id) REFERENCES farmer(tenant_id, id);

alter table "scopecertificate" add column "validity" text;
alter table "scopecertificate" add constraint "scopecertificate__validity__check" CHECK ((validity = ANY (ARRAY['PROPOSED'::text, 'NOT_YET'::text, 'VALID'::text, 'EXPIRING'::text, 'SUSPENDED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text, 'REJECTED'::text])));
CREATE INDEX scopecertificate__validity__idx ON public.scopecertificate USING btree (tenant_id, validity);

alter table "delivery" add column "is_reported" boolean default false not null;
CREATE INDEX delivery__reported__idx ON public.delivery USING btree (tenant_id, source_id) WHERE is_reported;

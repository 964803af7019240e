alter table "productbatch" add column "lying_since" date;
-- Goods lie where they are since they were received there, on the programme's day, or else since they were made.
update productbatch as b set lying_since = coalesce((b.received_at at time zone t.timezone)::date, b.produced_on) from tenant as t where t.id = b.tenant_id;
CREATE INDEX crop__purchased_kg__idx ON public.crop USING btree (tenant_id, (
CASE
    WHEN (purchased_kg IS NULL) THEN 'NaN'::numeric
    ELSE purchased_kg
END), id);
CREATE INDEX crop__retained_kg__idx ON public.crop USING btree (tenant_id, (
CASE
    WHEN (retained_kg IS NULL) THEN 'NaN'::numeric
    ELSE retained_kg
END), id);
CREATE INDEX productbatch__certifiable_kg__idx ON public.productbatch USING btree (tenant_id, (
CASE
    WHEN (certifiable_kg IS NULL) THEN 'NaN'::numeric
    ELSE certifiable_kg
END), id);
CREATE INDEX productbatch__lying_since__idx ON public.productbatch USING btree (tenant_id, lying_since);

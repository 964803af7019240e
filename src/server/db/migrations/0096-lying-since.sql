alter table "productbatch" add column "lying_since" date;
CREATE INDEX crop__purchased_kg__idx ON public.crop USING btree (tenant_id, (
CASE
    WHEN (purchased_kg IS NULL) THEN 'NaN'::numeric
    ELSE purchased_kg
END), id);
CREATE INDEX productbatch__lying_since__idx ON public.productbatch USING btree (tenant_id, lying_since);

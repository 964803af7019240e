alter table "aquapop" add column "series_key" text;
alter table "checklist" add column "series_key" text;
alter table "pop" add column "series_key" text;
alter table "poultrypop" add column "series_key" text;
CREATE INDEX aquapop__series_key__version_no__idx ON public.aquapop USING btree (tenant_id, series_key, version_no);
CREATE INDEX checklist__series_key__version_no__idx ON public.checklist USING btree (tenant_id, series_key, version_no);
CREATE INDEX pop__series_key__version_no__idx ON public.pop USING btree (tenant_id, series_key, version_no);
CREATE INDEX poultrypop__series_key__version_no__idx ON public.poultrypop USING btree (tenant_id, series_key, version_no);

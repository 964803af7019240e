drop index "aquapop__version_no__idx";
drop index "poultrypop__version_no__idx";
alter table "aquapop" alter column "version_no" drop not null;
alter table "poultrypop" alter column "version_no" drop not null;
CREATE INDEX aquapop__version_no__idx ON public.aquapop USING btree (tenant_id, (
CASE
    WHEN (version_no IS NULL) THEN 2147483647
    ELSE version_no
END), id);
CREATE INDEX poultrypop__version_no__idx ON public.poultrypop USING btree (tenant_id, (
CASE
    WHEN (version_no IS NULL) THEN 2147483647
    ELSE version_no
END), id);

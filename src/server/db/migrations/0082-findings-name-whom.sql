-- Whom a likeness (BR-23) is to, where an index finds it: the findings that name a record are looked for whenever it changes.
alter table "flag" add column "named" text;
update flag set named = coalesce(figures->>'farmerId', figures->>'code') where rule_id = 'BR-23';
CREATE INDEX flag__named__idx ON public.flag USING btree (tenant_id, named) WHERE ((named IS NOT NULL) AND (closed_at IS NULL));

drop index "flag__open";
alter table "flag" add column "aspect" text;
CREATE UNIQUE INDEX flag__open ON public.flag USING btree (tenant_id, subject_type, subject_id, rule_id, event_id, aspect) NULLS NOT DISTINCT WHERE (closed_at IS NULL);

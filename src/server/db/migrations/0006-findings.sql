-- Findings: one open finding per event and rule, the role that is responsible, who caused it, and why it was closed.
alter table "flag" add column "owner_role" text;
alter table "flag" add column "opened_by" uuid;
alter table "flag" add column "closed_reason" text;
update flag set
  owner_role = case when rule_id in ('BR-04', 'BR-12', 'BR-14', 'BR-15') then 'CB' when rule_id in ('BR-10', 'BR-11', '4.2') then 'PU' else 'OM' end,
  opened_by = (select e.recorded_by from event e where e.tenant_id = flag.tenant_id and e.id = flag.event_id),
  closed_reason = case when closed_at is null then null when resolution = 'No longer holds' then 'OBSOLETE' when resolution = 'Event taken back' then 'VOIDED' else 'SETTLED' end;
alter table "flag" alter column "owner_role" set not null;
alter table "flag" add constraint "flag__closed__check" CHECK (((closed_at IS NULL) = (closed_reason IS NULL)));
alter table "flag" add constraint "flag__closed_reason__check" CHECK ((closed_reason = ANY (ARRAY['CORRECTED'::text, 'ACCEPTED'::text, 'NO_ISSUE'::text, 'OBSOLETE'::text, 'VOIDED'::text, 'SETTLED'::text])));
drop index "flag__open";
CREATE INDEX flag__event_id__idx ON public.flag USING btree (tenant_id, event_id);
CREATE UNIQUE INDEX flag__open ON public.flag USING btree (tenant_id, subject_type, subject_id, rule_id, event_id) NULLS NOT DISTINCT WHERE (closed_at IS NULL);

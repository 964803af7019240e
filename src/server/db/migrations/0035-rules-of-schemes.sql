create table "clock_failure" (
  "tenant_id" integer not null,
  "handler" text not null,
  "record_id" uuid not null,
  "tries" integer not null,
  "reason" text not null,
  "failed_at" timestamp with time zone not null,
  "next_at" timestamp with time zone not null
);
alter table "clock_failure" add constraint "clock_failure__pkey" PRIMARY KEY (tenant_id, handler, record_id);
alter table "clock_failure" enable row level security, force row level security;
create policy "tenant" on "clock_failure" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "clock_failure" to "farmbook_app";
alter table "nonconformity" drop constraint "nonconformity__status__check";
alter table "nonconformity" add column "effect_on_fail" text;
alter table "nonconformity" add column "sanction" text;
alter table "nonconformity" add column "sanction_state" text;
alter table "nonconformity" add column "sanction_due_on" date;
alter table "nonconformity" add constraint "nonconformity__effect_on_fail__check" CHECK ((effect_on_fail = ANY (ARRAY['NONE'::text, 'CONDITION'::text, 'BLOCK_SALE'::text, 'RESET_CONVERSION'::text])));
alter table "nonconformity" add constraint "nonconformity__sanction__check" CHECK ((sanction = ANY (ARRAY['WARNING'::text, 'CORRECTIVE_ACTION'::text, 'SALES_SUSPENSION'::text, 'CONVERSION_RESET'::text, 'EXPULSION'::text])));
alter table "nonconformity" add constraint "nonconformity__sanction_state__check" CHECK ((sanction_state = ANY (ARRAY['PROPOSED'::text, 'IMPOSED'::text, 'LIFTED'::text])));
alter table "nonconformity" add constraint "nonconformity__status__check" CHECK ((status = ANY (ARRAY['OPEN'::text, 'ACTION_SENT'::text, 'ESCALATED'::text, 'SANCTIONED'::text, 'CLOSED'::text])));
CREATE INDEX nonconformity__effect_on_fail__idx ON public.nonconformity USING btree (tenant_id, effect_on_fail);
CREATE INDEX nonconformity__sanction__idx ON public.nonconformity USING btree (tenant_id, sanction);
CREATE INDEX nonconformity__sanction_state__idx ON public.nonconformity USING btree (tenant_id, sanction_state);
-- Sanctions of before were decided by the escalation itself and had no effect: they stand as proposals.
update "nonconformity" as n set "sanction" = e.data->>'sanction', "sanction_state" = 'PROPOSED', "sanction_due_on" = nullif(e.data->>'dueOn', '')::date
  from (select distinct on (x.tenant_id, x.subject_id) x.tenant_id, x.subject_id, x.data from "event" as x
    where x.subject_type = 'nonconformity' and x.event_type = 'ESCALATED' and x.status = 'RECORDED'
    order by x.tenant_id, x.subject_id, x.occurred_at desc, x.subject_version desc) as e
  where n.status = 'ESCALATED' and e.tenant_id = n.tenant_id and e.subject_id = n.id;
drop index "schemepop__version_no__idx";
alter table "schemepop" alter column "version_no" drop not null;
CREATE INDEX schemepop__version_no__idx ON public.schemepop USING btree (tenant_id, (
CASE
    WHEN (version_no IS NULL) THEN 2147483647
    ELSE version_no
END), id);

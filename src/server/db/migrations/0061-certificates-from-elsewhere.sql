create table "certificate_input" (
  "tenant_id" integer not null,
  "input_no" text not null,
  "input_body" text not null,
  "certificate_id" uuid not null,
  "kg" numeric(14,3) not null,
  "stated_kg" numeric(14,3)
);
alter table "certificate_input" add constraint "certificate_input__pkey" PRIMARY KEY (tenant_id, input_no, input_body, certificate_id);
CREATE INDEX certificate_input__certificate_id__idx ON public.certificate_input USING btree (tenant_id, certificate_id);
-- Of those that are there by number alone: who issued them, and what is on them, was not said.
insert into certificate_input (tenant_id, input_no, input_body, certificate_id, kg)
select c.tenant_id, k.input_no, '', c.id, sum((i->>'kgUsed')::numeric)
from transactioncertificate as c cross join jsonb_array_elements(coalesce(c.input_certificates, '[]')) as i
cross join lateral (select upper(regexp_replace(i->>'externalNo', '\s+', '', 'g')) as input_no) as k
where k.input_no <> '' group by c.tenant_id, k.input_no, c.id;
alter table "certificate_input" enable row level security, force row level security;
create policy "tenant" on "certificate_input" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "certificate_input" to "farmbook_app";

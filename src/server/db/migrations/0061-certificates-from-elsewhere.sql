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
-- Of those that are there, compared without blanks and punctuation, in the form of the characters that stands for all that look alike (domain/chain/external-inputs.ts).
insert into certificate_input (tenant_id, input_no, input_body, certificate_id, kg, stated_kg)
select c.tenant_id, k.no, k.body, c.id, sum((i->>'kgUsed')::numeric), min((i->>'externalKg')::numeric)
from transactioncertificate as c cross join jsonb_array_elements(coalesce(c.input_certificates, '[]')) as i
cross join lateral (select upper(regexp_replace(normalize(coalesce(i->>'externalNo', ''), NFKC), '\s+', '', 'g')) as no,
  upper(regexp_replace(normalize(coalesce(i->>'externalBody', ''), NFKC), '\s+', '', 'g')) as body) as plain
cross join lateral (select coalesce(nullif(regexp_replace(plain.no, '[\s!-/:-@\[-`{-~\u00A0-\u00BF\u2000-\u206F\u2212\u2E00-\u2E7F\u3000-\u303F]+', '', 'g'), ''), plain.no) as no,
  coalesce(nullif(regexp_replace(plain.body, '[\s!-/:-@\[-`{-~\u00A0-\u00BF\u2000-\u206F\u2212\u2E00-\u2E7F\u3000-\u303F]+', '', 'g'), ''), plain.body) as body) as k
where k.no <> '' group by c.tenant_id, k.no, k.body, c.id;
alter table "certificate_input" enable row level security, force row level security;
create policy "tenant" on "certificate_input" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "certificate_input" to "farmbook_app";

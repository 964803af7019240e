-- Transaction certificates bind kilograms of lots (docs/decisions/0054): what was sent out of a lot, what issued certificates bind and what can still be certified stand
-- beside what is on hand. Which dispatch and invoice is on which live certificate is kept by key; what the checks said is kept with the event.
create table "certificate_check" (
  "tenant_id" integer not null,
  "event_id" uuid not null,
  "certificate_id" uuid not null,
  "results" jsonb not null
);
create table "certificate_invoice" (
  "tenant_id" integer not null,
  "seller_id" uuid not null,
  "invoice_no" text not null,
  "certificate_id" uuid not null
);
create table "certificate_shipment" (
  "tenant_id" integer not null,
  "dispatch_id" uuid not null,
  "certificate_id" uuid not null
);
alter table "productbatch" add column "shipped_kg" numeric(18,3);
alter table "productbatch" add column "certified_kg" numeric(18,3);
alter table "productbatch" add column "certifiable_kg" numeric(18,3);
alter table "transactioncertificate" add column "replaces_id" uuid;
alter table "transactioncertificate" add column "reserved_until" date;
alter table "certificate_check" add constraint "certificate_check__pkey" PRIMARY KEY (tenant_id, event_id);
alter table "certificate_invoice" add constraint "certificate_invoice__pkey" PRIMARY KEY (tenant_id, seller_id, invoice_no);
alter table "certificate_shipment" add constraint "certificate_shipment__pkey" PRIMARY KEY (tenant_id, dispatch_id);
CREATE INDEX certificate_check__certificate_id__idx ON public.certificate_check USING btree (tenant_id, certificate_id);
CREATE INDEX certificate_invoice__certificate_id__idx ON public.certificate_invoice USING btree (tenant_id, certificate_id);
CREATE INDEX certificate_shipment__certificate_id__idx ON public.certificate_shipment USING btree (tenant_id, certificate_id);
CREATE INDEX transactioncertificate__replaces_id__idx ON public.transactioncertificate USING btree (tenant_id, replaces_id);
CREATE INDEX transactioncertificate__reserved_until__idx ON public.transactioncertificate USING btree (tenant_id, (
CASE
    WHEN (reserved_until IS NULL) THEN 'infinity'::date
    ELSE reserved_until
END), id);
alter table "certificate_check" add constraint "certificate_check__event_id__fkey" FOREIGN KEY (tenant_id, event_id) REFERENCES event(tenant_id, id);
alter table "transactioncertificate" add constraint "transactioncertificate__replaces_id__fkey" FOREIGN KEY (tenant_id, replaces_id) REFERENCES transactioncertificate(tenant_id, id);
alter table "certificate_check" enable row level security, force row level security;
alter table "certificate_invoice" enable row level security, force row level security;
alter table "certificate_shipment" enable row level security, force row level security;
create policy "tenant" on "certificate_check" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "certificate_invoice" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "certificate_shipment" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant insert, select on "certificate_check" to "farmbook_app";
grant delete, insert, select, update on "certificate_invoice" to "farmbook_app";
grant delete, insert, select, update on "certificate_shipment" to "farmbook_app";

-- No certificate has bound anything until now.
update productbatch as b set shipped_kg = t.kg, certified_kg = 0,
  certifiable_kg = case when b.status = 'QUARANTINED' or b.quarantine_reason is not null then 0 else greatest(0, coalesce(b.on_hand_kg, 0) + t.kg - coalesce(b.reserved_kg, 0)) end
from (select l.tenant_id, l.id, coalesce((select -sum(e.delta_kg) from ledger_entry as e where e.tenant_id = l.tenant_id and e.batch_id = l.id and e.account = 'SHIPPED'), 0) as kg
  from productbatch as l) as t where t.tenant_id = b.tenant_id and t.id = b.id;

create table "bank_account" (
  "tenant_id" integer not null,
  "farmer_id" uuid not null,
  "sealed" text not null
);
alter table "farmer" add column "bank_holder" text;
alter table "farmer" add column "bank_ifsc" text;
alter table "farmer" add column "bank_account_no" text;
alter table "farmer" add column "bank_changed_at" timestamp with time zone;
alter table "farmer" add column "field_officer_id" uuid;
alter table "bank_account" add constraint "bank_account__pkey" PRIMARY KEY (tenant_id, farmer_id);
CREATE INDEX farmer__field_officer_id__idx ON public.farmer USING btree (tenant_id, field_officer_id);
alter table "bank_account" add constraint "bank_account__farmer_id__fkey" FOREIGN KEY (tenant_id, farmer_id) REFERENCES farmer(tenant_id, id);
alter table "farmer" add constraint "farmer__field_officer_id__fkey" FOREIGN KEY (tenant_id, field_officer_id) REFERENCES "user"(tenant_id, id);
alter table "bank_account" enable row level security, force row level security;
create policy "tenant" on "bank_account" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "bank_account" to "farmbook_app";

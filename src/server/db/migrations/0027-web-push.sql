alter table "mobilenotification_recipients" drop constraint "mobilenotification_recipients__state__check";
drop index "push_subscription__endpoint";
create table "push_key" (
  "tenant_id" integer not null,
  "private_key" text not null,
  "created_at" timestamp with time zone not null
);
alter table "mobilenotification" add column "group_ids" uuid[] default '{}' not null;
alter table "mobilenotification" alter column "group_ids" drop default;
alter table "mobilenotification" add column "roles" text[] default '{}' not null;
alter table "mobilenotification" alter column "roles" drop default;
alter table "mobilenotification_recipients" add column "user_id" uuid;
alter table "push_subscription" add column "name" text default ''::text not null;
alter table "mobilenotification_recipients" alter column "farmer_id" drop not null;
alter table "push_key" add constraint "push_key__pkey" PRIMARY KEY (tenant_id);
alter table "mobilenotification" add constraint "mobilenotification__roles__check" CHECK ((roles <@ ARRAY['ADMIN'::text, 'OPERATOR_MANAGER'::text, 'FIELD_OFFICER'::text, 'INTERNAL_INSPECTOR'::text, 'PURCHASE_OFFICER'::text, 'PROCESSOR_USER'::text, 'CERTIFICATION_BODY_AUDITOR'::text, 'BRAND_VIEWER'::text, 'READ_ONLY_VIEWER'::text, 'FARMER'::text]));
alter table "mobilenotification_recipients" add constraint "mobilenotification_recipients__state__check" CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'DELIVERED'::text, 'READ'::text, 'HEARD'::text, 'FAILED'::text, 'OPTED_OUT'::text, 'NO_CONSENT'::text, 'NO_PHONE'::text])));
CREATE INDEX mobilenotification_recipients__user_id__idx ON public.mobilenotification_recipients USING btree (tenant_id, user_id);
CREATE UNIQUE INDEX push_subscription__endpoint ON public.push_subscription USING btree (tenant_id, endpoint);
CREATE INDEX push_subscription__user_id__idx ON public.push_subscription USING btree (tenant_id, user_id);
alter table "mobilenotification_recipients" add constraint "mobilenotification_recipients__user_id__fkey" FOREIGN KEY (tenant_id, user_id) REFERENCES "user"(tenant_id, id);
alter table "push_key" enable row level security, force row level security;
create policy "tenant" on "push_key" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "push_key" to "farmbook_app";

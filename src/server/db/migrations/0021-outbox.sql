alter table "mail" drop constraint "mail__kind__check";
drop index "notification__operator_id__created_at__id__idx";
create table "delivery" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "source_id" uuid not null,
  "channel" text not null,
  "recipient_id" uuid not null,
  "state" text not null,
  "round" integer default 1 not null,
  "params" jsonb,
  "mail_id" uuid,
  "tries" integer default 0 not null,
  "due_at" timestamp with time zone not null,
  "reason" text,
  "heard_seconds" integer,
  "created_at" timestamp with time zone not null,
  "ended_at" timestamp with time zone
);
create table "notification_setting" (
  "tenant_id" integer not null,
  "user_id" uuid not null,
  "settings" jsonb not null,
  "updated_at" timestamp with time zone not null
);
create table "outbox" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "code" text not null,
  "subject_type" text not null,
  "subject_ids" uuid[] not null,
  "operator_id" uuid,
  "event_id" uuid,
  "figures" jsonb,
  "user_ids" uuid[],
  "actor_id" uuid,
  "dedupe_key" text not null,
  "occurrences" integer not null,
  "round" integer default 1 not null,
  "state" text not null,
  "raised_at" timestamp with time zone not null,
  "due_at" timestamp with time zone not null,
  "ended_at" timestamp with time zone
);
create table "push_subscription" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "user_id" uuid not null,
  "endpoint" text not null,
  "keys" jsonb not null,
  "created_at" timestamp with time zone not null
);
alter table "delivery" add constraint "delivery__pkey" PRIMARY KEY (tenant_id, id);
alter table "notification_setting" add constraint "notification_setting__pkey" PRIMARY KEY (tenant_id, user_id);
alter table "outbox" add constraint "outbox__pkey" PRIMARY KEY (tenant_id, id);
alter table "push_subscription" add constraint "push_subscription__pkey" PRIMARY KEY (tenant_id, id);
alter table "delivery" add constraint "delivery__channel__check" CHECK ((channel = ANY (ARRAY['MAIL'::text, 'PUSH'::text, 'SMS'::text, 'WHATSAPP'::text, 'IVR_VOICE'::text])));
alter table "delivery" add constraint "delivery__state__check" CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'DELIVERED'::text, 'READ'::text, 'HEARD'::text, 'FAILED'::text, 'CANCELLED'::text])));
alter table "mail" add constraint "mail__kind__check" CHECK ((kind = ANY (ARRAY['INVITATION'::text, 'NOTICES'::text])));
alter table "outbox" add constraint "outbox__state__check" CHECK ((state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'WITHDRAWING'::text, 'WITHDRAWN'::text])));
CREATE INDEX delivery__due_at__idx ON public.delivery USING btree (tenant_id, channel, due_at) WHERE (state = 'WAITING'::text);
CREATE INDEX delivery__mail_id__idx ON public.delivery USING btree (tenant_id, mail_id) WHERE (mail_id IS NOT NULL);
CREATE UNIQUE INDEX delivery__once ON public.delivery USING btree (tenant_id, source_id, channel, recipient_id, round);
CREATE INDEX delivery__recipient_id__idx ON public.delivery USING btree (tenant_id, recipient_id, channel) WHERE (state = 'WAITING'::text);
CREATE UNIQUE INDEX notification__recipient_user_id__dedupe_key ON public.notification USING btree (tenant_id, recipient_user_id, dedupe_key) WHERE (deleted_at IS NULL);
CREATE INDEX outbox__code__idx ON public.outbox USING btree (tenant_id, code, raised_at);
CREATE UNIQUE INDEX outbox__dedupe_key ON public.outbox USING btree (tenant_id, dedupe_key);
CREATE INDEX outbox__due_at__idx ON public.outbox USING btree (tenant_id, due_at) WHERE (state = ANY (ARRAY['WAITING'::text, 'WITHDRAWING'::text]));
CREATE INDEX outbox__event_id__idx ON public.outbox USING btree (tenant_id, event_id) WHERE (event_id IS NOT NULL);
CREATE UNIQUE INDEX push_subscription__endpoint ON public.push_subscription USING btree (tenant_id, user_id, endpoint);
alter table "notification_setting" add constraint "notification_setting__user_id__fkey" FOREIGN KEY (tenant_id, user_id) REFERENCES "user"(tenant_id, id);
alter table "push_subscription" add constraint "push_subscription__user_id__fkey" FOREIGN KEY (tenant_id, user_id) REFERENCES "user"(tenant_id, id);
alter table "delivery" enable row level security, force row level security;
alter table "notification_setting" enable row level security, force row level security;
alter table "outbox" enable row level security, force row level security;
alter table "push_subscription" enable row level security, force row level security;
create policy "tenant" on "delivery" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "notification_setting" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "outbox" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "push_subscription" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "delivery" to "farmbook_app";
grant delete, insert, select, update on "notification_setting" to "farmbook_app";
grant delete, insert, select, update on "outbox" to "farmbook_app";
grant delete, insert, select, update on "push_subscription" to "farmbook_app";

// What is to be said to people, written in the transaction that gives the occasion, and what became of each message to each
// of them (docs/decisions/0041-outbox-and-notifications.md). No name and no address is stored here: both are read when it is delivered.
import type { TableArea } from './area.ts'

export const outboxTables = (declared: ReadonlySet<string>): TableArea => ({
  guarded: ['outbox', 'delivery', 'notification_setting', 'push_subscription', 'push_key'],
  references: declared.has('user')
    ? [
        'alter table notification_setting add constraint notification_setting__user_id__fkey foreign key (tenant_id, user_id) references "user" (tenant_id, id);',
        'alter table push_subscription add constraint push_subscription__user_id__fkey foreign key (tenant_id, user_id) references "user" (tenant_id, id);',
      ]
    : [],
  sql: `
create table outbox (
  tenant_id integer not null,
  id uuid not null,
  code text not null, -- of the catalogue of notifications
  subject_type text not null,
  subject_ids uuid[] not null, -- at most a thousand; occurrences counts all of them
  operator_id uuid,
  event_id uuid, -- taken back, what is unread is withdrawn
  figures jsonb, -- of the finding, or as the caller gave them
  user_ids uuid[], -- to whom, where the caller says so
  actor_id uuid, -- who caused it
  dedupe_key text not null,
  occurrences integer not null,
  round integer not null default 1, -- the same again after more than a day is another one
  state text not null constraint outbox__state__check check (state in ('WAITING', 'DONE', 'WITHDRAWING', 'WITHDRAWN')),
  raised_at timestamptz not null, -- of the first of this round
  due_at timestamptz not null,
  ended_at timestamptz,
  constraint outbox__pkey primary key (tenant_id, id)
);
create unique index outbox__dedupe_key on outbox (tenant_id, dedupe_key);
create index outbox__due_at__idx on outbox (tenant_id, due_at) where state in ('WAITING', 'WITHDRAWING');
create index outbox__code__idx on outbox (tenant_id, code, raised_at);
create index outbox__event_id__idx on outbox (tenant_id, event_id) where event_id is not null;

create table delivery (
  tenant_id integer not null,
  id uuid not null,
  source_id uuid not null, -- the notification, the row of the outbox or the message to many telephones that it is of
  channel text not null constraint delivery__channel__check check (channel in ('MAIL', 'PUSH', 'SMS', 'WHATSAPP', 'IVR_VOICE')),
  recipient_id uuid not null, -- a person for MAIL, one of their browsers for PUSH, a farmer otherwise
  state text not null constraint delivery__state__check check (state in ('WAITING', 'SENT', 'DELIVERED', 'READ', 'HEARD', 'FAILED', 'CANCELLED')),
  round integer not null default 1,
  params jsonb, -- of its sentence, where no notification stores them
  mail_id uuid, -- the mail that it goes out with
  tries integer not null default 0,
  due_at timestamptz not null, -- while it is being sent: when another process may take it over
  reason text,
  heard_seconds integer,
  is_reported boolean not null default false, -- a provider has said more since its message was counted
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint delivery__pkey primary key (tenant_id, id)
);
create unique index delivery__once on delivery (tenant_id, source_id, channel, recipient_id, round);
create index delivery__due_at__idx on delivery (tenant_id, channel, due_at) where state = 'WAITING';
create index delivery__recipient_id__idx on delivery (tenant_id, recipient_id, channel) where state = 'WAITING';
create index delivery__reported__idx on delivery (tenant_id, source_id) where is_reported;
create index delivery__mail_id__idx on delivery (tenant_id, mail_id) where mail_id is not null;

create table notification_setting (
  tenant_id integer not null,
  user_id uuid not null,
  settings jsonb not null,
  updated_at timestamptz not null,
  constraint notification_setting__pkey primary key (tenant_id, user_id)
);

create table push_subscription (
  tenant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  keys jsonb not null,
  name text not null default '', -- of the device, as its browser says it
  created_at timestamptz not null,
  constraint push_subscription__pkey primary key (tenant_id, id)
);
-- A browser is one person's: whoever switches it on there takes it over.
create unique index push_subscription__endpoint on push_subscription (tenant_id, endpoint);
create index push_subscription__user_id__idx on push_subscription (tenant_id, user_id);

create table push_key (
  tenant_id integer not null,
  private_key text not null, -- of P-256, base64url: push services know the programme by it (RFC 8292)
  created_at timestamptz not null,
  constraint push_key__pkey primary key (tenant_id)
);`,
})

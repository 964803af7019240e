// Mail that waits to be sent, and what became of what was: written in the transaction that made it due, sent after it by
// server/mail/. No text and no address is stored here: both are made of the person's record at the moment of sending.
import type { TableArea } from './area.ts'

export const mailTables = (declared: ReadonlySet<string>): TableArea => ({
  guarded: ['mail'],
  references: declared.has('user')
    ? ['alter table mail add constraint mail__user_id__fkey foreign key (tenant_id, user_id) references "user" (tenant_id, id);']
    : [],
  sql: `
create table mail (
  tenant_id integer not null,
  id uuid not null,
  kind text not null constraint mail__kind__check check (kind in ('INVITATION', 'NOTICES')),
  user_id uuid not null, -- to whom
  state text not null constraint mail__state__check check (state in ('WAITING', 'SENT', 'FAILED', 'CANCELLED')),
  tries integer not null default 0,
  due_at timestamptz not null, -- while it is being sent: when another process may take it over
  reason text, -- why the last try did not succeed, in the words of the mail server
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint mail__pkey primary key (tenant_id, id)
);
create unique index mail__waiting on mail (tenant_id, user_id, kind) where state = 'WAITING';
create index mail__due_at__idx on mail (tenant_id, due_at) where state = 'WAITING';
create index mail__user_id__idx on mail (tenant_id, user_id, created_at);`,
})

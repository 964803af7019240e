// The sessions open in a tenant, with the identity provider's tokens. Those stay on the server: the
// browser holds only the session's id, sealed. Who a person is stands in their `user` record.
import type { TableArea } from './area.ts'

export const signInTables: TableArea = {
  guarded: ['session_token'],
  // A session lives as long as its row. user_id is null for somebody whom the programme does not know.
  sql: `
create table session_token (
  tenant_id integer not null,
  sid uuid not null,
  user_id uuid,
  provider text not null,
  subject text not null,
  refresh_hash text not null,
  sealed_tokens text not null,
  expires_at timestamptz,
  renewing_until timestamptz,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  constraint session_token__pkey primary key (tenant_id, sid)
);
create index session_token__user_id__idx on session_token (tenant_id, user_id);
create index session_token__seen_at__idx on session_token (tenant_id, seen_at);`,
}

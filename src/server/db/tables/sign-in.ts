// The sessions open in each tenant. The identity provider's tokens are kept sealed, the browser's refresh
// token as a hash: a copy of this table signs nobody in.
import type { TableArea } from './area.ts'

export const signInTables: TableArea = {
  guarded: ['session_token'],
  sql: `
create table session_token (
  tenant_id integer not null,
  sid uuid not null,
  user_id uuid, -- null: known to the identity provider, unknown to the programme
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

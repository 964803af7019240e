// The sessions open in each tenant, the devices that people signed in from before, keys of programs, and who has
// tried how often to open one. The identity provider's tokens are
// stored sealed, the browser's refresh token as a hash: a copy of these tables signs nobody in.
import type { TableArea } from './area.ts'

export const signInTables = (declared: ReadonlySet<string>): TableArea => ({
  guarded: ['session_token', 'known_device', 'api_key', 'attempt'],
  references: declared.has('user')
    ? ['known_device', 'api_key'].map(
        (table) => `alter table ${table} add constraint ${table}__user_id__fkey foreign key (tenant_id, user_id) references "user" (tenant_id, id);`,
      )
    : [],
  sql: `
create table session_token (
  tenant_id integer not null,
  sid uuid not null,
  user_id uuid, -- null: known to the identity provider, unknown to the programme
  provider text not null,
  subject text not null,
  device text, -- browser and system as the person knows them: 'Chrome, Android'
  refresh_hash text not null,
  former_hash text, -- of the refresh token before this one
  rotated_at timestamptz,
  confirmed_at timestamptz, -- the browser has shown the present refresh token: the former one is spent
  sealed_tokens text not null,
  expires_at timestamptz,
  renewing_until timestamptz,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  constraint session_token__pkey primary key (tenant_id, sid)
);
create index session_token__user_id__idx on session_token (tenant_id, user_id);
create index session_token__seen_at__idx on session_token (tenant_id, seen_at);

create table known_device (
  tenant_id integer not null,
  user_id uuid not null,
  digest text not null, -- keyed, of browser and system: the table says of nobody what they use
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  known_until timestamptz not null, -- afterwards a sign-in from it is news again
  constraint known_device__pkey primary key (tenant_id, user_id, digest)
);

create table api_key (
  tenant_id integer not null,
  id uuid not null,
  user_id uuid not null, -- in whose name
  name text not null,
  prefix text not null, -- by it the row is found
  hash text not null, -- SHA-256 of the whole key, which is stored nowhere
  scope text not null,
  operator_id uuid, -- null: wherever the person may work
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_on date,
  revoked_at timestamptz,
  constraint api_key__pkey primary key (tenant_id, id),
  constraint api_key__prefix__key unique (tenant_id, prefix)
);
create index api_key__user_id__idx on api_key (tenant_id, user_id);

create table attempt ( -- a token bucket for each caller, shared by all processes
  tenant_id integer not null,
  who text not null, -- a keyed hash of the network address
  remaining double precision not null,
  is_taken boolean not null,
  at timestamptz not null,
  constraint attempt__pkey primary key (tenant_id, who)
);
create index attempt__at__idx on attempt (tenant_id, at);`,
})

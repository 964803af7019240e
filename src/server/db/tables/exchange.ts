// Imports that wait, run or have ended: the bytes of the file while they are needed, how far each is, and the rows that came back
// or went in with a finding. A row's cells are stored as they were sent, so that the file of rejects can be corrected and sent again.
// And exports that are too long to wait for: what was asked for, and the file that was made of it, which is a file of that person.
import type { TableArea } from './area.ts'

export const exchangeTables: TableArea = {
  guarded: ['import_job', 'import_line', 'import_part', 'import_set', 'export_job'],
  references: [
    'alter table import_line add constraint import_line__import_id__fkey foreign key (tenant_id, import_id) references import_job (tenant_id, id) on delete cascade;',
    'alter table import_part add constraint import_part__import_id__fkey foreign key (tenant_id, import_id) references import_job (tenant_id, id) on delete cascade;',
    'alter table export_job add constraint export_job__api_key_id__fkey foreign key (tenant_id, api_key_id) references api_key (tenant_id, id);',
    'alter table export_job add constraint export_job__file_id__fkey foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id);',
    'alter table import_set add constraint import_set__import_id__fkey foreign key (tenant_id, import_id) references import_job (tenant_id, id) on delete cascade;',
  ],
  sql: `
create table import_job (
  tenant_id integer not null,
  id uuid not null,
  entity text not null,
  kind text not null,
  operator_id uuid,
  file_name text not null,
  is_dry_run boolean not null,
  state text not null constraint import_job__state__check check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  format text, -- null: from before files were stored
  mapping jsonb not null default '{}', -- header of the file to our column, as a person chose
  header text[] not null default '{}',
  ignored_columns text[] not null default '{}',
  run integer not null default 0, -- how often a worker has taken it: only the latest writes
  done_row integer not null default 0, -- number of the last row of the file that is carried out
  total_rows integer, -- null: not counted
  progress numeric(4,3) not null default 0,
  created_rows integer not null default 0,
  changed_rows integer not null default 0,
  unchanged_rows integer not null default 0,
  flagged_rows integer not null default 0,
  rejected_rows integer not null default 0,
  message text,
  words jsonb, -- key and values of the message, where it has values
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  constraint import_job__pkey primary key (tenant_id, id)
);
create index import_job__created_at__idx on import_job (tenant_id, created_at, id);

create table import_line (
  tenant_id integer not null,
  import_id uuid not null,
  row_number integer not null,
  outcome text not null constraint import_line__outcome__check check (outcome in ('REJECTED', 'FLAGGED')),
  cells text[] not null,
  problems jsonb not null,
  constraint import_line__pkey primary key (tenant_id, import_id, outcome, row_number)
);

create table import_part ( -- the file, from when it was accepted until its import has ended
  tenant_id integer not null,
  import_id uuid not null,
  part integer not null,
  bytes bytea not null,
  constraint import_part__pkey primary key (tenant_id, import_id, part)
);

create table import_set ( -- rows that were committed together, until the import has ended
  tenant_id integer not null,
  import_id uuid not null,
  last_row integer not null,
  keys text[] not null, -- digests of what each row was about
  constraint import_set__pkey primary key (tenant_id, import_id, last_row)
);

create table export_job (
  tenant_id integer not null,
  id uuid not null,
  entity text not null,
  operator_id uuid, -- of the address; null: of all operators
  format text not null constraint export_job__format__check check (format in ('csv', 'xlsx', 'geojson')),
  query text not null, -- of the list, as in its address
  rights text not null, -- digest of those with which it was asked for
  state text not null constraint export_job__state__check check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  run integer not null default 0,
  done_rows integer not null default 0,
  total_rows integer, -- null: more than are counted
  size integer, -- of the file, in bytes
  file_name text not null,
  file_id uuid,
  message text,
  words jsonb, -- key and values of the message, where it has values
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  purpose text, -- what its personal data are for; null: it has none
  purpose_note text,
  api_key_id uuid, -- with which a program began it; null: its person did
  constraint export_job__pkey primary key (tenant_id, id)
);
create index export_job__created_by__idx on export_job (tenant_id, created_by, created_at);
create index export_job__file_id__idx on export_job (tenant_id, file_id) where file_id is not null;`,
}

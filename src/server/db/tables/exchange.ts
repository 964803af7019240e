// Imports that are running or done: how far each is, and the rows that came back or went in with a finding.
// A row's cells are stored as they were sent, so that the file of rejects can be corrected and sent again.
import type { TableArea } from './area.ts'

export const exchangeTables: TableArea = {
  guarded: ['import_job', 'import_line'],
  references: [
    'alter table import_line add constraint import_line__import_id__fkey foreign key (tenant_id, import_id) references import_job (tenant_id, id) on delete cascade;',
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
  state text not null constraint import_job__state__check check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'INTERRUPTED')),
  header text[] not null default '{}',
  ignored_columns text[] not null default '{}',
  progress numeric(4,3) not null default 0,
  created_rows integer not null default 0,
  changed_rows integer not null default 0,
  unchanged_rows integer not null default 0,
  flagged_rows integer not null default 0,
  rejected_rows integer not null default 0,
  message text,
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
);`,
}

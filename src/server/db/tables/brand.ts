// What a programme shows of itself beyond the words in `tenant`: its uploaded pictures, and who changed what when.
// A picture's name is the SHA-256 of its bytes; the same picture in two programmes stands twice, behind two walls.
import { appRole } from '../connection.ts'
import type { TableArea } from './area.ts'

export const brandTables: TableArea = {
  guarded: ['picture', 'tenant_change'],
  sql: `
create table picture (
  tenant_id integer not null,
  hash text not null constraint picture__hash__check check (hash ~ '^[0-9a-f]{64}$'),
  format text not null constraint picture__format__check check (format in ('png', 'jpeg', 'webp')),
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  created_by uuid not null,
  constraint picture__pkey primary key (tenant_id, hash)
);

create table tenant_change (
  tenant_id integer not null,
  version integer not null, -- of the settings after this change; the first change makes 2
  changed_at timestamptz not null,
  changed_by uuid not null,
  changes jsonb not null, -- {field: [before, after]}
  constraint tenant_change__pkey primary key (tenant_id, version)
);`,
}

/** The record of changes stays. Run after the grants. */
export const changesAreAppendOnly = `revoke update, delete on tenant_change from ${appRole};`

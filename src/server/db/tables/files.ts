// Files that people attach to records and events (docs/decisions/0038-files.md). A row of `file` says what a file is and who sent it;
// its bytes are in `file_content`, a folder or an object store. `file_use` says which record or event names it: who may read one
// of these reads the file. What a file is never changes, and one that is named anywhere cannot be deleted.
// `awaited_file` says the same of files that a device has announced and not sent yet.
import { fileTypeNames } from '#domain/kernel/files.ts'
import { appRole } from '../connection.ts'
import { literal } from '../names.ts'
import type { TableArea } from './area.ts'

export const fileTables: TableArea = {
  guarded: ['file', 'file_content', 'file_use', 'awaited_file'],
  references: [
    'alter table file_content add constraint file_content__file_id__fkey foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade;',
    'alter table file_use add constraint file_use__file_id__fkey foreign key (tenant_id, file_id) references file (tenant_id, id);',
  ],
  sql: `
create table file (
  tenant_id integer not null,
  id uuid not null,
  operator_id uuid, -- of the address it was sent to
  name text not null,
  media_type text not null constraint file__media_type__check check (media_type in (${fileTypeNames.map(literal).join(', ')})),
  size integer not null, -- bytes as stored
  sha256 text not null constraint file__sha256__check check (sha256 ~ '^[0-9a-f]{64}$'), -- of the bytes as stored
  sent_sha256 text not null constraint file__sent_sha256__check check (sent_sha256 ~ '^[0-9a-f]{64}$'), -- of the bytes as sent
  width integer,
  height integer,
  taken_at text, -- private: as the camera wrote it, local time where it says no offset
  taken_lat numeric(9,6), -- private: where a photograph was taken
  taken_lng numeric(9,6),
  state text not null constraint file__state__check check (state in ('UPLOADING', 'UNATTACHED', 'ATTACHED', 'REMOVING')),
  stored_in text not null constraint file__stored_in__check check (stored_in in ('database', 'folder', 's3')),
  uploaded_by uuid not null,
  uploaded_at timestamptz not null, -- for the last time, until something names it
  constraint file__pkey primary key (tenant_id, id)
);
create index file__uploaded_by__idx on file (tenant_id, uploaded_by, sent_sha256);
create index file__sha256__idx on file (tenant_id, sha256);
create index file__unattached__idx on file (tenant_id, uploaded_at) where state <> 'ATTACHED';

create table file_content (
  tenant_id integer not null,
  file_id uuid not null,
  bytes bytea not null,
  constraint file_content__pkey primary key (tenant_id, file_id)
);

create table file_use (
  tenant_id integer not null,
  file_id uuid not null,
  entity text not null,
  record_id uuid not null,
  source_id uuid not null, -- the event that names it, or the record
  event_type text, -- null: a field of the record names it
  field text not null,
  used_at timestamptz not null,
  used_by uuid, -- null: the product itself
  constraint file_use__pkey primary key (tenant_id, file_id, source_id, field)
);
create index file_use__source_id__idx on file_use (tenant_id, source_id);

create table awaited_file ( -- named before it was sent; becomes a row of file_use when it comes
  tenant_id integer not null,
  file_id uuid not null, -- as the device chose it
  awaited_from uuid not null, -- the only person who can send it
  entity text not null,
  record_id uuid not null,
  source_id uuid not null,
  event_type text,
  field text not null,
  named_at timestamptz not null,
  named_by uuid not null,
  reminded_at timestamptz,
  constraint awaited_file__pkey primary key (tenant_id, file_id, source_id, field)
);
create index awaited_file__named_at__idx on awaited_file (tenant_id, named_at) where reminded_at is null;
create index awaited_file__source_id__idx on awaited_file (tenant_id, source_id);`,
}

/** Run after the grants. */
export const filesStayAsSent = `
revoke update on file, file_content from ${appRole};
grant update (state, uploaded_at) on file to ${appRole};
revoke update, delete on file_use from ${appRole};`.trim()

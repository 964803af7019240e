// Reports that people have made in the background: who asked for what, how far it is, and where its file is. The file belongs to whoever
// asked, and goes with the unused files when its days are over (docs/decisions/0043-reports.md).
import { reportFormats, runStates } from '#domain/reports/report.ts'
import { literal } from '../names.ts'
import type { TableArea } from './area.ts'

const list = (values: readonly string[]): string => values.map(literal).join(', ')

export const reportTables = (declared: ReadonlySet<string>): TableArea => ({
  guarded: ['report_run'],
  references: [
    'alter table report_run add constraint report_run__file_id__fkey foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id);',
    ...(declared.has('collective')
      ? ['alter table report_run add constraint report_run__operator_id__fkey foreign key (tenant_id, operator_id) references collective (tenant_id, id);']
      : []),
  ],
  sql: `
create table report_run (
  tenant_id integer not null,
  id uuid not null,
  report text not null,
  operator_id uuid, -- of the address; null: of the whole programme
  format text not null constraint report_run__format__check check (format in (${list(Object.keys(reportFormats))})),
  language text not null,
  parameters jsonb not null,
  state text not null constraint report_run__state__check check (state in (${list(Object.keys(runStates))})),
  progress numeric(4,3) not null default 0,
  tries integer not null default 0,
  row_count integer,
  sha256 text, -- of the rows
  size integer, -- of the file, in bytes
  file_name text,
  file_id uuid,
  message text, -- why there is no file
  words jsonb, -- key and values of the message, where it has values
  requested_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  rights text, -- with which it was made (rightsOf); it is not handed out with others
  constraint report_run__pkey primary key (tenant_id, id)
);
create index report_run__requested_by__idx on report_run (tenant_id, requested_by, created_at);
create index report_run__created_at__idx on report_run (tenant_id, created_at);
create index report_run__file_id__idx on report_run (tenant_id, file_id) where file_id is not null;`,
})

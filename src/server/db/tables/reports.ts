// Reports that people have made in the background: who asked for what, how far it is, and where its file is; and every file of a report that was
// made, by the code on it. The file belongs to whoever
// asked, and goes with the unused files when its days are over (docs/decisions/0043-reports.md).
import { reportFormats, runStates } from '#domain/reports/report.ts'
import { rhythms, scheduleStates } from '#domain/reports/schedule.ts'
import { appRole } from '../connection.ts'
import { literal } from '../names.ts'
import type { TableArea } from './area.ts'

const list = (values: readonly string[]): string => values.map(literal).join(', ')

export const reportTables = (declared: ReadonlySet<string>): TableArea => ({
  guarded: ['report_run', 'report_file', 'report_schedule', 'report_schedule_change'],
  references: [
    'alter table report_run add constraint report_run__api_key_id__fkey foreign key (tenant_id, api_key_id) references api_key (tenant_id, id);',
    'alter table report_run add constraint report_run__file_id__fkey foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id);',
    ...(declared.has('collective')
      ? [
          'alter table report_file add constraint report_file__operator_id__fkey foreign key (tenant_id, operator_id) references collective (tenant_id, id);',
          'alter table report_run add constraint report_run__operator_id__fkey foreign key (tenant_id, operator_id) references collective (tenant_id, id);',
          'alter table report_schedule add constraint report_schedule__operator_id__fkey foreign key (tenant_id, operator_id) references collective (tenant_id, id);',
        ]
      : []),
    'alter table report_run add constraint report_run__schedule_id__fkey foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, id);',
    'alter table report_schedule_change add constraint report_schedule_change__schedule_id__fkey foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, id);',
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
  schedule_id uuid, -- of the schedule that asked for it; null: a person did
  due_at timestamptz, -- when the schedule was due
  purpose text, -- what its personal data are for; null: it has none
  purpose_note text,
  api_key_id uuid, -- with which a program began it; null: its person or a schedule did
  constraint report_run__pkey primary key (tenant_id, id)
);
create index report_run__requested_by__idx on report_run (tenant_id, requested_by, created_at);
create index report_run__created_at__idx on report_run (tenant_id, created_at);
create index report_run__file_id__idx on report_run (tenant_id, file_id) where file_id is not null;
-- A schedule asks once for each person whenever it is due.
create unique index report_run__schedule on report_run (tenant_id, schedule_id, requested_by, due_at) where schedule_id is not null;

create table report_file ( -- one row for every file that was made, for whoever wants to know whether a paper is ours
  tenant_id integer not null,
  code text not null, -- in the address that the paper carries
  report text not null,
  operator_id uuid, -- of the address; null: of the whole programme
  format text not null constraint report_file__format__check check (format in (${list(Object.keys(reportFormats))})),
  parameters jsonb not null, -- that were chosen; null in it: chosen, and shown to nobody
  row_count integer not null,
  sha256 text not null, -- of the rows
  file_sha256 text not null, -- of the bytes
  roles text[] not null, -- of whoever had it made
  made_by uuid not null,
  made_at timestamptz not null,
  constraint report_file__pkey primary key (tenant_id, code)
);
-- A file by its bytes, for whoever has it and no code; and the newest of each report that somebody had made.
create index report_file__file_sha256__idx on report_file (tenant_id, file_sha256, made_at);
create index report_file__made_by__idx on report_file (tenant_id, made_by, report, made_at);
-- The same rows as other files.
create index report_file__sha256__idx on report_file (tenant_id, sha256, made_at);

create table report_schedule (
  tenant_id integer not null,
  id uuid not null,
  report text not null,
  operator_id uuid, -- of the address; null: of the whole programme
  format text not null constraint report_schedule__format__check check (format in (${list(Object.keys(reportFormats))})),
  parameters jsonb not null, -- those that were chosen
  rhythm text not null constraint report_schedule__rhythm__check check (rhythm in (${list(Object.keys(rhythms))})),
  weekday integer, -- 1 is Monday
  month_day integer,
  hour integer not null, -- in the zone of the programme
  owner_id uuid not null,
  recipients uuid[] not null,
  state text not null constraint report_schedule__state__check check (state in (${list([...Object.keys(scheduleStates), 'REMOVED'])})),
  message text, -- why it was stopped
  words jsonb,
  next_at timestamptz not null, -- when it is due next; of no meaning while it is not active
  last_at timestamptz,
  created_at timestamptz not null,
  purpose text, -- of each of its runs
  purpose_note text,
  constraint report_schedule__pkey primary key (tenant_id, id)
);
create index report_schedule__next_at__idx on report_schedule (tenant_id, next_at) where state = 'ACTIVE';
create index report_schedule__owner_id__idx on report_schedule (tenant_id, owner_id);

create table report_schedule_change (
  tenant_id integer not null,
  id uuid not null,
  schedule_id uuid not null,
  action text not null, -- CREATED, PAUSED, RESUMED, REMOVED, LEFT, UNSUBSCRIBED, STOPPED, RAN
  changed_at timestamptz not null,
  changed_by uuid, -- null: the product itself
  details jsonb not null,
  constraint report_schedule_change__pkey primary key (tenant_id, id)
);
create index report_schedule_change__schedule_id__idx on report_schedule_change (tenant_id, schedule_id, changed_at);`,
})

/** What was changed in a schedule and which files were made stays. Run after the grants. */
export const scheduleChangesAreAppendOnly = `revoke update, delete on report_schedule_change from ${appRole};
revoke update, delete on report_file from ${appRole};`

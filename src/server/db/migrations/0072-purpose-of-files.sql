alter table "export_job" add column "purpose" text;
alter table "export_job" add column "purpose_note" text;
alter table "report_run" add column "purpose" text;
alter table "report_run" add column "purpose_note" text;
alter table "report_schedule" add column "purpose" text;
alter table "report_schedule" add column "purpose_note" text;

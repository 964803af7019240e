-- A message with values is stored in English and as its key and values, so that each reader has it in their language. What was stored
-- before has no key, and is shown as it was stored.
alter table flag add column words jsonb;
alter table import_job add column words jsonb;
alter table export_job add column words jsonb;
alter table report_run add column words jsonb;

alter table "import_job" drop constraint "import_job__state__check";
alter table "import_job" add constraint "import_job__state__check" CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'INTERRUPTED'::text])));

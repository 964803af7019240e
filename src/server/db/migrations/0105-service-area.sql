alter table "collective" add column "service_area" jsonb;

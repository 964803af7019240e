alter table "inputitem" add column "scheme_permissions" jsonb;

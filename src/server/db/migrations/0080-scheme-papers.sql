alter table "scheme" add column "tolerances" jsonb;
alter table "scheme" add column "logo" uuid[];
alter table "scheme" add column "documents" uuid[];

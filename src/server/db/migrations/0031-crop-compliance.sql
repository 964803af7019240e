alter table "crop" add column "compliance_score" numeric(18,1);
alter table "crop" add column "open_nc_count" integer;

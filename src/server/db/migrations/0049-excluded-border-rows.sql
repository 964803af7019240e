alter table "crop" add column "excluded_ha" numeric(18,4);

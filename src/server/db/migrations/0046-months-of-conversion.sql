alter table "landparcel" add column "conversion_months" integer;
alter table "landparcel" add column "conversion_months_perennial" integer;

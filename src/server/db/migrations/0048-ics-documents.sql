alter table "collective" add column "ics_manual" uuid[];
alter table "collective" add column "internal_standard" uuid[];
alter table "collective" add column "sanction_catalogue" uuid[];
alter table "collective" add column "org_chart" uuid[];

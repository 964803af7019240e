-- Each document of a group has its own field (domain dictionary 5.4). What is attached already stays where it is, among the other documents.
alter table "collective" add column "ics_manual" uuid[];
alter table "collective" add column "internal_standard" uuid[];
alter table "collective" add column "sanction_catalogue" uuid[];
alter table "collective" add column "org_chart" uuid[];

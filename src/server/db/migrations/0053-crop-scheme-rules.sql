alter table "crop" add column "scheme_pop_ids" uuid[];

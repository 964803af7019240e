-- Why a rule failed, with the values of its sentence: said in the language of whoever reads it.
alter table "nonconformity" add column "reasons" jsonb;

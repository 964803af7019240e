alter table "scopecertificate" add column "claim_mix" jsonb;

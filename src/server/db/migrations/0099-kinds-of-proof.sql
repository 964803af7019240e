alter table "crop" add column "non_gm_proof_kind" text;
alter table "crop" add column "non_gm_proof_files" uuid[];
alter table "farmer" add column "contract_files" uuid[];
alter table "landparcel" add column "land_record_on" date;
alter table "crop" add constraint "crop__non_gm_proof_kind__check" CHECK ((non_gm_proof_kind = ANY (ARRAY['SEED_CERTIFICATE'::text, 'GMO_TEST'::text, 'SUPPLIER_STATEMENT'::text])));

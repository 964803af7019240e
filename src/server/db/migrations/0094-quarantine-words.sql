alter table "productbatch" add column "quarantine_words" text;

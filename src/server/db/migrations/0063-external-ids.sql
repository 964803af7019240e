create table "external_id" (
  "tenant_id" integer not null,
  "entity" text not null,
  "system" text not null,
  "value_key" text collate "C" not null,
  "record_id" uuid not null
);
alter table "animalgroup" add column "external_ids" jsonb;
alter table "anomaly" add column "external_ids" jsonb;
alter table "approvedlist" add column "external_ids" jsonb;
alter table "aquacrop" add column "external_ids" jsonb;
alter table "aquapop" add column "external_ids" jsonb;
alter table "breed" add column "external_ids" jsonb;
alter table "certificationbody" add column "external_ids" jsonb;
alter table "checklist" add column "external_ids" jsonb;
alter table "collective" add column "external_ids" jsonb;
alter table "cow" add column "external_ids" jsonb;
alter table "crop" add column "external_ids" jsonb;
alter table "croppingsystem" add column "external_ids" jsonb;
alter table "croptype" add column "external_ids" jsonb;
alter table "diagnosiscode" add column "external_ids" jsonb;
alter table "farmer" add column "external_ids" jsonb;
alter table "farmerseason" add column "external_ids" jsonb;
alter table "feeditem" add column "external_ids" jsonb;
alter table "goat" add column "external_ids" jsonb;
alter table "housingunit" add column "external_ids" jsonb;
alter table "inputitem" add column "external_ids" jsonb;
alter table "inspection" add column "external_ids" jsonb;
alter table "lactation" add column "external_ids" jsonb;
alter table "landowner" add column "external_ids" jsonb;
alter table "landparcel" add column "external_ids" jsonb;
alter table "medicine" add column "external_ids" jsonb;
alter table "mobilenotification" add column "external_ids" jsonb;
alter table "nonconformity" add column "external_ids" jsonb;
alter table "notification" add column "external_ids" jsonb;
alter table "planevent" add column "external_ids" jsonb;
alter table "pop" add column "external_ids" jsonb;
alter table "poultrybatch" add column "external_ids" jsonb;
alter table "poultrypop" add column "external_ids" jsonb;
alter table "processingsystem" add column "external_ids" jsonb;
alter table "processor" add column "external_ids" jsonb;
alter table "product" add column "external_ids" jsonb;
alter table "productbatch" add column "external_ids" jsonb;
alter table "productionsystem" add column "external_ids" jsonb;
alter table "recallcase" add column "external_ids" jsonb;
alter table "scheme" add column "external_ids" jsonb;
alter table "schemepop" add column "external_ids" jsonb;
alter table "scopecertificate" add column "external_ids" jsonb;
alter table "season" add column "external_ids" jsonb;
alter table "sheep" add column "external_ids" jsonb;
alter table "submission" add column "external_ids" jsonb;
alter table "task" add column "external_ids" jsonb;
alter table "transactioncertificate" add column "external_ids" jsonb;
alter table "user" add column "external_ids" jsonb;
alter table "variety" add column "external_ids" jsonb;
alter table "withdrawal" add column "external_ids" jsonb;
alter table "external_id" add constraint "external_id__pkey" PRIMARY KEY (tenant_id, entity, system, value_key);
CREATE INDEX external_id__record_id__idx ON public.external_id USING btree (tenant_id, record_id);
alter table "external_id" enable row level security, force row level security;
create policy "tenant" on "external_id" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "external_id" to "farmbook_app";

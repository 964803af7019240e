-- Files that people attach to records and events (docs/decisions/0038-files.md): what each is, its bytes where they are stored in the database, and what
-- names it. What a file is cannot be changed, and what names one cannot be taken away. Records that were there before name none.
create table "file" (
  "tenant_id" integer not null,
  "id" uuid not null,
  "operator_id" uuid,
  "name" text not null,
  "media_type" text not null,
  "size" integer not null,
  "sha256" text not null,
  "sent_sha256" text not null,
  "width" integer,
  "height" integer,
  "taken_at" text,
  "taken_lat" numeric(9,6),
  "taken_lng" numeric(9,6),
  "state" text not null,
  "stored_in" text not null,
  "uploaded_by" uuid not null,
  "uploaded_at" timestamp with time zone not null
);
create table "file_content" (
  "tenant_id" integer not null,
  "file_id" uuid not null,
  "bytes" bytea not null
);
create table "file_use" (
  "tenant_id" integer not null,
  "file_id" uuid not null,
  "entity" text not null,
  "record_id" uuid not null,
  "source_id" uuid not null,
  "event_type" text,
  "field" text not null,
  "used_at" timestamp with time zone not null,
  "used_by" uuid
);
alter table "farmer" add column "files" uuid[];
alter table "inputitem" add column "files" uuid[];
alter table "landowner" add column "files" uuid[];
alter table "nonconformity" add column "files" uuid[];
alter table "scopecertificate" add column "files" uuid[];
alter table "submission" add column "files" uuid[];
alter table "transactioncertificate" add column "files" uuid[];
alter table "file" add constraint "file__pkey" PRIMARY KEY (tenant_id, id);
alter table "file_content" add constraint "file_content__pkey" PRIMARY KEY (tenant_id, file_id);
alter table "file_use" add constraint "file_use__pkey" PRIMARY KEY (tenant_id, file_id, source_id, field);
alter table "file" add constraint "file__media_type__check" CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text, 'text/csv'::text, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'::text, 'application/vnd.google-earth.kml+xml'::text])));
alter table "file" add constraint "file__sent_sha256__check" CHECK ((sent_sha256 ~ '^[0-9a-f]{64}$'::text));
alter table "file" add constraint "file__sha256__check" CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table "file" add constraint "file__state__check" CHECK ((state = ANY (ARRAY['UPLOADING'::text, 'UNATTACHED'::text, 'ATTACHED'::text, 'REMOVING'::text])));
alter table "file" add constraint "file__stored_in__check" CHECK ((stored_in = ANY (ARRAY['database'::text, 'folder'::text, 's3'::text])));
CREATE INDEX file__unattached__idx ON public.file USING btree (tenant_id, uploaded_at) WHERE (state <> 'ATTACHED'::text);
CREATE INDEX file__uploaded_by__idx ON public.file USING btree (tenant_id, uploaded_by, sent_sha256);
alter table "file_content" add constraint "file_content__file_id__fkey" FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE CASCADE;
alter table "file_use" add constraint "file_use__file_id__fkey" FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id);
alter table "file" enable row level security, force row level security;
alter table "file_content" enable row level security, force row level security;
alter table "file_use" enable row level security, force row level security;
create policy "tenant" on "file" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "file_content" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "file_use" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update (state, uploaded_at) on "file" to "farmbook_app";
grant delete, insert, select on "file_content" to "farmbook_app";
grant insert, select on "file_use" to "farmbook_app";

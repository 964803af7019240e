-- Lines of records get tables of their own. What stood in a column of JSON is moved, each line with its place in the list, before
-- the column goes; lists that were null (derived, never filled) have no lines.
create table "cow_marks" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "scheme" text not null,
  "value" text not null,
  "position" text,
  "status" text not null,
  "from" date,
  "to" date
);
create table "goat_marks" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "scheme" text not null,
  "value" text not null,
  "position" text,
  "status" text not null,
  "from" date,
  "to" date
);
create table "mobilenotification_recipients" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "farmer_id" uuid not null,
  "state" text not null,
  "heard_seconds" integer,
  "failure" text
);
create table "sheep_marks" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "scheme" text not null,
  "value" text not null,
  "position" text,
  "status" text not null,
  "from" date,
  "to" date
);
create table "submission_answers" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "field" text not null,
  "value" text
);
create table "transactioncertificate_lines" (
  "tenant_id" integer not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "batch_id" uuid not null,
  "product_id" uuid not null,
  "hs_code" text,
  "claim_status" text not null,
  "gross_kg" numeric(18,3) not null,
  "net_kg" numeric(18,3) not null,
  "certified_kg" numeric(18,3) not null,
  "units" integer,
  "packing" text
);
insert into cow_marks (tenant_id, parent_id, line_no, "scheme", "value", "position", "status", "from", "to")
  select r.tenant_id, r.id, l.line_no - 1, l.line ->> 'scheme', l.line ->> 'value', l.line ->> 'position', l.line ->> 'status', (l.line ->> 'from')::date, (l.line ->> 'to')::date
  from cow as r cross join lateral jsonb_array_elements(r.marks) with ordinality as l (line, line_no);
insert into goat_marks (tenant_id, parent_id, line_no, "scheme", "value", "position", "status", "from", "to")
  select r.tenant_id, r.id, l.line_no - 1, l.line ->> 'scheme', l.line ->> 'value', l.line ->> 'position', l.line ->> 'status', (l.line ->> 'from')::date, (l.line ->> 'to')::date
  from goat as r cross join lateral jsonb_array_elements(r.marks) with ordinality as l (line, line_no);
insert into sheep_marks (tenant_id, parent_id, line_no, "scheme", "value", "position", "status", "from", "to")
  select r.tenant_id, r.id, l.line_no - 1, l.line ->> 'scheme', l.line ->> 'value', l.line ->> 'position', l.line ->> 'status', (l.line ->> 'from')::date, (l.line ->> 'to')::date
  from sheep as r cross join lateral jsonb_array_elements(r.marks) with ordinality as l (line, line_no);
insert into mobilenotification_recipients (tenant_id, parent_id, line_no, "farmer_id", "state", "heard_seconds", "failure")
  select r.tenant_id, r.id, l.line_no - 1, (l.line ->> 'farmerId')::uuid, l.line ->> 'state', (l.line ->> 'heardSeconds')::integer, l.line ->> 'failure'
  from mobilenotification as r cross join lateral jsonb_array_elements(r.recipients) with ordinality as l (line, line_no);
insert into submission_answers (tenant_id, parent_id, line_no, "field", "value")
  select r.tenant_id, r.id, l.line_no - 1, l.line ->> 'field', l.line ->> 'value'
  from submission as r cross join lateral jsonb_array_elements(r.answers) with ordinality as l (line, line_no);
insert into transactioncertificate_lines (tenant_id, parent_id, line_no, "batch_id", "product_id", "hs_code", "claim_status", "gross_kg", "net_kg", "certified_kg", "units", "packing")
  select r.tenant_id, r.id, l.line_no - 1, (l.line ->> 'batchId')::uuid, (l.line ->> 'productId')::uuid, l.line ->> 'hsCode', l.line ->> 'claimStatus', (l.line ->> 'grossKg')::numeric, (l.line ->> 'netKg')::numeric, (l.line ->> 'certifiedKg')::numeric, (l.line ->> 'units')::integer, l.line ->> 'packing'
  from transactioncertificate as r cross join lateral jsonb_array_elements(r.lines) with ordinality as l (line, line_no);
alter table "cow" drop column "marks";
alter table "goat" drop column "marks";
alter table "mobilenotification" drop column "recipients";
alter table "sheep" drop column "marks";
alter table "submission" drop column "answers";
alter table "transactioncertificate" drop column "lines";
alter table "cow_marks" add constraint "cow_marks__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "goat_marks" add constraint "goat_marks__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "mobilenotification_recipients" add constraint "mobilenotification_recipients__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "sheep_marks" add constraint "sheep_marks__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "submission_answers" add constraint "submission_answers__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "transactioncertificate_lines" add constraint "transactioncertificate_lines__pkey" PRIMARY KEY (tenant_id, parent_id, line_no);
alter table "cow_marks" add constraint "cow_marks__position__check" CHECK (("position" = ANY (ARRAY['LEFT_EAR'::text, 'RIGHT_EAR'::text, 'LEG'::text, 'NECK'::text, 'BODY'::text])));
alter table "cow_marks" add constraint "cow_marks__scheme__check" CHECK ((scheme = ANY (ARRAY['TATTOO'::text, 'BRAND'::text, 'LEG_BAND'::text, 'OTHER'::text])));
alter table "cow_marks" add constraint "cow_marks__status__check" CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'LOST'::text, 'REPLACED'::text])));
alter table "goat_marks" add constraint "goat_marks__position__check" CHECK (("position" = ANY (ARRAY['LEFT_EAR'::text, 'RIGHT_EAR'::text, 'LEG'::text, 'NECK'::text, 'BODY'::text])));
alter table "goat_marks" add constraint "goat_marks__scheme__check" CHECK ((scheme = ANY (ARRAY['TATTOO'::text, 'BRAND'::text, 'LEG_BAND'::text, 'OTHER'::text])));
alter table "goat_marks" add constraint "goat_marks__status__check" CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'LOST'::text, 'REPLACED'::text])));
alter table "mobilenotification_recipients" add constraint "mobilenotification_recipients__state__check" CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'DELIVERED'::text, 'READ'::text, 'HEARD'::text, 'FAILED'::text, 'OPTED_OUT'::text])));
alter table "sheep_marks" add constraint "sheep_marks__position__check" CHECK (("position" = ANY (ARRAY['LEFT_EAR'::text, 'RIGHT_EAR'::text, 'LEG'::text, 'NECK'::text, 'BODY'::text])));
alter table "sheep_marks" add constraint "sheep_marks__scheme__check" CHECK ((scheme = ANY (ARRAY['TATTOO'::text, 'BRAND'::text, 'LEG_BAND'::text, 'OTHER'::text])));
alter table "sheep_marks" add constraint "sheep_marks__status__check" CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'LOST'::text, 'REPLACED'::text])));
alter table "transactioncertificate_lines" add constraint "transactioncertificate_lines__claim_status__check" CHECK ((claim_status = ANY (ARRAY['CONVENTIONAL'::text, 'IC1'::text, 'IC2'::text, 'IC3'::text, 'ORGANIC'::text])));
CREATE INDEX mobilenotification_recipients__farmer_id__idx ON public.mobilenotification_recipients USING btree (tenant_id, farmer_id);
CREATE INDEX transactioncertificate_lines__batch_id__idx ON public.transactioncertificate_lines USING btree (tenant_id, batch_id);
CREATE INDEX transactioncertificate_lines__product_id__idx ON public.transactioncertificate_lines USING btree (tenant_id, product_id);
alter table "cow_marks" add constraint "cow_marks__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES cow(tenant_id, id);
alter table "goat_marks" add constraint "goat_marks__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES goat(tenant_id, id);
alter table "mobilenotification_recipients" add constraint "mobilenotification_recipients__farmer_id__fkey" FOREIGN KEY (tenant_id, farmer_id) REFERENCES farmer(tenant_id, id);
alter table "mobilenotification_recipients" add constraint "mobilenotification_recipients__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES mobilenotification(tenant_id, id);
alter table "sheep_marks" add constraint "sheep_marks__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES sheep(tenant_id, id);
alter table "submission_answers" add constraint "submission_answers__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES submission(tenant_id, id);
alter table "transactioncertificate_lines" add constraint "transactioncertificate_lines__batch_id__fkey" FOREIGN KEY (tenant_id, batch_id) REFERENCES productbatch(tenant_id, id);
alter table "transactioncertificate_lines" add constraint "transactioncertificate_lines__parent_id__fkey" FOREIGN KEY (tenant_id, parent_id) REFERENCES transactioncertificate(tenant_id, id);
alter table "transactioncertificate_lines" add constraint "transactioncertificate_lines__product_id__fkey" FOREIGN KEY (tenant_id, product_id) REFERENCES product(tenant_id, id);
alter table "cow_marks" enable row level security, force row level security;
alter table "goat_marks" enable row level security, force row level security;
alter table "mobilenotification_recipients" enable row level security, force row level security;
alter table "sheep_marks" enable row level security, force row level security;
alter table "submission_answers" enable row level security, force row level security;
alter table "transactioncertificate_lines" enable row level security, force row level security;
create policy "tenant" on "cow_marks" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "goat_marks" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "mobilenotification_recipients" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "sheep_marks" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "submission_answers" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
create policy "tenant" on "transactioncertificate_lines" as permissive for all using ((tenant_id = ANY (ARRAY[app.current_tenant()]))) with check ((tenant_id = app.current_tenant()));
grant delete, insert, select, update on "cow_marks" to "farmbook_app";
grant delete, insert, select, update on "goat_marks" to "farmbook_app";
grant delete, insert, select, update on "mobilenotification_recipients" to "farmbook_app";
grant delete, insert, select, update on "sheep_marks" to "farmbook_app";
grant delete, insert, select, update on "submission_answers" to "farmbook_app";
grant delete, insert, select, update on "transactioncertificate_lines" to "farmbook_app";

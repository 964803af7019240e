alter table "planevent" add column "bounds" jsonb;
alter table "planevent" add column "outside" jsonb;
alter table "planevent" add column "done_partly" boolean;
CREATE INDEX planevent__done_partly__idx ON public.planevent USING btree (tenant_id, done_partly);

alter table "farmer" add column "survivor_id" uuid;
CREATE INDEX farmer__survivor_id__idx ON public.farmer USING btree (tenant_id, survivor_id);
alter table "farmer" add constraint "farmer__survivor_id__fkey" FOREIGN KEY (tenant_id, survivor_id) REFERENCES farmer(tenant_id, id);
-- Requests that nobody has decided yet: the one recorded last of those that were not taken back.
update farmer as f set survivor_id = last.survivor_id from (
  select distinct on (e.tenant_id, e.subject_id) e.tenant_id, e.subject_id, (e.data->>'survivorId')::uuid as survivor_id from event as e
  where e.subject_type = 'farmer' and e.event_type = 'MERGE_REQUESTED' and e.status = 'RECORDED'
  order by e.tenant_id, e.subject_id, e.subject_version desc, e.id desc
) as last where last.tenant_id = f.tenant_id and last.subject_id = f.id and f.merged_into_id is null;

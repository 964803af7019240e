alter table "nonconformity" add column "village" text;
alter table "task" add column "village" text;
-- Whom each is about, by the keys of what it names; the village of that member. The indices come after it.
update nonconformity as n set village = f.village from farmer as f
where f.tenant_id = n.tenant_id and f.id = coalesce(n.farmer_id,
  (select c.farmer_id from crop as c where c.tenant_id = n.tenant_id and c.id = n.crop_id),
  (select p.farmer_id from landparcel as p where p.tenant_id = n.tenant_id and p.id = n.parcel_id),
  (select s.farmer_id from productionsystem as s where s.tenant_id = n.tenant_id and s.id = n.production_system_id),
  (select b.farmer_id from productbatch as b where b.tenant_id = n.tenant_id and b.id = n.product_batch_id));
update task as t set village = f.village from farmer as f
where f.tenant_id = t.tenant_id and f.id = coalesce(t.farmer_id,
  (select c.farmer_id from crop as c where c.tenant_id = t.tenant_id and c.id = t.crop_id),
  (select p.farmer_id from landparcel as p where p.tenant_id = t.tenant_id and p.id = t.parcel_id),
  (select s.farmer_id from productionsystem as s where s.tenant_id = t.tenant_id and s.id = t.production_system_id),
  (select e.farmer_id from planevent as e where e.tenant_id = t.tenant_id and e.id = t.plan_event_id),
  (select b.farmer_id from productbatch as b where b.tenant_id = t.tenant_id and b.id = t.product_batch_id));
update task as t set village = n.village from nonconformity as n
where n.tenant_id = t.tenant_id and n.id = t.non_conformity_id and t.village is null and n.village is not null;
CREATE INDEX nonconformity__village__idx ON public.nonconformity USING btree (tenant_id, village);
CREATE INDEX task__village__idx ON public.task USING btree (tenant_id, village);

-- Waste that was taken away left no lot by a sale: its kilograms are lost (LOSS), not sent (SHIPPED), so that they are not free to certify (BR-12 T05, BR-12a).
create temporary table waste_sent on commit drop as
select l.tenant_id, l.batch_id as id, -sum(l.delta_kg) as kg from ledger_entry as l join event as v on v.tenant_id = l.tenant_id and v.id = l.event_id
where v.event_type = 'WASTE_OUT' and l.account = 'SHIPPED' and l.batch_id is not null group by l.tenant_id, l.batch_id;
update ledger_entry as l set account = 'LOSS' from event as v
where v.tenant_id = l.tenant_id and v.id = l.event_id and v.event_type = 'WASTE_OUT' and l.account = 'SHIPPED';
update productbatch as b set shipped_kg = coalesce(b.shipped_kg, 0) - w.kg,
  certifiable_kg = case when b.status in ('QUARANTINED', 'RECALLED') or b.quarantine_reason is not null then 0
    else greatest(0, coalesce(b.on_hand_kg, 0) + coalesce(b.shipped_kg, 0) - w.kg - coalesce(b.reserved_kg, 0) - coalesce(b.certified_kg, 0)) end
from waste_sent as w where w.tenant_id = b.tenant_id and w.id = b.id;

-- Certificates from before there were checks (0030) name no dispatch and bound nothing: what they certify or have reserved is bound now, up to what each lot still
-- can give, older ones first, and their invoices are entered (docs/decisions/0057).
create temporary table before_checks on commit drop as
select c.tenant_id, c.id, coalesce(c.collective_id, c.processor_id) as seller_id, c.shipments, e.id as event_id, e.occurred_at, e.recorded_at,
  case when c.status in ('ISSUED', 'WITHDRAWN') then 'TC_ISSUE' else 'TC_RESERVE' end as account
from transactioncertificate as c
join lateral (select v.id, v.occurred_at, v.recorded_at from event as v
  where v.tenant_id = c.tenant_id and v.subject_type = 'transactioncertificate' and v.subject_id = c.id and v.status = 'RECORDED'
    and v.event_type = case when c.status in ('ISSUED', 'WITHDRAWN') then 'ISSUED' else 'SUBMITTED' end
  order by v.occurred_at desc, v.subject_version desc limit 1) as e on true
where c.deleted_at is null and c.status in ('SUBMITTED', 'UNDER_REVIEW', 'ISSUED', 'WITHDRAWN')
  and not exists (select from jsonb_array_elements(c.shipments) as s where s->>'dispatchId' is not null)
  and not exists (select from event as v join ledger_entry as b on b.tenant_id = c.tenant_id and b.event_id = v.id
    where v.tenant_id = c.tenant_id and v.subject_type = 'transactioncertificate' and v.subject_id = c.id);

create temporary table bound_before on commit drop as
select a.*, greatest(0, least(a.kg, a.room - a.earlier)) as bound_kg from (
  select b.*, l.batch_id, l.kg, coalesce(p.on_hand_kg, 0) + coalesce(p.shipped_kg, 0) - coalesce(p.reserved_kg, 0) - coalesce(p.certified_kg, 0) as room,
    sum(l.kg) over (partition by b.tenant_id, l.batch_id order by b.account, b.occurred_at, b.id) - l.kg as earlier
  from before_checks as b
  join (select tenant_id, parent_id, batch_id, sum(net_kg) as kg from transactioncertificate_lines group by tenant_id, parent_id, batch_id) as l on l.tenant_id = b.tenant_id and l.parent_id = b.id
  join productbatch as p on p.tenant_id = b.tenant_id and p.id = l.batch_id
) as a;

insert into ledger_entry (tenant_id, id, batch_id, account, delta_kg, event_id, at, recorded_at)
select tenant_id, gen_random_uuid(), batch_id, account, bound_kg, event_id, occurred_at, recorded_at from bound_before where bound_kg > 0;

update productbatch as p set reserved_kg = coalesce(p.reserved_kg, 0) + t.reserved, certified_kg = coalesce(p.certified_kg, 0) + t.certified,
  certifiable_kg = greatest(0, coalesce(p.certifiable_kg, 0) - t.reserved - t.certified),
  available_kg = least(coalesce(p.available_kg, 0), greatest(0, coalesce(p.on_hand_kg, 0)
    - greatest(0, coalesce(p.reserved_kg, 0) + t.reserved + coalesce(p.certified_kg, 0) + t.certified - coalesce(p.shipped_kg, 0))))
from (select tenant_id, batch_id, coalesce(sum(bound_kg) filter (where account = 'TC_RESERVE'), 0) as reserved, coalesce(sum(bound_kg) filter (where account = 'TC_ISSUE'), 0) as certified
  from bound_before where bound_kg > 0 group by tenant_id, batch_id) as t
where p.tenant_id = t.tenant_id and p.id = t.batch_id;

-- Of two certificates with one invoice the older one has it: nothing is taken back that was issued.
insert into certificate_invoice (tenant_id, seller_id, invoice_no, certificate_id)
select distinct on (b.tenant_id, b.seller_id, i.invoice_no) b.tenant_id, b.seller_id, i.invoice_no, b.id
from before_checks as b cross join jsonb_array_elements(b.shipments) as s
cross join lateral (select upper(regexp_replace(btrim(s->>'invoiceNo'), '\s+', ' ', 'g')) as invoice_no) as i
where b.seller_id is not null order by b.tenant_id, b.seller_id, i.invoice_no, b.account, b.occurred_at, b.id
on conflict do nothing;

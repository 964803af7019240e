alter table "productbatch" add column "scheme_ids" uuid[];
-- Of lots that are there: the schemes that everything in them shares. `lacks`: a lot and a farm scheme that something in it is not certified to, and whatever was made of it.
with recursive farm_scheme as (
  select m.tenant_id, m.id from scheme as m where m.abbreviation in ('NPOP', 'EU_ORG', 'NOP', 'ROC')
), lot as (
  select b.tenant_id, b.id, f.id as scheme_id from productbatch as b join farm_scheme as f on f.tenant_id = b.tenant_id
), covered as (
  select l.tenant_id, l.event_id, l.output_id, l.input_id, s.scheme_id
  from lot_link as l join tenant as t on t.id = l.tenant_id join crop as c on c.tenant_id = l.tenant_id and c.id = l.input_id
  join scopecertificate as s on s.tenant_id = l.tenant_id and s.collective_id = c.operator_id and s.deleted_at is null and s.status not in ('PROPOSED', 'REJECTED')
  cross join lateral (select (l.at at time zone t.timezone)::date as day) as d
  where l.input_kind = 'crop' and l.voided_at is null and d.day between s.valid_from and s.valid_to
    and coalesce((select e.event_type from event as e where e.tenant_id = l.tenant_id and e.subject_type = 'scopecertificate' and e.subject_id = s.id and e.status = 'RECORDED'
        and e.event_type in ('SUSPENDED', 'REINSTATED', 'WITHDRAWN') and (e.occurred_at at time zone t.timezone)::date <= d.day
      order by e.occurred_at desc, e.subject_version desc limit 1), 'REINSTATED') = 'REINSTATED'
    and (s.status not in ('SUSPENDED', 'WITHDRAWN') or exists (select from event as e where e.tenant_id = l.tenant_id and e.subject_type = 'scopecertificate' and e.subject_id = s.id
      and e.status = 'RECORDED' and e.event_type = s.status))
), lacks (tenant_id, id, scheme_id) as (
  select o.tenant_id, o.id, o.scheme_id from lot as o join productbatch as b on b.tenant_id = o.tenant_id and b.id = o.id
  where coalesce(b.claim_status, 'CONVENTIONAL') = 'CONVENTIONAL'
    or not exists (select from lot_link as l where l.tenant_id = o.tenant_id and l.output_id = o.id and l.voided_at is null)
    or exists (select from event as e where e.tenant_id = o.tenant_id and e.subject_type = 'productbatch' and e.subject_id = o.id and e.status = 'RECORDED' and e.event_type = 'OPENING_APPROVED')
    or exists (select from lot_link as l where l.tenant_id = o.tenant_id and l.output_id = o.id and l.voided_at is null and l.input_kind = 'crop'
      and not exists (select from covered as v where v.tenant_id = l.tenant_id and v.event_id = l.event_id and v.output_id = l.output_id and v.input_id = l.input_id and v.scheme_id = o.scheme_id))
  union
  select l.tenant_id, l.output_id, k.scheme_id from lacks as k join lot_link as l on l.tenant_id = k.tenant_id and l.input_id = k.id and l.voided_at is null
)
update productbatch as b set scheme_ids = (select array_agg(o.scheme_id order by o.scheme_id) from lot as o where o.tenant_id = b.tenant_id and o.id = b.id
  and not exists (select from lacks as k where k.tenant_id = o.tenant_id and k.id = o.id and k.scheme_id = o.scheme_id));

alter table "productbatch" add column "scheme_ids" uuid[];
-- Of lots that are there: the schemes that everything in them shares. `lacks`: a lot and a farm scheme that something in it is not certified to, and whatever was made of it.
-- Every part is joined once, so that the time grows with the lots and not with their square, and only lots that have a scheme are written.
with recursive farm_scheme as (
  select m.tenant_id, m.id from scheme as m where m.abbreviation in ('NPOP', 'EU_ORG', 'NOP', 'ROC')
), picked as (
  select l.tenant_id, l.event_id, l.output_id, l.input_id, c.operator_id, (l.at at time zone t.timezone)::date as day
  from lot_link as l join tenant as t on t.id = l.tenant_id join crop as c on c.tenant_id = l.tenant_id and c.id = l.input_id
  where l.input_kind = 'crop' and l.voided_at is null
), certified as (
  select o.tenant_id, o.operator_id, o.day, s.scheme_id
  from (select distinct p.tenant_id, p.operator_id, p.day from picked as p) as o join tenant as t on t.id = o.tenant_id
  join scopecertificate as s on s.tenant_id = o.tenant_id and s.collective_id = o.operator_id and s.deleted_at is null and s.status not in ('PROPOSED', 'REJECTED')
  where o.day between s.valid_from and s.valid_to
    and coalesce((select e.event_type from event as e where e.tenant_id = o.tenant_id and e.subject_type = 'scopecertificate' and e.subject_id = s.id and e.status = 'RECORDED'
        and e.event_type in ('SUSPENDED', 'REINSTATED', 'WITHDRAWN') and (e.occurred_at at time zone t.timezone)::date <= o.day
      order by e.occurred_at desc, e.subject_version desc limit 1), 'REINSTATED') = 'REINSTATED'
    and (s.status not in ('SUSPENDED', 'WITHDRAWN') or exists (select from event as e where e.tenant_id = o.tenant_id and e.subject_type = 'scopecertificate' and e.subject_id = s.id
      and e.status = 'RECORDED' and e.event_type = s.status))
), bare as (
  select b.tenant_id, b.id from productbatch as b
  where coalesce(b.claim_status, 'CONVENTIONAL') = 'CONVENTIONAL'
    or not exists (select from lot_link as l where l.tenant_id = b.tenant_id and l.output_id = b.id and l.voided_at is null)
    or exists (select from event as e where e.tenant_id = b.tenant_id and e.subject_type = 'productbatch' and e.subject_id = b.id and e.status = 'RECORDED' and e.event_type = 'OPENING_APPROVED')
), lacks (tenant_id, id, scheme_id) as (
  (select o.tenant_id, o.id, f.id from bare as o join farm_scheme as f on f.tenant_id = o.tenant_id
  union
  select p.tenant_id, p.output_id, f.id from picked as p join farm_scheme as f on f.tenant_id = p.tenant_id
    left join certified as v on v.tenant_id = p.tenant_id and v.operator_id = p.operator_id and v.day = p.day and v.scheme_id = f.id
    where v.scheme_id is null)
  union
  select l.tenant_id, l.output_id, k.scheme_id from lacks as k join lot_link as l on l.tenant_id = k.tenant_id and l.input_id = k.id and l.voided_at is null
), shared as (
  select b.tenant_id, b.id, array_agg(f.id order by f.id) as scheme_ids
  from productbatch as b join farm_scheme as f on f.tenant_id = b.tenant_id
    left join lacks as k on k.tenant_id = b.tenant_id and k.id = b.id and k.scheme_id = f.id
  where k.id is null group by b.tenant_id, b.id
)
update productbatch as b set scheme_ids = x.scheme_ids from shared as x where x.tenant_id = b.tenant_id and x.id = b.id;

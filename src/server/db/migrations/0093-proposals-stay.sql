-- A sanction that was proposed stays so when a correction is reported: what is reported and not decided on has its proposal again.
with latest as (
  select distinct on (e.tenant_id, e.subject_id) e.tenant_id, e.subject_id, e.event_type, e.data, e.occurred_at, e.subject_version
  from event as e
  where e.subject_type = 'nonconformity' and e.status = 'RECORDED'
    and e.event_type in ('ESCALATED', 'ESCALATED_BY_RULE', 'SANCTION_IMPOSED', 'SANCTION_REFUSED', 'SANCTION_LIFTED', 'ACTION_RETURNED')
  order by e.tenant_id, e.subject_id, e.occurred_at desc, e.subject_version desc
)
update nonconformity as n
set sanction = l.data->>'sanction', sanction_state = 'PROPOSED', sanction_due_on = (l.data->>'dueOn')::date, sanction_season_id = (l.data->>'seasonId')::uuid
from latest as l
where l.tenant_id = n.tenant_id and l.subject_id = n.id and n.status = 'ACTION_SENT' and n.sanction is null
  and l.event_type in ('ESCALATED', 'ESCALATED_BY_RULE')
  and exists (select from event as a where a.tenant_id = n.tenant_id and a.subject_type = 'nonconformity' and a.subject_id = n.id and a.event_type = 'ACTION_SENT'
    and a.status = 'RECORDED' and (a.occurred_at, a.subject_version) > (l.occurred_at, l.subject_version));

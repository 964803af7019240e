-- A scope certificate is valid when it has been confirmed. Those that an administrator or a certification body entered were
-- valid on their word: they stay as they are, and an event CONFIRMED by whoever entered them says so. Those that a holder
-- entered for itself and nobody else has dealt with since are proposed from now on; their body or an administrator confirms them.
alter table "scopecertificate" drop constraint "scopecertificate__status__check";
alter table "scopecertificate" add constraint "scopecertificate__status__check" CHECK ((status = ANY (ARRAY['PROPOSED'::text, 'VALID'::text, 'SUSPENDED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text, 'REJECTED'::text])));

-- Whoever vouches for each: its author where that is an administrator or an auditor, or else the first of them who recorded an event of it.
create temporary table confirmation on commit drop as
select s.tenant_id, s.id as subject_id, s.status, s.version + 1 as version, gen_random_uuid() as id,
  date_trunc('milliseconds', now()) as recorded_at, v.recorded_by, v.occurred_at, v.is_author
from scopecertificate s cross join lateral (
  select e.recorded_by, e.occurred_at, e.event_type = 'CREATED' as is_author from event e
  join "user" u on u.tenant_id = e.tenant_id and u.id = e.recorded_by
  where e.tenant_id = s.tenant_id and e.subject_type = 'scopecertificate' and e.subject_id = s.id and e.status = 'RECORDED'
    and e.event_type in ('CREATED', 'SUSPENDED', 'REINSTATED', 'WITHDRAWN')
    and exists (select from jsonb_array_elements(u.roles) r where r->>'role' in ('AD', 'CB'))
  order by e.subject_version limit 1) v
where s.deleted_at is null;

insert into event (tenant_id, id, event_type, subject_type, subject_id, subject_version, operator_id, occurred_at, occurred_offset_min, recorded_at, recorded_by,
  source, status, data, status_before, status_after, hash_format, hash)
select c.tenant_id, c.id, 'CONFIRMED', 'scopecertificate', c.subject_id, c.version, null, c.occurred_at, 0, c.recorded_at, c.recorded_by, 'SYSTEM', 'RECORDED', d.data, c.status, c.status, 1,
  encode(sha256(convert_to(
    '{"data":{"checkedAgainst":' || to_json(d.data->>'checkedAgainst')::text || '},"eventType":"CONFIRMED","gps":null,"id":"' || c.id || '","lateReason":null,"notes":null,"occurredAt":"'
    || to_char(c.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","occurredOffsetMin":0,"recordedAt":"'
    || to_char(c.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","recordedBy":"' || c.recorded_by || '","subjectId":"' || c.subject_id
    || '","subjectType":"scopecertificate","supersedesEventId":null,"tenantId":' || c.tenant_id || '}', 'UTF8')), 'hex')
from confirmation c cross join lateral (select jsonb_build_object('checkedAgainst',
  case when c.is_author then 'Entered by this person before confirmation was asked for' else 'Dealt with as valid by this person before confirmation was asked for' end) as data) d;

update scopecertificate s set version = c.version from confirmation c where s.tenant_id = c.tenant_id and s.id = c.subject_id;
update scopecertificate s set status = 'PROPOSED', version = s.version + 1 where s.status = 'VALID'
  and not exists (select from confirmation c where c.tenant_id = s.tenant_id and c.subject_id = s.id);

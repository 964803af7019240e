// What is stored about every record: events (append-only), open findings, search words, answered
// idempotency keys, and counters for codes without gaps.
import { appRole } from '../connection.ts'
import type { TableArea } from './area.ts'

export const recordKeepingTables = (declared: ReadonlySet<string>): TableArea => ({
  // Few of the steps that were done lack their evidence, and people look for just these; a file that comes in is of few as well.
  references: [
    ...(declared.has('landparcel')
      ? ["create index landparcel__leased__idx on landparcel (tenant_id, id) where tenure in ('LEASED', 'SHARECROP') and deleted_at is null;"]
      : []),
    ...(declared.has('planevent')
      ? [
          'create index planevent__shown_by__idx on planevent (tenant_id, fulfilled_by_event_id) where evidence is not null and deleted_at is null;',
          'create index planevent__evidence_missing__idx on planevent (tenant_id, due, id) where evidence_missing is not null and deleted_at is null;',
        ]
      : []),
  ],
  guarded: ['event', 'event_reference', 'flag', 'search_token', 'external_id', 'idempotency', 'counter', 'erasure_notice'],
  sql: `
create table event (
  tenant_id integer not null,
  id uuid not null,
  event_type text not null,
  subject_type text not null,
  subject_id uuid not null,
  subject_version integer not null, -- of the record after this event: the order of what was done to it
  operator_id uuid,
  occurred_at timestamptz not null,
  occurred_offset_min integer not null,
  recorded_at timestamptz not null,
  recorded_by uuid,
  source text not null,
  status text not null default 'RECORDED' constraint event__status__check check (status in ('RECORDED', 'VOIDED', 'SUPERSEDED')),
  data jsonb not null,
  notes text,
  gps jsonb,
  late_reason text,
  plan_event_id uuid,
  for_no_step boolean, -- its recorder says that it is for no step of the package; null: nobody has said so
  status_before text,
  status_after text not null,
  hash text not null,
  hash_format smallint not null default 2, -- 1: before the hash was a salted leaf
  salts jsonb, -- {public, private}: of the two parts that the hash commits to; {public, prv}: the private part was erased, and this is what the hash has of it
  erased_at timestamptz, -- what named a person was taken out of it (6.6)
  void_reason text constraint event__void_reason__check check (void_reason in ('DID_NOT_OCCUR', 'INCORRECT_DATA')),
  void_note text,
  voided_at timestamptz,
  voided_by uuid,
  supersedes_event_id uuid,
  cause_event_id uuid, -- the event whose effect this one is
  unit_id uuid, -- the unit that its data places the subject in; a column, because row security lets no index be used on what stands in json
  constraint event__pkey primary key (tenant_id, id),
  constraint event__supersedes_event_id__fkey foreign key (tenant_id, supersedes_event_id) references event (tenant_id, id)
);
create index event__subject__idx on event (tenant_id, subject_type, subject_id, occurred_at, subject_version);
create index event__cause_event_id__idx on event (tenant_id, cause_event_id) where cause_event_id is not null;
create index event__unit_id__idx on event (tenant_id, unit_id) where unit_id is not null;
create index event__stock_counted__idx on event (tenant_id, subject_id) where event_type = 'STOCK_COUNTED';
create index event__input_distributed__idx on event (tenant_id, operator_id) where event_type = 'INPUT_DISTRIBUTED';
create index event__opening_stock__idx on event (tenant_id, recorded_at) where event_type = 'OPENING_STOCK';
create index event__facility_edited__idx on event (tenant_id, subject_id, occurred_at) where subject_type = 'processingsystem' and event_type = 'EDITED';
create index event__lot_moved__idx on event (tenant_id, subject_id, occurred_at) where subject_type = 'productbatch' and event_type in ('MOVE', 'RECEIVED');
create index event__recorded_at__idx on event (tenant_id, recorded_at, id);
create index event__operator_id__idx on event (tenant_id, operator_id, recorded_at, id);
create index event__recorded_by__idx on event (tenant_id, recorded_by, recorded_at, id);
-- A receipt is one piece of paper: its number stands once in an operator's books, whatever lot the goods went to (BR-08).
create unique index event__receipt_no on event (tenant_id, operator_id, (data->>'receiptNo')) where event_type = 'PURCHASE' and status = 'RECORDED';

-- Which records an event names: what a fact names stays, and row security lets no index be used on what stands in json (0106).
create table event_reference (
  tenant_id integer not null,
  record_id uuid not null,
  event_id uuid not null,
  constraint event_reference__pkey primary key (tenant_id, record_id, event_id),
  constraint event_reference__event_id__fkey foreign key (tenant_id, event_id) references event (tenant_id, id)
);

create table flag (
  tenant_id integer not null,
  id uuid not null,
  rule_id text not null,
  severity text not null constraint flag__severity__check check (severity in ('INFO', 'WARN', 'REVIEW')),
  subject_type text not null,
  subject_id uuid not null,
  event_id uuid,
  message text not null,
  words jsonb, -- its key and values, where it has values
  figures jsonb,
  owner_role text not null,
  opened_at timestamptz not null,
  opened_by uuid,
  closed_at timestamptz,
  closed_by uuid,
  closed_reason text constraint flag__closed_reason__check check (closed_reason in ('CORRECTED', 'ACCEPTED', 'NO_ISSUE', 'OBSOLETE', 'VOIDED', 'SETTLED')),
  resolution text,
  aspect text, -- of its rule, where an event may have several findings of it
  named text, -- of a likeness (BR-23): the record that it is to, by id, or by code where it is another operator's
  constraint flag__closed__check check ((closed_at is null) = (closed_reason is null)),
  constraint flag__pkey primary key (tenant_id, id),
  constraint flag__event_id__fkey foreign key (tenant_id, event_id) references event (tenant_id, id)
);
create unique index flag__open on flag (tenant_id, subject_type, subject_id, rule_id, event_id, aspect) nulls not distinct where closed_at is null;
create index flag__event_id__idx on flag (tenant_id, event_id);
create index flag__named__idx on flag (tenant_id, named) where named is not null and closed_at is null;
create index flag__rule_id__idx on flag (tenant_id, rule_id, opened_at);

create table search_token (
  tenant_id integer not null,
  entity text not null,
  token text collate "C" not null,
  record_id uuid not null,
  is_personal boolean not null,
  constraint search_token__pkey primary key (tenant_id, entity, token, record_id, is_personal)
);
create index search_token__record_id__idx on search_token (tenant_id, record_id);

create table external_id (
  tenant_id integer not null,
  entity text not null,
  system text not null,
  value_key text collate "C" not null, -- as it is compared: capitals, without spaces
  record_id uuid not null,
  constraint external_id__pkey primary key (tenant_id, entity, system, value_key)
);
create index external_id__record_id__idx on external_id (tenant_id, record_id);

create table idempotency (
  tenant_id integer not null,
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  status integer,
  headers jsonb,
  body text,
  created_at timestamptz not null,
  constraint idempotency__pkey primary key (tenant_id, user_id, key)
);
create index idempotency__created_at__idx on idempotency (tenant_id, created_at);

create table counter (
  tenant_id integer not null,
  name text not null,
  value bigint not null,
  constraint counter__pkey primary key (tenant_id, name)
);

create table erasure_notice ( -- that administrators were informed of what will be erased of a former member (6.6): nothing is erased without it, however old the exit
  tenant_id integer not null,
  farmer_id uuid not null,
  due_on date not null, -- by the exit and the setting of that time; with another one the notice begins anew
  noticed_on date not null,
  constraint erasure_notice__pkey primary key (tenant_id, farmer_id)
);`,
})

/** Events are append-only: of a recorded one only the cached columns may change (its void is an event of its own). Run after the grants. */
export const eventIsAppendOnly = `
revoke update, delete on event from ${appRole};
grant update (status, void_reason, void_note, voided_at, voided_by) on event to ${appRole};
revoke update, delete on event_reference from ${appRole};
revoke delete on flag from ${appRole};`.trim()

/**
 * The only ways in which a fact that was recorded loses anything: what names a person is taken out of an event, once, whose hash stays, where the
 * member whom it is of is marked as erased; and files of such records are given up, of which nothing else makes use. For the programme of the transaction alone.
 */
export const erasePersons = `
create function app.is_erased(kind text, of_id uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare tenant integer := app.current_tenant(); ids uuid[];
begin
  if kind = 'notification' then
    return exists (select from notification as n where n.tenant_id = tenant and n.id = of_id and case when n.subject_id is not null then app.is_erased(n.subject_type, n.subject_id::uuid)
      else exists (select from outbox as o, unnest(o.subject_ids) as s (id) where o.tenant_id = tenant
        and o.dedupe_key = regexp_replace(n.dedupe_key, '#[0-9]+$', '') and app.is_erased(o.subject_type, s.id)) end);
  end if;
  if kind = 'submission' then
    ids := array(select case when n.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then n.id::uuid end
      from submission as r, unnest(array[r.farmer_id::text, r.target_id, r.result_id]) as n (id) where r.tenant_id = tenant and r.id = of_id);
    return exists (select from farmer as f where f.tenant_id = tenant and f.erased_on is not null
      and (f.id = any(ids) or f.id in (select o.farmer_id from landowner as o where o.tenant_id = tenant and o.id = any(ids))));
  end if;
  return exists (select from farmer as f where f.tenant_id = tenant and f.erased_on is not null and f.id = case kind
    when 'farmer' then of_id
    when 'landowner' then (select r.farmer_id from landowner as r where r.tenant_id = tenant and r.id = of_id)
    when 'farmerseason' then (select r.farmer_id from farmerseason as r where r.tenant_id = tenant and r.id = of_id)
    when 'inspection' then (select r.farmer_id from inspection as r where r.tenant_id = tenant and r.id = of_id)
    when 'user' then (select r.farmer_id from "user" as r where r.tenant_id = tenant and r.id = of_id) end);
end $$;
revoke execute on function app.is_erased(text, uuid) from public;
create function app.erase_event(event_id uuid, left_data jsonb, private_commitment text, at timestamptz) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update event set data = left_data, notes = null, gps = null, late_reason = null, void_note = null, erased_at = at,
    salts = case when hash_format = 2 then jsonb_build_object('public', salts->>'public', 'prv', private_commitment) end
  where tenant_id = app.current_tenant() and id = event_id and erased_at is null and app.is_erased(subject_type, subject_id)
$$;
revoke execute on function app.erase_event(uuid, jsonb, text, timestamptz) from public;
grant execute on function app.erase_event(uuid, jsonb, text, timestamptz) to ${appRole};
create function app.erase_files(records uuid[]) returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (delete from file_use where tenant_id = app.current_tenant() and record_id = any(records) and app.is_erased(entity, record_id) returning file_id, record_id)
  update file set state = 'REMOVING' where tenant_id = app.current_tenant() and id in (select file_id from gone)
    and not exists (select from file_use as u where u.tenant_id = app.current_tenant() and u.file_id = file.id and u.record_id not in (select g.record_id from gone as g))
$$;
revoke execute on function app.erase_files(uuid[]) from public;
grant execute on function app.erase_files(uuid[]) to ${appRole};`.trim()

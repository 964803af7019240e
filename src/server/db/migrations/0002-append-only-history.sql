-- One history that is only added to: what caused an event is a column, ledger entries and links know when they were recorded and
-- by which void they were taken back, and the application may neither change nor delete them.
alter table event add column cause_event_id uuid;
-- Both were fields of text once: what is not the id of an event causes nothing.
update event as e set cause_event_id = c.id from event as c where c.tenant_id = e.tenant_id and c.id::text = e.data->>'causeEventId';
update event as e set cause_event_id = c.id from event as c where e.subject_type = 'planevent' and e.event_type in ('DONE_ON_TIME', 'DONE_LATE') and c.tenant_id = e.tenant_id and c.id::text = e.data->>'eventId';
create index event__cause_event_id__idx on event (tenant_id, cause_event_id) where cause_event_id is not null;

alter table ledger_entry add column recorded_at timestamptz, add column void_event_id uuid;
update ledger_entry as l set recorded_at = e.recorded_at from event as e where e.tenant_id = l.tenant_id and e.id = l.event_id;
-- A void posted the opposite entries under the same event; ids are in order of time, so they are the later half.
update ledger_entry as l set recorded_at = v.voided_at from (
  select n.tenant_id, n.id, e.voided_at, row_number() over (partition by n.tenant_id, n.event_id order by n.id) as place, count(*) over (partition by n.tenant_id, n.event_id) as total
  from ledger_entry as n join event as e on e.tenant_id = n.tenant_id and e.id = n.event_id where e.status <> 'RECORDED' and e.voided_at is not null
) as v where v.tenant_id = l.tenant_id and v.id = l.id and v.place * 2 > v.total;
alter table ledger_entry alter column recorded_at set not null;

alter table lot_link add column claim text, add column at timestamptz, add column recorded_at timestamptz, add column voided_at timestamptz, add column void_event_id uuid;
update lot_link as l set at = e.occurred_at, recorded_at = e.recorded_at from event as e where e.tenant_id = l.tenant_id and e.id = l.event_id;
alter table lot_link alter column at set not null, alter column recorded_at set not null;
drop index lot_link__input_id__idx;
drop index lot_link__output_id__idx;
create index lot_link__output_id__idx on lot_link (tenant_id, output_id) include (output_kind, input_id, input_kind, kg, event_id, voided_at);
create index lot_link__input_id__idx on lot_link (tenant_id, input_id) include (input_kind, output_id, output_kind, kg, event_id, voided_at);

-- A bale number belongs to one bale of one presser, for good. Where a number was pressed twice, the first one keeps it.
create table lot_unit (
  tenant_id integer not null,
  event_id uuid not null,
  owner_id uuid not null,
  unit_no text not null,
  lot_id uuid not null,
  voided_at timestamp with time zone
);
alter table lot_unit add constraint lot_unit__pkey primary key (tenant_id, event_id, unit_no);
create unique index lot_unit__owner_id__unit_no__key on lot_unit (tenant_id, owner_id, unit_no) where voided_at is null;
insert into lot_unit (tenant_id, event_id, owner_id, unit_no, lot_id)
  select distinct on (e.tenant_id, coalesce(y.processor_id, y.collective_id), bale.value->>'no') e.tenant_id, e.id, coalesce(y.processor_id, y.collective_id), bale.value->>'no', l.output_id
  from event as e
  join processingsystem as y on y.tenant_id = e.tenant_id and y.id = e.subject_id
  join lot_link as l on l.tenant_id = e.tenant_id and l.event_id = e.id
  cross join jsonb_array_elements(e.data->'bales') as bale
  where e.event_type = 'BALE_PRESSED' and e.status = 'RECORDED'
  order by e.tenant_id, coalesce(y.processor_id, y.collective_id), bale.value->>'no', e.recorded_at;
alter table lot_unit add constraint lot_unit__event_id__fkey foreign key (tenant_id, event_id) references event (tenant_id, id);
alter table lot_unit enable row level security, force row level security;
create policy tenant on lot_unit using (tenant_id = any (array[app.current_tenant()])) with check (tenant_id = app.current_tenant());
grant select, insert, update (voided_at) on lot_unit to farmbook_app;

revoke update, delete on ledger_entry, lot_link from farmbook_app;
grant update (voided_at, void_event_id) on lot_link to farmbook_app;

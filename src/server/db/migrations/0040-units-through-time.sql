-- Units (bales, cones) through time: what was known of a bale's birth alone now says into which lots it went, and when (docs/decisions/0067).
alter table "lot_unit" drop constraint "lot_unit__pkey";
drop index "lot_unit__owner_id__unit_no__key";
alter table "lot_unit" add column "place" integer;
alter table "lot_unit" add column "from_lot_id" uuid;
alter table "lot_unit" add column "kg" numeric(14,3);
alter table "lot_unit" add column "label" text;
alter table "lot_unit" add column "sscc" text;
alter table "lot_unit" add column "at" timestamp with time zone;
alter table "lot_unit" add column "recorded_at" timestamp with time zone;
alter table "lot_unit" add column "void_event_id" uuid;
alter table "lot_unit" alter column "lot_id" drop not null;

-- The weight and the place of each unit as its lot was made with it.
create temporary table made_with on commit drop as
select c.tenant_id, c.subject_id as lot_id, unit.value->>'unitNo' as unit_no, (unit.value->>'kg')::numeric(14,3) as kg, unit.ordinality::integer as place
from event as c
cross join jsonb_array_elements(case when jsonb_typeof(c.data->'changes'->'units'->'to') = 'array' then c.data->'changes'->'units'->'to' else '[]'::jsonb end) with ordinality as unit
where c.subject_type = 'productbatch' and c.event_type = 'CREATED';
create index on made_with (tenant_id, lot_id);

-- A number that was pressed twice belongs to the first bale; the second is known by its lot.
insert into lot_unit (tenant_id, event_id, owner_id, unit_no, lot_id)
select m.tenant_id, e.id, l.output_id, m.unit_no, l.output_id
from event as e
join lot_link as l on l.tenant_id = e.tenant_id and l.event_id = e.id
join made_with as m on m.tenant_id = l.tenant_id and m.lot_id = l.output_id
where e.event_type = 'BALE_PRESSED' and not exists (select from lot_unit as u where u.tenant_id = e.tenant_id and u.event_id = e.id and u.unit_no = m.unit_no);

update lot_unit as u set kg = m.kg, place = m.place from made_with as m where m.tenant_id = u.tenant_id and m.lot_id = u.lot_id and m.unit_no = u.unit_no;
update lot_unit as u set at = e.occurred_at, recorded_at = e.recorded_at, place = coalesce(u.place, 1),
  voided_at = case when e.status = 'RECORDED' then null else coalesce(u.voided_at, e.voided_at) end,
  void_event_id = (select l.void_event_id from lot_link as l where l.tenant_id = u.tenant_id and l.event_id = u.event_id and l.void_event_id is not null limit 1)
from event as e where e.tenant_id = u.tenant_id and e.id = u.event_id;

-- Parts of lots that were split or sent: their units came from the lot before, up to the one in which they were made.
insert into lot_unit (tenant_id, event_id, owner_id, unit_no, place, from_lot_id, lot_id, kg, at, recorded_at, voided_at, void_event_id)
with recursive parts as (
  select l.tenant_id, l.event_id, l.input_id, l.output_id, l.at, l.recorded_at, l.voided_at, l.void_event_id
  from lot_link as l join event as v on v.tenant_id = l.tenant_id and v.id = l.event_id and v.event_type in ('SPLIT', 'DISPATCH')
), above (tenant_id, lot_id, source_id) as (
  select tenant_id, output_id, input_id from parts
  union select a.tenant_id, a.lot_id, p.input_id from above as a join parts as p on p.tenant_id = a.tenant_id and p.output_id = a.source_id
)
select p.tenant_id, p.event_id, b.owner_id, m.unit_no, row_number() over (partition by p.tenant_id, p.event_id order by p.output_id, m.place)::integer, p.input_id, p.output_id,
  m.kg, p.at, p.recorded_at, p.voided_at, p.void_event_id
from parts as p
join made_with as m on m.tenant_id = p.tenant_id and m.lot_id = p.output_id
join lateral (select u.owner_id from above as a join lot_unit as u on u.tenant_id = a.tenant_id and u.lot_id = a.source_id and u.unit_no = m.unit_no and u.from_lot_id is null
  where a.tenant_id = p.tenant_id and a.lot_id = p.output_id limit 1) as b on true;

alter table "lot_unit" alter column "place" set not null;
alter table "lot_unit" alter column "at" set not null;
alter table "lot_unit" alter column "recorded_at" set not null;
alter table "lot_unit" add constraint "lot_unit__pkey" PRIMARY KEY (tenant_id, event_id, owner_id, unit_no);
CREATE INDEX lot_unit__from_lot_id__idx ON public.lot_unit USING btree (tenant_id, from_lot_id);
CREATE INDEX lot_unit__label__idx ON public.lot_unit USING btree (tenant_id, label) WHERE (label IS NOT NULL);
CREATE INDEX lot_unit__lot_id__idx ON public.lot_unit USING btree (tenant_id, lot_id);
CREATE UNIQUE INDEX lot_unit__owner_id__unit_no__key ON public.lot_unit USING btree (tenant_id, owner_id, unit_no) WHERE ((voided_at IS NULL) AND (from_lot_id IS NULL));
CREATE INDEX lot_unit__unit_no__idx ON public.lot_unit USING btree (tenant_id, unit_no);
revoke all on "lot_unit" from "farmbook_app";
grant insert, select, update (void_event_id, voided_at) on "lot_unit" to "farmbook_app";

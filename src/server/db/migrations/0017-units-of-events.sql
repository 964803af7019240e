-- Which animals ever stood in a unit is asked at each move: the unit that an event places its subject in becomes a column with an index. An index on
-- the json would not be used: under row security no operator that may show what it reads is looked up in an index.
alter table "event" add column "unit_id" uuid;
update event as e set unit_id = named.unit::uuid
from (select tenant_id, id, coalesce(data ->> 'toUnitId', data #>> '{changes,unitId,to}') as unit from event) as named
where named.tenant_id = e.tenant_id and named.id = e.id and named.unit ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
CREATE INDEX event__unit_id__idx ON public.event USING btree (tenant_id, unit_id) WHERE (unit_id IS NOT NULL);

-- More animals than a unit has room for is a rule of its own (AH-23), so that it can be found beside what is too dense (AH-10).
update flag set rule_id = 'AH-23' where rule_id = 'AH-10' and jsonb_exists(figures, 'capacityHead');

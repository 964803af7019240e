// Where parcels lie: zoom-14 cells with the bounding box in the key (1e-7 degree), and one count per operator and home
// cell for the low zooms. Comparison of integers is leakproof, so row security keeps these indexes in use.
// Only src/server/map/cells.ts writes them, in the transaction that writes the parcel.
import { appRole } from '../connection.ts'
import type { TableArea } from './area.ts'

export const mapTables: TableArea = {
  guarded: ['parcel_cell', 'parcel_count', 'parcel_elsewhere'],
  sql: `
create table parcel_cell (
  tenant_id integer not null,
  cell bigint not null,
  parcel_id uuid not null,
  w integer not null,
  s integer not null,
  e integer not null,
  n integer not null,
  -- the cell of the box's middle: where the parcel is counted, once
  home boolean not null,
  constraint parcel_cell__pkey primary key (tenant_id, cell, parcel_id) include (w, s, e, n, home)
);

create table parcel_count (
  tenant_id integer not null,
  operator_id uuid not null,
  cell bigint not null,
  n integer not null,
  ha numeric(18,4) not null,
  -- grows with every change of a parcel counted here: the sum over a tile's cells tells whether the tile changed
  version bigint not null,
  constraint parcel_count__pkey primary key (tenant_id, operator_id, cell)
);

-- Whether a boundary lies over land registered in another programme: yes or no, by the fingerprint of the boundary. Written by
-- app.lies_elsewhere alone.
create table parcel_elsewhere (
  tenant_id integer not null,
  parcel_id uuid not null,
  ring text not null,
  is_over boolean not null,
  answered_on date not null, -- UTC
  is_requested boolean not null, -- false: the other programme's question brought it
  constraint parcel_elsewhere__pkey primary key (tenant_id, parcel_id, ring)
);
create index parcel_elsewhere__answered_on__idx on parcel_elsewhere (tenant_id, answered_on);`,
}

/** Answers stay as they were given. Run after the grants. */
export const answersStay = `revoke insert, update, delete on parcel_elsewhere from ${appRole};`

/**
 * The share of the smaller of two rings that both cover, in the plane of degrees as `overlap` of domain/geo has it. Between two neighbouring
 * corners or crossings no edges cross, so that the middle of such a strip says how much of it lies in each, exactly.
 */
export const sharedRatio = `
create function app.shared_ratio(a jsonb, b jsonb) returns double precision language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  with corner as (
    select r.ring, p.at, (p.xy->>0)::float8 - (a#>>'{coordinates,0,0,0}')::float8 as x, (p.xy->>1)::float8 - (a#>>'{coordinates,0,0,1}')::float8 as y
    from (values (1, a), (2, b)) as r (ring, shape), jsonb_array_elements(r.shape#>'{coordinates,0}') with ordinality as p (xy, at)
  ), line as (
    select ring, x, y, lead(x) over (partition by ring order by at) as to_x, lead(y) over (partition by ring order by at) as to_y from corner
  ), edge as materialized (
    select ring, least(x, to_x) as x1, greatest(x, to_x) as x2, case when x < to_x then y else to_y end as y1, (to_y - y) / (to_x - x) as slope
    from line where to_x <> x
  ), place as (
    select x from corner
    union
    select m.x from edge as p join edge as q on p.ring = 1 and q.ring = 2 and p.x1 < q.x2 and q.x1 < p.x2 and p.slope <> q.slope,
      lateral (select p.x1 + (q.y1 + (p.x1 - q.x1) * q.slope - p.y1) / (p.slope - q.slope) as x) as m
    where m.x > greatest(p.x1, q.x1) and m.x < least(p.x2, q.x2)
  ), strip as (
    select x as x1, lead(x) over (order by x) as x2 from place
  ), crossed as (
    select s.x1, s.x2, e.ring, e.y1 + ((s.x1 + s.x2) / 2 - e.x1) * e.slope as y from strip as s join edge as e on e.x1 < (s.x1 + s.x2) / 2 and e.x2 > (s.x1 + s.x2) / 2
  ), counted as (
    select x2 - x1 as width, lead(y) over upward - y as height,
      count(*) filter (where ring = 1) over upward % 2 = 1 as in_a, count(*) filter (where ring = 2) over upward % 2 = 1 as in_b
    from crossed window upward as (partition by x1 order by y rows between unbounded preceding and current row)
  )
  select coalesce(sum(width * height) filter (where in_a and in_b) / nullif(least(sum(width * height) filter (where in_a), sum(width * height) filter (where in_b)), 0), 0)
  from counted
$$;
revoke execute on function app.shared_ratio(jsonb, jsonb) from public;`.trim()

/** How many plots of this programme may be asked about on this day still: a hundred, or a twentieth of all in a large one. */
export const questionsLeft = `
create function app.questions_left() returns bigint language sql stable set search_path = pg_catalog, pg_temp as $$
  select greatest(100, coalesce((select sum(c.n) from public.parcel_count as c where c.tenant_id = app.current_tenant()), 0) / 20)::bigint
    - (select count(*) from public.parcel_elsewhere as e where e.tenant_id = app.current_tenant() and e.is_requested and e.answered_on = (now() at time zone 'utc')::date)
$$;`.trim()

/**
 * Whether the stored boundary of a plot of this programme shares more than 5 % of the smaller plot with one of another programme: yes, no, or
 * null for no answer (BR-02). Both programmes must have said that they take part. Nothing else of the other programme leaves this function, and the
 * answer is stored with the boundary: who moves one to feel for another's line gets a new answer after a week.
 * A yes is the other plot's, too. \`cells\`: of the boundary; others find less.
 */
export const liesElsewhere = `
create function app.lies_elsewhere(parcel uuid, cells bigint[]) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  own constant integer := app.current_tenant();
  today constant date := (now() at time zone 'utc')::date;
  plot record;
  stored record;
  other record;
  neighbour record;
  answer boolean := false;
begin
  if not exists (select from public.tenant as t where t.id = own and t.config->>'blindOverlapCheck' = 'true') then return null; end if;
  select p.boundary, p.geo_hash as ring, p.bbox into plot from public.landparcel as p
    where p.tenant_id = own and p.id = parcel and p.deleted_at is null and p.status <> 'RETIRED' and p.boundary is not null and p.geo_hash is not null and p.bbox is not null;
  if not found then return null; end if;
  -- One question of a programme after the other: two at once would both find room below its limit.
  perform pg_advisory_xact_lock(own, -54);
  select e.is_over, e.answered_on into stored from public.parcel_elsewhere as e where e.tenant_id = own and e.parcel_id = parcel and e.ring = plot.ring;
  if found and (not stored.is_over or stored.answered_on > today - 90) then return stored.is_over; end if;
  if exists (select from public.parcel_elsewhere as e where e.tenant_id = own and e.parcel_id = parcel and e.is_requested and e.answered_on > today - 7)
    or app.questions_left() <= 0 then return null; end if;
  for other in select t.id from public.tenant as t where t.id <> own and t.config->>'blindOverlapCheck' = 'true' order by t.id loop
    -- Each programme behind its own wall, as everybody else reads it.
    perform set_config('app.tenant_id', other.id::text, true);
    for neighbour in
      select p.id, p.geo_hash as ring, p.boundary from public.landparcel as p
      where p.tenant_id = other.id and p.deleted_at is null and p.status <> 'RETIRED' and p.boundary is not null and p.geo_hash is not null
        and p.id = any(array(select c.parcel_id from public.parcel_cell as c where c.tenant_id = other.id and c.cell = any(cells)
          and c.w <= ceil((plot.bbox->>'east')::float8 * 1e7) and c.e >= floor((plot.bbox->>'west')::float8 * 1e7)
          and c.s <= ceil((plot.bbox->>'north')::float8 * 1e7) and c.n >= floor((plot.bbox->>'south')::float8 * 1e7)))
      order by p.id
    loop
      if app.shared_ratio(plot.boundary, neighbour.boundary) > 0.05 then
        answer := true;
        insert into public.parcel_elsewhere as e (tenant_id, parcel_id, ring, is_over, answered_on, is_requested)
          values (other.id, neighbour.id, neighbour.ring, true, today, false)
          on conflict (tenant_id, parcel_id, ring) do update set is_over = true, answered_on = case when e.is_requested then e.answered_on else excluded.answered_on end;
      end if;
    end loop;
  end loop;
  perform set_config('app.tenant_id', own::text, true);
  insert into public.parcel_elsewhere (tenant_id, parcel_id, ring, is_over, answered_on, is_requested) values (own, parcel, plot.ring, answer, today, true)
    on conflict (tenant_id, parcel_id, ring) do update set is_over = excluded.is_over, answered_on = excluded.answered_on, is_requested = true;
  return answer;
end $$;
revoke execute on function app.lies_elsewhere(uuid, bigint[]) from public;
grant execute on function app.lies_elsewhere(uuid, bigint[]) to ${appRole};`.trim()

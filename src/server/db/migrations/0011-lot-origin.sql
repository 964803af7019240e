-- From which crops each lot came, to the gram (docs/decisions/0029): a projection of the links, filled here for lots that are there.
create table lot_origin (
  tenant_id integer not null,
  lot_id uuid not null,
  crop_id uuid not null,
  kg numeric(14,3) not null,
  exact_kg numeric(20,9) not null
);
alter table lot_origin add constraint lot_origin__pkey primary key (tenant_id, lot_id, crop_id);
alter table lot_origin enable row level security, force row level security;
create policy tenant on lot_origin using (tenant_id = any (array[app.current_tenant()])) with check (tenant_id = app.current_tenant());
grant select, insert, update, delete on lot_origin to farmbook_app;
-- Not forced while this file runs, as for the tables that were there before.
alter table lot_origin no force row level security;

-- Lots whose sources have changed are worked out again until nothing changes: as many rounds as the longest chain has links.
do $$ declare lots uuid[]; rounds integer := 0; begin
  select array_agg(distinct l.output_id) into lots from lot_link as l where l.voided_at is null;
  while cardinality(lots) > 0 loop
    rounds := rounds + 1;
    if rounds > 500 then raise exception 'The links of lots run in a circle at %', lots[1]; end if;
    with into_lot as (
      select l.tenant_id, l.output_id as lot_id, l.input_id, l.input_kind, l.event_id, l.kg from lot_link as l where l.output_id = any(lots) and l.voided_at is null
    ), parts as (
      select tenant_id, lot_id, crop_id, sum(kg) as exact_kg from (
        select tenant_id, lot_id, input_id as crop_id, kg from into_lot where input_kind = 'crop'
        union all
        select i.tenant_id, i.lot_id, o.crop_id, round(i.kg * o.exact_kg / sum(o.exact_kg) over (partition by i.tenant_id, i.lot_id, i.event_id, i.input_id), 9)
        from into_lot as i join lot_origin as o on o.tenant_id = i.tenant_id and o.lot_id = i.input_id where i.input_kind = 'productbatch'
      ) as one group by tenant_id, lot_id, crop_id
    ), due as (
      select p.*, t.grams, t.grams * p.exact_kg / sum(p.exact_kg) over (partition by p.tenant_id, p.lot_id) as grams_due
      from parts as p join (select tenant_id, lot_id, sum(kg) * 1000 as grams from into_lot group by tenant_id, lot_id) as t on t.tenant_id = p.tenant_id and t.lot_id = p.lot_id
    ), ranked as (
      select d.*, floor(grams_due) as whole, sum(floor(grams_due)) over (partition by tenant_id, lot_id) as given,
        row_number() over (partition by tenant_id, lot_id order by grams_due - floor(grams_due) desc, crop_id) as place
      from due as d
    ), written as (
      insert into lot_origin (tenant_id, lot_id, crop_id, kg, exact_kg)
      select tenant_id, lot_id, crop_id, (whole + case when place <= grams - given then 1 else 0 end) / 1000, exact_kg from ranked
      on conflict (tenant_id, lot_id, crop_id) do update set kg = excluded.kg, exact_kg = excluded.exact_kg
        where (lot_origin.kg, lot_origin.exact_kg) is distinct from (excluded.kg, excluded.exact_kg)
      returning tenant_id, lot_id
    )
    select array_agg(distinct l.output_id) into lots from written as w join lot_link as l on l.tenant_id = w.tenant_id and l.input_id = w.lot_id and l.voided_at is null;
  end loop;
end $$;
alter table lot_origin force row level security;

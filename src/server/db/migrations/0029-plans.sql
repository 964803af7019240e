drop index "pop__version_no__idx";
alter table "crop" add column "pop_id" uuid;
alter table "crop" add column "pop_version" integer;
alter table "planevent" add column "pop_id" uuid;
alter table "planevent" add column "left_out_because" text;
alter table "planevent" add column "done_on" date;
alter table "pop" alter column "version_no" drop not null;
alter table "planevent" add constraint "planevent__left_out_because__check" CHECK ((left_out_because = ANY (ARRAY['NOT_NEEDED'::text, 'WEATHER'::text, 'NO_INPUT'::text, 'OTHER'::text])));
CREATE INDEX crop__pop_id__idx ON public.crop USING btree (tenant_id, pop_id);
CREATE INDEX planevent__pop_id__idx ON public.planevent USING btree (tenant_id, pop_id);
CREATE INDEX pop__version_no__idx ON public.pop USING btree (tenant_id, (
CASE
    WHEN (version_no IS NULL) THEN 2147483647
    ELSE version_no
END), id);
alter table "crop" add constraint "crop__pop_id__fkey" FOREIGN KEY (tenant_id, pop_id) REFERENCES pop(tenant_id, id);
alter table "planevent" add constraint "planevent__pop_id__fkey" FOREIGN KEY (tenant_id, pop_id) REFERENCES pop(tenant_id, id);

-- When a step of a package is asked for is data (docs/decisions/0055). What was entered in words stays words, until somebody enters it anew.
update pop as p set plan_events = (
  select jsonb_agg(
    case when jsonb_typeof(l.step -> 'condition') = 'string' and l.step ->> 'condition' <> ''
      then l.step || jsonb_build_object('condition', jsonb_build_object('type', 'UNCLASSIFIED', 'words', l.step -> 'condition'))
      else l.step - 'condition' end
    order by l.place)
  from jsonb_array_elements(p.plan_events) with ordinality as l (step, place)
) where jsonb_path_exists(p.plan_events, '$[*].condition');

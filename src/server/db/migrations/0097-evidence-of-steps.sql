alter table "planevent" add column "evidence" text[];
alter table "planevent" add column "evidence_missing" text[];
alter table "planevent" add constraint "planevent__evidence__check" CHECK ((evidence <@ ARRAY['PHOTO'::text, 'GPS'::text, 'DOC'::text, 'SIGNATURE'::text]));
alter table "planevent" add constraint "planevent__evidence_missing__check" CHECK ((evidence_missing <@ ARRAY['PHOTO'::text, 'GPS'::text, 'DOC'::text, 'SIGNATURE'::text]));
CREATE INDEX planevent__shown_by__idx ON public.planevent USING btree (tenant_id, fulfilled_by_event_id) WHERE ((evidence IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX planevent__evidence_missing__idx ON public.planevent USING btree (tenant_id, due, id) WHERE ((evidence_missing IS NOT NULL) AND (deleted_at IS NULL));
alter table "event" add column "for_no_step" boolean;
CREATE INDEX file_use__source_id__idx ON public.file_use USING btree (tenant_id, source_id);
CREATE INDEX awaited_file__source_id__idx ON public.awaited_file USING btree (tenant_id, source_id);
-- What the packages ask for, on the steps that there are; of those that are done, what the event that did them does not show. A file stands for one kind:
-- a picture for the photo, then another file, a PDF or a picture for the document, then a PDF or a picture for the signature. One that something else had
-- named first shows nothing again.
with package as (
  select tenant_id, id, plan_events from pop
  union all select tenant_id, id, plan_events from poultrypop
  union all select tenant_id, id, plan_events from aquapop
), asking as materialized (
  select k.tenant_id, k.id as package_id, s->>'code' as code, array(select jsonb_array_elements_text(s->'evidence')) as kinds
  from package as k cross join lateral jsonb_array_elements(k.plan_events) as s
  where jsonb_typeof(s->'evidence') = 'array' and s->'evidence' <> '[]'::jsonb
), asked as materialized (
  select p.tenant_id, p.id, p.fulfilled_by_event_id::uuid as event_id, a.kinds
  from planevent as p
  join asking as a on a.tenant_id = p.tenant_id and a.package_id = coalesce(p.pop_id, p.poultry_pop_id, p.aqua_pop_id) and a.code = p.pop_event_code
), done as materialized (
  select distinct tenant_id, event_id from asked where event_id is not null
), named as materialized (
  select u.tenant_id, u.source_id, u.file_id, min(u.at) as at
  from done as d
  join lateral (
    select f.tenant_id, f.source_id, f.file_id, f.used_at as at from file_use as f where f.tenant_id = d.tenant_id and f.source_id = d.event_id
    union all select w.tenant_id, w.source_id, w.file_id, w.named_at from awaited_file as w where w.tenant_id = d.tenant_id and w.source_id = d.event_id
  ) as u on true
  group by u.tenant_id, u.source_id, u.file_id
), counted as materialized (
  select n.tenant_id, n.source_id as event_id, bool_or(f.taken_lat is not null) as placed,
    count(*) filter (where f.media_type is null or f.media_type like 'image/%') as pictures,
    count(*) filter (where f.media_type = 'application/pdf') as pdfs,
    count(*) filter (where f.media_type not like 'image/%' and f.media_type <> 'application/pdf' and f.media_type not like 'audio/%') as others
  from named as n
  left join file as f on f.tenant_id = n.tenant_id and f.id = n.file_id and f.state <> 'UPLOADING'
  where not exists (
    select from (
      select u.source_id, u.entity, u.used_at as at from file_use as u where u.tenant_id = n.tenant_id and u.file_id = n.file_id
      union all select w.source_id, w.entity, w.named_at from awaited_file as w where w.tenant_id = n.tenant_id and w.file_id = n.file_id
    ) as o
    where o.source_id <> n.source_id and o.entity <> 'submission' and (o.at, o.source_id) < (n.at, n.source_id)
      and not exists (select from event as x where x.tenant_id = n.tenant_id and x.id = o.source_id and x.status <> 'RECORDED')
  )
  group by n.tenant_id, n.source_id
), shown as (
  select a.*, e.gps is not null or coalesce(c.placed, false) as placed, coalesce(c.pictures, 0) as pictures, coalesce(c.pdfs, 0) as pdfs, coalesce(c.others, 0) as others
  from asked as a
  left join event as e on e.tenant_id = a.tenant_id and e.id = a.event_id
  left join counted as c on c.tenant_id = a.tenant_id and c.event_id = a.event_id
), photos as (
  select s.*, 'PHOTO' = any(kinds) and pictures > 0 as has_photo, pictures - ('PHOTO' = any(kinds) and pictures > 0)::integer as pictures_left from shown as s
), documents as (
  select s.*, 'DOC' = any(kinds) and others + pdfs + pictures_left > 0 as has_doc,
    pdfs - ('DOC' = any(kinds) and others = 0 and pdfs > 0)::integer + pictures_left - ('DOC' = any(kinds) and others = 0 and pdfs = 0 and pictures_left > 0)::integer as papers_left
  from photos as s
), missing as (
  select s.tenant_id, s.id, s.kinds, case when event_id is null then '{}'::text[] else array(
    select m.kind from (values (1, 'PHOTO', has_photo), (2, 'GPS', placed), (3, 'DOC', has_doc), (4, 'SIGNATURE', papers_left > 0)) as m (no, kind, is_shown)
    where m.kind = any(s.kinds) and not m.is_shown order by m.no) end as kinds_missing
  from documents as s
)
update planevent as p set evidence = m.kinds, evidence_missing = nullif(m.kinds_missing, '{}'::text[])
from missing as m where m.tenant_id = p.tenant_id and m.id = p.id;

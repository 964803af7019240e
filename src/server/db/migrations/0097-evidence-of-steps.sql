alter table "planevent" add column "evidence" text[];
alter table "planevent" add column "evidence_missing" text[];
alter table "planevent" add constraint "planevent__evidence__check" CHECK ((evidence <@ ARRAY['PHOTO'::text, 'GPS'::text, 'DOC'::text, 'SIGNATURE'::text]));
alter table "planevent" add constraint "planevent__evidence_missing__check" CHECK ((evidence_missing <@ ARRAY['PHOTO'::text, 'GPS'::text, 'DOC'::text, 'SIGNATURE'::text]));
-- What the packages ask for, on the steps that there are; of those that are done, what the event that did them does not show. A file stands for one kind:
-- a picture for the photo, then another file, a PDF or a picture for the document, then a PDF or a picture for the signature.
with asked as (
  select p.tenant_id, p.id, p.fulfilled_by_event_id::uuid as event_id, array(select jsonb_array_elements_text(s->'evidence')) as kinds
  from planevent as p
  join lateral (
    select a.plan_events from pop as a where a.tenant_id = p.tenant_id and a.id = p.pop_id
    union all select b.plan_events from poultrypop as b where b.tenant_id = p.tenant_id and b.id = p.poultry_pop_id
    union all select c.plan_events from aquapop as c where c.tenant_id = p.tenant_id and c.id = p.aqua_pop_id
  ) as k on true
  join lateral jsonb_array_elements(k.plan_events) as s on s->>'code' = p.pop_event_code
  where jsonb_typeof(s->'evidence') = 'array' and jsonb_array_length(s->'evidence') > 0
), shown as (
  select a.*, e.gps is not null or coalesce(f.placed, false) as placed, coalesce(f.pictures, 0) as pictures, coalesce(f.pdfs, 0) as pdfs, coalesce(f.others, 0) as others
  from asked as a
  left join event as e on e.tenant_id = a.tenant_id and e.id = a.event_id
  left join lateral (
    select bool_or(f.taken_lat is not null) as placed, count(*) filter (where f.media_type is null or f.media_type like 'image/%') as pictures,
      count(*) filter (where f.media_type = 'application/pdf') as pdfs,
      count(*) filter (where f.media_type not like 'image/%' and f.media_type <> 'application/pdf' and f.media_type not like 'audio/%') as others
    from (select u.file_id from file_use as u where u.tenant_id = a.tenant_id and u.source_id = a.event_id
      union select w.file_id from awaited_file as w where w.tenant_id = a.tenant_id and w.source_id = a.event_id) as n
    left join file as f on f.tenant_id = a.tenant_id and f.id = n.file_id and f.state <> 'UPLOADING'
  ) as f on true
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

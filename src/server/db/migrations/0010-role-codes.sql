-- Role codes become words (ADMIN for AD), wherever a role is stored: the grants of a person and the list drawn from them, the
-- role that is responsible for a finding, and kept answers to Idempotency-Keys. Recorded events keep the codes they were hashed
-- with (docs/decisions/0023).
create temporary table role_word (code text primary key, word text not null) on commit drop;
insert into role_word values
  ('AD', 'ADMIN'),
  ('OM', 'OPERATOR_MANAGER'),
  ('FO', 'FIELD_OFFICER'),
  ('II', 'INTERNAL_INSPECTOR'),
  ('PO', 'PURCHASE_OFFICER'),
  ('PU', 'PROCESSOR_USER'),
  ('CB', 'CERTIFICATION_BODY_AUDITOR'),
  ('BV', 'BRAND_VIEWER'),
  ('RV', 'READ_ONLY_VIEWER'),
  ('FA', 'FARMER');

alter table "user" drop constraint "user__held_roles__check";
update "user" as u set held_roles = (
  select array_agg(coalesce(w.word, held.role) order by held.place)
  from unnest(u.held_roles) with ordinality as held (role, place) left join role_word as w on w.code = held.role
) where cardinality(u.held_roles) > 0;
alter table "user" add constraint "user__held_roles__check" check ("held_roles" <@ array['ADMIN', 'OPERATOR_MANAGER', 'FIELD_OFFICER', 'INTERNAL_INSPECTOR', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR', 'BRAND_VIEWER', 'READ_ONLY_VIEWER', 'FARMER']::text[]);

update "user" as u set roles = (
  select jsonb_agg(case when w.word is null then held.granted else jsonb_set(held.granted, '{role}', to_jsonb(w.word)) end order by held.place)
  from jsonb_array_elements(u.roles) with ordinality as held (granted, place) left join role_word as w on w.code = held.granted->>'role'
) where jsonb_array_length(u.roles) > 0;

update flag set owner_role = w.word from role_word as w where w.code = flag.owner_role;

-- An answer is kept as the text that was sent. A role stands in it as "role":"AD", and in the list "heldRoles":["AD"].
do $$ declare one role_word; begin
  for one in select * from role_word loop
    update idempotency set body = regexp_replace(
      replace(body, '"role":"' || one.code || '"', '"role":"' || one.word || '"'),
      '("heldRoles":\[[^]]*)"' || one.code || '"', '\1"' || one.word || '"', 'g')
    where body like '%"role":"' || one.code || '"%' or body like '%"heldRoles":[%';
  end loop;
end $$;

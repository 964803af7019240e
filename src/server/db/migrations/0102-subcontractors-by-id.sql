-- What a person has decided of a subcontractor is of principal, scheme and bodies by their ids (docs/decisions/0151). Of before that it named them in words, or nothing but its sentence: it reopened once.
with pair as (
  select c.tenant_id, c.id, jsonb_build_object('principalId', p.id, 'schemeId', m.id, 'ownBodyId', b.id, 'theirBodyId', o.id) as ids,
    coalesce(p.trade_name, p.legal_name) as principal, m.abbreviation as scheme, coalesce(b.short_name, b.name) as own, coalesce(o.short_name, o.name) as theirs
  from processor as c
  join scopecertificate as s on s.tenant_id = c.tenant_id and s.processor_id = c.id
  join scopecertificate as t on t.tenant_id = c.tenant_id and t.processor_id = any(c.subcontractor_of) and t.scheme_id = s.scheme_id and t.certification_body_id <> s.certification_body_id
  join processor as p on p.tenant_id = c.tenant_id and p.id = t.processor_id
  join scheme as m on m.tenant_id = c.tenant_id and m.id = s.scheme_id
  join certificationbody as b on b.tenant_id = c.tenant_id and b.id = s.certification_body_id
  join certificationbody as o on o.tenant_id = c.tenant_id and o.id = t.certification_body_id
)
update flag as f set figures = pair.ids from pair
where f.tenant_id = pair.tenant_id and f.subject_type = 'processor' and f.subject_id = pair.id and f.rule_id = '4.1' and f.event_id is null and not coalesce(f.figures, '{}'::jsonb) ? 'principalId'
  and (f.figures @> jsonb_build_object('scheme', pair.scheme, 'principal', pair.principal, 'own', pair.own, 'theirs', pair.theirs)
    or f.message = 'For ' || pair.scheme || ' it is certified by ' || pair.own || ', and ' || pair.principal || ', for which it works under contract, by ' || pair.theirs || '.');

-- What a rule of a scheme checks, and the value of an answer of a submission, are one of several small records each (docs/decisions/0034).
-- A question of a checklist asks for nothing but its text; the figures of every other rule were words, and stay words until somebody
-- enters the rule anew. Recorded events keep the form that they were recorded in.
update schemepop as s set rules = (
  select jsonb_agg((l.rule - 'type' - 'params') || jsonb_build_object('check',
    case when l.rule ->> 'type' = 'CHECKLIST_QUESTION' and coalesce(l.rule ->> 'params', '') = ''
      then '{"type":"CHECKLIST_QUESTION","evidence":[]}'::jsonb
      else jsonb_strip_nulls(jsonb_build_object('type', 'UNCLASSIFIED', 'kind', l.rule -> 'type', 'figures', nullif(l.rule ->> 'params', '')))
    end) order by l.place)
  from jsonb_array_elements(s.rules) with ordinality as l (rule, place)
) where jsonb_array_length(s.rules) > 0;

alter table submission_answers alter column "value" type jsonb
  using case when "value" is null then null else jsonb_build_object('kind', 'TEXT', 'text', "value") end;

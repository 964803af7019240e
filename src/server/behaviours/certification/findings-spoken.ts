// What a rule found, in the language of its reader: the words of the rule are read from the version that it failed by, which does not change once it is published
// (docs/decisions/0118-packages-in-the-readers-language.md). What people enter, and answers of inspections, stay as they were entered.
import { sql } from 'kysely'
import type { Spoken } from '../../scope.ts'

export const findingsSpoken: Spoken = {
  // It is called by its reference and its rule in every language.
  title: () => 'null::text',
  async of({ db, tenant }, language, ids) {
    const { rows } = await sql<{ id: string; description: string }>`
      select n.id, w.one->>'text' as description from nonconformity as n
      join schemepop as v on v.tenant_id = ${tenant.id} and v.id = n.scheme_pop_id
      cross join lateral jsonb_array_elements(v.rules) as r(rule)
      cross join lateral jsonb_array_elements(case when jsonb_typeof(r.rule->'translations') = 'array' then r.rule->'translations' else '[]'::jsonb end) as w(one)
      where n.tenant_id = ${tenant.id} and n.id = any(${[...ids]}::uuid[]) and n.created_by is null and n.effect_on_fail is not null
        and r.rule->>'code' = n.rule and w.one->>'language' = ${language}`.execute(db)
    return new Map(rows.map(({ id, description }) => [id, { description }]))
  },
}

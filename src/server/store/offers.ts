// What `may` says of one record beyond rights, state and the record's own fields: deleting it, four eyes, and what other records say against an event. Asked
// of the database for one record: within the statement of its page, or by one more after a change. Lists do not ask: they leave out 'retire' alone.
import { type RawBuilder, sql } from 'kysely'
import { can, mayRetire } from '#domain/access.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { isBuiltOn } from './built-on.ts'

type Asker = Pick<Scope, 'tenant' | 'now' | 'user' | 'behaviours'>
type Question = { names: readonly string[]; isAgainst: RawBuilder<boolean>; states: readonly string[] | undefined }

/** Whether the last event of one of these types on `r` is the reader's (BR-24). */
const isActor = ({ tenant, user }: Asker, entity: AnyEntity, types: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from unnest(${[...types]}::text[]) as t (type) where (select e.recorded_by from event as e where e.tenant_id = ${tenant.id} and e.subject_type = ${entity.name}
    and e.subject_id = r.id and e.event_type = t.type and e.status = 'RECORDED' order by e.subject_version desc limit 1) = ${user.id}::uuid)`

/** By what of `may` may stand something that only the database knows. */
function questionsOf(scope: Asker, entity: AnyEntity, isWanted: (name: string) => boolean): Question[] {
  const questions: Question[] = []
  if (isWanted('retire')) questions.push({ names: ['retire'], isAgainst: isBuiltOn(scope, entity), states: [entity.startState] })
  const against = scope.behaviours[entity.name]?.against ?? {}
  const byActors = new Map<string, string[]>()
  for (const [name, spec] of Object.entries<EventSpec>(entity.events)) {
    if (spec.system || !isWanted(name)) continue
    const isAgainst = against[name]?.(scope)
    if (isAgainst) questions.push({ names: [name], isAgainst, states: spec.from })
    const types = spec.excludesActorOf?.filter((type) => type !== 'created') ?? []
    if (types.length) byActors.set(types.join(), [...(byActors.get(types.join()) ?? []), name])
  }
  for (const [types, names] of byActors) questions.push({ names, isAgainst: isActor(scope, entity, types.split(',')), states: undefined })
  return questions
}

const namesAgainst = (questions: readonly Question[]): RawBuilder<string[]> =>
  sql<string[]>`array(${sql.join(
    questions.map(
      ({ names, isAgainst, states }) =>
        sql`select unnest(${[...names]}::text[]) where ${states ? sql`case when r.status = any(${[...states]}::text[]) then ${isAgainst} else false end` : isAgainst}`,
    ),
    sql` union all `,
  )})`

/** Over `r`, for the statement of its page: the names of what is not offered. Null: there is nothing to ask of such records. */
export function againstColumn(scope: Asker, entity: AnyEntity): RawBuilder<string[]> | null {
  const questions = questionsOf(scope, entity, (name) =>
    name === 'retire' ? can(scope.user, entity.name, 'E') : can(scope.user, entity.name, 'R') || can(scope.user, entity.name, 'A'),
  )
  return questions.length ? namesAgainst(questions) : null
}

/**
 * The same of a record that was written in this call, to be asked with others; null: nothing of `may` depends on it. `may`: by rights and state. `hasFacts`: it is not deleted any more.
 */
export function againstNow(scope: Scope, entity: AnyEntity, row: Row, may: readonly string[], hasFacts: boolean): RawBuilder<{ against: string[] }> | null {
  // Of what was entered just now nothing was recorded yet.
  const mayBeRetired = !hasFacts && row.version > 1 && mayRetire(scope.user, entity, row)
  const questions = questionsOf(scope, entity, (name) => (name === 'retire' ? mayBeRetired : may.includes(name)))
  return questions.length === 0
    ? null
    : sql<{ against: string[] }>`select ${namesAgainst(questions)} as against from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and r.id = ${row.id}::uuid`
}

/** What may be done, with deleting it, and without what stands against it. `row`: as it is stored. */
export function offeredOf(scope: Asker, entity: AnyEntity, row: Row, may: readonly string[], against: readonly string[]): string[] {
  const [edit, ...rest] = may[0] === 'edit' ? may : [undefined, ...may]
  const all = [...(edit ? [edit] : []), ...(mayRetire(scope.user, entity, row) ? ['retire'] : []), ...rest.flatMap((name) => name ?? [])]
  return against.length ? all.filter((name) => !against.includes(name)) : all
}

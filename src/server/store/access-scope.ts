// What a person may see, as SQL: the access predicate of the domain, and the operator of the address.
import { sql } from 'kysely'
import { type Action, accessPredicate } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { columnOf } from './columns.ts'
import { always, type Condition, conditionOf } from './condition.ts'

export type { Condition }

/** Rows of `entity` over which the person holds `action`. The table must be called `r`. */
export const withinAccessScope = ({ user }: Pick<Scope, 'user'>, entity: AnyEntity, action: Action): Condition =>
  conditionOf(entity, accessPredicate(user, entity, action))

/** The operator chosen in the address narrows what belongs to operators; shared records stay, and those of companies. */
export const ofOperator = (scope: Scope, entity: AnyEntity): Condition => {
  if (!scope.operator || entity.owner === 'tenant') return always
  const isTheirs = sql<boolean>`r.operator_id = ${scope.operator.id}::uuid`
  return entity.owner === 'either' ? sql`(${isTheirs} or r.operator_id is null)` : isTheirs
}
/** The same for lists, exports and reports, where records that name their operator in a field of their own are narrowed as they declare. */
export function listedAtOperator(scope: Scope, entity: AnyEntity): Condition {
  const { operator: field, atOperator } = entity.belongsTo
  if (scope.operator && entity.owner === 'either') return sql`r.operator_id = ${scope.operator.id}::uuid`
  if (!scope.operator || !field || !atOperator || atOperator === 'EVERY') return ofOperator(scope, entity)
  const column = sql.ref(`r.${columnOf(entity, field)?.column ?? field}`)
  const isTheirs = sql<boolean>`${column} = ${scope.operator.id}::uuid`
  return atOperator === 'THEIRS' ? isTheirs : sql`(${column} is null or ${isTheirs})`
}
/** The same of a record that has been read. */
export const isOfOperator = (scope: Scope, entity: AnyEntity, row: Row): boolean =>
  !scope.operator || entity.owner === 'tenant' || row.operatorId === scope.operator.id || (entity.owner === 'either' && row.operatorId === null)

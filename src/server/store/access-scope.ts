// What a person may see, as SQL: the same answer as covers() of domain/access.ts, for lists. A test
// compares the two over the whole cast.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type AccessScope,
  type Action,
  accessScopes,
  includesProcessors,
  isOpenWhenEmpty,
  kindsInScope,
  operatorField,
  personField,
  processorField,
} from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { columnName } from '#server/db/names.ts'
import type { Scope } from '../scope.ts'

export type Condition = RawBuilder<SqlBool>
const all: Condition = sql`true`
const none: Condition = sql`false`

/** Rows of `entity` over which the person holds `action`. The table must be called `r`. */
export function withinAccessScope(scope: Scope, entity: AnyEntity, action: Action): Condition {
  const conditions = accessScopes(scope.user, entity.name, action).map((one) => within(scope, entity, one))
  if (conditions.includes(all)) return all
  const some = conditions.filter((one) => one !== none)
  return some.length ? sql`(${sql.join(some, sql` or `)})` : none
}

function within(scope: Scope, entity: AnyEntity, one: AccessScope): Condition {
  const kinds = kindsInScope[entity.name]
  const only = kinds?.of[one.grant.role]
  const condition = ofScope(scope, entity, one)
  return kinds && only && condition !== none ? sql`(${sql.ref(`r.${columnName(kinds.field)}`)} = any(${[...only]}::text[]) and ${condition})` : condition
}

function ofScope({ user }: Scope, entity: AnyEntity, { kind, grant }: AccessScope): Condition {
  if (kind === 't') return all
  const named = personField(entity.name)
  if (kind === 's' && named) return sql`${sql.ref(`r.${columnName(named)}`)} = ${user.id}::uuid`
  if (kind === 's') {
    const own = [sql<SqlBool>`r.id = ${user.id}::uuid`]
    if (user.farmerId)
      own.push(sql`r.id = ${user.farmerId}::uuid`, ...('farmerId' in entity.fields ? [sql<SqlBool>`r.farmer_id = ${user.farmerId}::uuid`] : []))
    return sql`(${sql.join(own, sql` or `)})`
  }
  const byProcessor = includesProcessors(kind) ? belonging(entity, processorField(entity), grant.processorIds) : none
  if (kind === 'p') return byProcessor
  if (kind === 'c' && entity.name === 'certificationbody') return belonging(entity, 'id', grant.certificationBodyIds)
  const field = operatorField(entity)
  const byOperator = isOpenWhenEmpty(entity)
    ? eitherOf(belonging(entity, field, grant.operatorIds), sql`cardinality(${sql.ref(`r.${columnName(field)}`)}) = 0`)
    : belonging(entity, field, grant.operatorIds)
  const inVillages = kind === 'a' && grant.villages?.length && 'village' in entity.fields && byOperator !== none
  return eitherOf(inVillages ? sql`(${byOperator} and r.village = any(${grant.villages}::text[]))` : byOperator, byProcessor)
}

const eitherOf = (one: Condition, other: Condition): Condition => (one === none ? other : other === none ? one : sql`(${one} or ${other})`)

/** A record may belong to one operator or processor or, when the field is a list, to any of several. */
function belonging(entity: AnyEntity, field: string, ids: string[] | undefined): Condition {
  if (!ids?.length || !(field === 'id' || field === 'operatorId' || field in entity.fields)) return none
  const column = sql.ref(`r.${columnName(field)}`)
  return entity.fields[field]?.kind === 'references' ? sql`${column} && ${ids}::uuid[]` : oneOf(column, ids)
}

/** One id is an equality, which an index can serve in the order of the list; of several only a search can. */
function oneOf(column: RawBuilder<unknown>, ids: string[]): Condition {
  return ids.length === 1 ? sql`${column} = ${ids[0]}::uuid` : sql`${column} = any(${ids}::uuid[])`
}

/** The operator chosen in the address narrows what belongs to operators; shared records stay. */
export function ofOperator(scope: Scope, entity: AnyEntity): Condition {
  return scope.operator && entity.owner === 'operator' ? sql`r.operator_id = ${scope.operator.id}::uuid` : all
}
/** The same of a record that has been read. */
export const isOfOperator = (scope: Scope, entity: AnyEntity, row: Row): boolean =>
  !scope.operator || entity.owner !== 'operator' || row.operatorId === scope.operator.id

// Lists: what a person may see of one entity, filtered, sorted and paged by keyset: the next page begins
// after a row, not after a number of rows, so page 1,000 costs what page 1 costs and nothing is seen twice.
import { type RawBuilder, sql } from 'kysely'
import { accessScopes, fieldsHiddenFrom } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { sortKey } from '#server/db/schema.ts'
import type { Scope } from '../scope.ts'
import { type Condition, ofOperator, withinAccessScope } from './access-scope.ts'
import { columnOf, columnsOf, listedColumns, type Stored, selected, smallColumnsOf, toRow } from './columns.ts'
import type { Filter, ListQuery, SortKey } from './list-query.ts'
import { matches } from './search.ts'

/** A count beyond this is not worth its time: the answer says "more than". */
export const countCap = 10_000
export type Page = { rows: Row[]; next: string | null; total?: number; totalIsCapped?: boolean }
export type ListOptions = { /** Polygons and row lists too (exports). */ large?: boolean }

/** One page. Throws FORBIDDEN without the right to list, VALIDATION for a cursor of another list. */
export async function listRecords(scope: Scope, entity: AnyEntity, query: ListQuery, { large = false }: ListOptions = {}): Promise<Page> {
  if (accessScopes(scope.user, entity.name, 'L').length === 0) throw new Problem('FORBIDDEN')
  const order = orderOf(entity, query.sort)
  const unseen = hiddenInLists(scope, entity)
  const hidden = query.sort.find(({ name }) => unseen.has(name))
  if (hidden) throw new Problem('FORBIDDEN', { message: `Your role does not show what this list would be sorted by (${hidden.name}).` })
  const where = conditions(scope, entity, query)
  const from = query.cursor ? [after(order, readCursor(query.cursor, order))] : []
  const read = query.fields ? listedColumns(entity, withRead(scope, entity, query.fields)) : large ? columnsOf(entity) : smallColumnsOf(entity)
  const columns = read.map((stored) => sql.raw(selected(stored)))
  const keys = order.map(({ by }, index) => sql`(${by})::text as ${sql.ref(`key_${index}`)}`)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([...columns, ...keys])} from ${sql.table(entity.name)} as r where ${sql.join([...where, ...from], sql` and `)}
    order by ${sql.join(order.map(({ by, descending }) => sql`${by} ${descending ? sql`desc` : sql`asc`}`))} limit ${query.limit + 1}`.execute(scope.db)
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  const page: Page = {
    rows: shown.map((row) => toRow(entity, row)),
    next: last
      ? writeCursor(
          order,
          order.map((_, index) => last[`key_${index}`] as string),
        )
      : null,
  }
  return query.count ? { ...page, ...(await counted(scope, entity, where)) } : page
}

/** With the fields from which those that change with the calendar are made. */
function withRead(scope: Scope, entity: AnyEntity, fields: readonly string[]): string[] {
  const { today = {} } = scope.behaviours[entity.name] ?? {}
  return [...fields, ...fields.flatMap((name) => today[name]?.reads ?? [])]
}

async function counted(scope: Scope, entity: AnyEntity, where: Condition[]): Promise<Pick<Page, 'total' | 'totalIsCapped'>> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from ${sql.table(entity.name)} as r where ${sql.join(where, sql` and `)} limit ${countCap + 1}) as found`.execute(
    scope.db,
  )
  const total = rows[0]?.n ?? 0
  return { total: Math.min(total, countCap), totalIsCapped: total > countCap }
}

/** Everything that limits a list, except the page: also what an export or a count needs. */
export function conditions(scope: Scope, entity: AnyEntity, query: Pick<ListQuery, 'q' | 'filters'>): Condition[] {
  const hidden = hiddenInLists(scope, entity)
  const withPersonal = accessScopes(scope.user, entity.name, 'L').some(({ masked }) => !masked)
  return [
    sql`r.tenant_id = ${scope.tenant.id}`,
    sql`r.deleted_at is null`,
    withinAccessScope(scope, entity, 'L'),
    ofOperator(scope, entity),
    ...query.filters.map((filter) => condition(scope, entity, filter, hidden)),
    ...(query.q ? [matches(scope, entity, query.q, { withPersonal })] : []),
  ]
}

/** Fields that nobody lets this person see must not find or sort records for them either. */
const hiddenInLists = (scope: Scope, entity: AnyEntity): ReadonlySet<string> => new Set(fieldsHiddenFrom(entity, accessScopes(scope.user, entity.name, 'L')))

function condition(scope: Scope, entity: AnyEntity, { name, op, values }: Filter, hidden: ReadonlySet<string>): Condition {
  if (name === 'flag') return flagged(scope, entity, op === 'is' ? (values[0] === 'set' ? ['any'] : ['none']) : values)
  const stored = columnOf(entity, name) as Stored
  if (stored.field && hidden.has(name)) throw new Problem('FORBIDDEN', { message: `Your role does not show ${stored.field.label.toLowerCase()}.` })
  const column = scope.behaviours[entity.name]?.today?.[name]?.sql(scope) ?? sql.raw(stored.read)
  const type = sql.raw(stored.type.replace('[]', ''))
  if (op === 'is') return values[0] === 'empty' ? sql`${column} is null` : sql`${column} is not null`
  if (op === 'gte') return sql`${column} >= ${values[0]}::${type}`
  if (op === 'lte') return sql`${column} <= ${values[0]}::${type}`
  if (stored.type.endsWith('[]')) return sql`${column} && ${values}::${sql.raw(stored.type)}`
  return values.length === 1 ? sql`${column} = ${values[0]}::${type}` : sql`${column} = any(${values}::${sql.raw(`${stored.type}[]`)})`
}

function flagged(scope: Scope, entity: AnyEntity, rules: string[]): Condition {
  const open = sql`select f.subject_id from flag as f where f.tenant_id = ${scope.tenant.id} and f.subject_type = ${entity.name} and f.closed_at is null`
  if (rules.includes('none')) return sql`not (r.id = any (array(${open})))`
  return rules.includes('any') ? sql`r.id = any (array(${open}))` : sql`r.id = any (array(${open} and f.rule_id = any(${rules}::text[])))`
}

type Ordering = { name: string; by: RawBuilder<unknown>; bound(value: string): RawBuilder<unknown>; descending: boolean }

/** The asked order, newest first when nothing is asked, always ending in the id, so that no two rows are equal. */
function orderOf(entity: AnyEntity, requested: SortKey[]): Ordering[] {
  const sort = requested.length ? requested : [{ name: 'createdAt', descending: true }]
  const keys = sort.map(({ name, descending }): Ordering => {
    const { field, column, type } = columnOf(entity, name) as Stored
    if (!field) return { name, descending, by: sql.ref(`r.${column}`), bound: (value) => sql`${value}::${sql.raw(type)}` }
    return { name, descending, by: sql.raw(sortKey(name, field).replace(/"/, 'r."')), bound: (value) => sql`${value}::${sql.raw(field.column)}` }
  })
  return [...keys, { name: 'id', descending: sort.at(-1)?.descending ?? true, by: sql.ref('r.id'), bound: (value) => sql`${value}::uuid` }]
}

/** Rows after the cursor. One direction for all keys is one row comparison, which the index serves; mixed directions are spelled out. */
function after(order: Ordering[], values: string[]): Condition {
  const bound = order.map((key, index) => key.bound(values[index] as string))
  const isOneWay = order.every(({ descending }) => descending === order[0]?.descending)
  if (isOneWay) return sql`(${sql.join(order.map(({ by }) => by))}) ${order[0]?.descending ? sql`<` : sql`>`} (${sql.join(bound)})`
  const steps = order.map(({ by, descending }, index) => {
    const equal = order.slice(0, index).map((key, i) => sql`${key.by} = ${bound[i]}`)
    return sql`(${sql.join([...equal, sql`${by} ${descending ? sql`<` : sql`>`} ${bound[index]}`], sql` and `)})`
  })
  return sql`(${sql.join(steps, sql` or `)})`
}

const signature = (order: Ordering[]): string => order.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',')
const writeCursor = (order: Ordering[], values: string[]): string => Buffer.from(JSON.stringify([signature(order), ...values])).toString('base64url')

function readCursor(cursor: string, order: Ordering[]): string[] {
  try {
    const [sort, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (sort === signature(order) && values.length === order.length && values.every((value) => typeof value === 'string' && !value.includes('\u0000')))
      return values as string[]
  } catch {
    /* Not one of ours; answered below. */
  }
  throw new Problem('VALIDATION', { fields: [{ path: 'cursor', code: 'format', message: 'This cursor belongs to another list. Begin again without it.' }] })
}

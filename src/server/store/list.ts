// Lists: what a person may see of one entity, filtered, sorted and paged by keyset: the next page begins
// after a row, not after a number of rows, so page 1,000 costs what page 1 costs and nothing is seen twice.

import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { accessScopes, fieldsHiddenFrom } from '#domain/access.ts'
import { countCap } from '#domain/kernel/count-cap.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { externalIds, externalIdsSection } from '#domain/kernel/external-ids.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { queryAll, TextQuery, type TextRow } from '#server/db/connection.ts'
import { isSortedByExpression, sortKey } from '#server/db/schema.ts'
import type { Scope } from '../scope.ts'
import { type Condition, listedAtOperator, ofOperator, withinAccessScope } from './access-scope.ts'
import { columnsOf, listedColumns, neededColumn, type Stored, selected, smallColumnsOf, toRow } from './columns.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { hasExternalId } from './external-ids.ts'
import { isLive, wasThere } from './get.ts'
import type { Filter, ListQuery, SortKey } from './list-query.ts'
import { type ListReader, listReader } from './list-reader.ts'
import { matches } from './search.ts'
import { isSpoken } from './spoken.ts'

export type Page = { rows: Row[]; next: string | null; total?: number; totalIsCapped?: boolean }
export type ListOptions = { /** Polygons and row lists too (exports). */ large?: boolean }

/** One page as records. Throws FORBIDDEN without the right to list, VALIDATION for a cursor of another list. */
export async function listRecords(scope: Scope, entity: AnyEntity, query: ListQuery, { large = false }: ListOptions = {}): Promise<Page> {
  const read = query.fields ? fieldsRead(scope, entity, query.fields) : large ? columnsOf(entity) : smallColumnsOf(entity)
  const { page, total, nextOf } = questions(scope, entity, query, sql.raw(read.map(selected).join(', ')))
  const [rows = [], counted] = await queryAll(scope.db, page, ...total)
  const shown = rows.slice(0, query.limit)
  const next = rows.length > query.limit ? nextOf((index) => String(shown.at(-1)?.[`key_${index}`])) : null
  return { rows: shown.map((row) => toRow(entity, row)), next, ...totalOf(counted) }
}

export type TextPage = Omit<Page, 'rows'> & { rows: readonly TextRow[]; reader: ListReader }
/** The same as rows of texts, with the reader of their columns. */
export async function listAsText(scope: Scope, entity: AnyEntity, query: ListQuery): Promise<TextPage> {
  const { today = {}, named } = scope.behaviours[entity.name] ?? {}
  const read = query.fields ? fieldsRead(scope, entity, query.fields) : smallColumnsOf(entity)
  const reader = listReader(
    entity,
    read,
    [...Object.entries(today).flatMap(([name, one]) => [name, ...(one?.reads ?? [])]), ...(isSpoken(scope, entity) ? ['title'] : [])],
    named,
  )
  const { page, total, nextOf } = questions(scope, entity, query, reader.columns)
  const [rows, counted] = await queryAll(scope.db, new TextQuery(page), ...total)
  const last = rows.length > query.limit ? rows[query.limit - 1] : undefined
  return { rows: rows.slice(0, query.limit), reader, next: last ? nextOf((index) => String(last[read.length + index])) : null, ...totalOf(counted) }
}

type Questions = { page: RawBuilder<Record<string, unknown>>; total: RawBuilder<unknown>[]; nextOf(key: (index: number) => string): string }
/** The page, and where it is asked for the count, of whatever columns. The keys of its order stand after them as key_0, key_1 … */
export function questions(scope: Scope, entity: AnyEntity, query: ListQuery, columns: RawBuilder<unknown>): Questions {
  if (accessScopes(scope.user, entity.name, 'L').length === 0) throw new Problem('FORBIDDEN')
  const order = orderOf(entity, query.sort)
  const unseen = hiddenInLists(scope, entity)
  const hidden = query.sort.find(({ name }) => unseen.has(name))
  if (hidden) throw new Problem('FORBIDDEN', { message: phrase`Your role does not show what this list would be sorted by (${hidden.name}).` })
  const where = conditions(scope, entity, query)
  const from = query.cursor ? [after(order, positionIn(query.cursor, order))] : []
  const keys = order.map(({ by }, index) => sql`(${by})::text as ${sql.ref(`key_${index}`)}`)
  return {
    page: sql`
    select ${columns}, ${sql.join(keys)} from ${sql.table(entity.name)} as r where ${sql.join([...where, ...from], sql` and `)}
    order by ${sql.join(order.map(({ by, descending }) => sql`${by} ${descending ? sql`desc` : sql`asc`}`))} limit ${query.limit + 1}`,
    total: query.count ? [countOf(entity, where)] : [],
    nextOf: (key) => writeCursor([signature(order), ...order.map((_, index) => key(index))]),
  }
}

/** With the fields from which those that change with the calendar are made. */
function fieldsRead(scope: Scope, entity: AnyEntity, fields: readonly string[]): readonly Stored[] {
  const { today = {} } = scope.behaviours[entity.name] ?? {}
  return listedColumns(entity, [...fields, ...fields.flatMap((name) => today[name]?.reads ?? [])])
}

const countOf = (entity: AnyEntity, where: Condition[]): RawBuilder<unknown> =>
  sql`select count(*) as n from (select 1 from ${sql.table(entity.name)} as r where ${sql.join(where, sql` and `)} limit ${countCap + 1}) as found`

function totalOf(rows: readonly Record<string, unknown>[] | undefined): Pick<Page, 'total' | 'totalIsCapped'> {
  if (!rows) return {}
  const total = Number(rows[0]?.n ?? 0)
  return { total: Math.min(total, countCap), totalIsCapped: total > countCap }
}

/** Everything that limits a list, except the page: also what an export or a count needs. */
export function conditions(scope: Scope, entity: AnyEntity, query: Pick<ListQuery, 'q' | 'filters'>): Condition[] {
  const hidden = hiddenInLists(scope, entity)
  const withPersonal = accessScopes(scope.user, entity.name, 'L').some(({ masked }) => !masked)
  return [
    sql`r.tenant_id = ${scope.tenant.id}`,
    isLive(scope),
    ...(scope.past ? [wasThere(scope, entity)] : []),
    withinAccessScope(scope, entity, 'L'),
    isOfOneHolder(entity, query) ? ofOperator(scope, entity) : listedAtOperator(scope, entity),
    ...query.filters.map((filter) => condition(scope, entity, filter, hidden)),
    ...(query.q ? [matches(scope, entity, query.q, { withPersonal })] : []),
  ]
}

/** Who names the holder has chosen whose records they are, wherever they look from: a picker, or what is connected with a company. */
const isOfOneHolder = ({ belongsTo: { operator, processor } }: AnyEntity, { filters }: Pick<ListQuery, 'filters'>): boolean =>
  filters.some(({ name, op }) => op === 'in' && (name === operator || name === processor))

/** Fields that nobody lets this person see must not find or sort records for them either. */
const hiddenInLists = (scope: Scope, entity: AnyEntity): ReadonlySet<string> => new Set(fieldsHiddenFrom(entity, accessScopes(scope.user, entity.name, 'L')))

function condition(scope: Scope, entity: AnyEntity, { name, op, values }: Filter, hidden: ReadonlySet<string>): Condition {
  if (name === 'flag') return flagged(scope, entity, op === 'is' ? (values[0] === 'set' ? ['any'] : ['none']) : values)
  if (name === 'externalId') {
    if (hidden.has(externalIds)) throw new Problem('FORBIDDEN', { message: phrase`Your role does not show ${small(externalIdsSection)}.` })
    return hasExternalId(scope, entity, values)
  }
  const stored = neededColumn(entity, name)
  if (stored.field && hidden.has(name)) throw new Problem('FORBIDDEN', { message: phrase`Your role does not show ${small(stored.field.label)}.` })
  const ofToday = scope.behaviours[entity.name]?.today?.[name]?.sql(scope)
  if (ofToday) return compared(stored, ofToday, op, values)
  const plain = compared(stored, sql.raw(stored.read), op, values)
  // The index of a column that can be empty is over what it is sorted by.
  const key = stored.field?.sort && op !== 'is' && isSortedByExpression(stored.field) ? sortKey(name, stored.field, 'r.') : null
  return key ? sql`(${plain} and ${compared(stored, sql.raw(key), op, values)})` : plain
}

function compared(stored: Stored, column: RawBuilder<unknown>, op: Filter['op'], values: readonly string[]): Condition {
  const type = sql.raw(stored.type.replace('[]', ''))
  if (op === 'is') return values[0] === 'empty' ? sql`${column} is null` : sql`${column} is not null`
  // What nothing has made true yet is not true.
  if (stored.type === 'boolean' && op === 'in' && values.every((value) => value === 'false')) return sql`${column} is not true`
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
    const { field, column, type } = neededColumn(entity, name)
    if (!field) return { name, descending, by: sql.ref(`r.${column}`), bound: (value) => sql`${value}::${sql.raw(type)}` }
    return { name, descending, by: sql.raw(sortKey(name, field, 'r.')), bound: (value) => sql`${value}::${sql.raw(field.column)}` }
  })
  return [...keys, { name: 'id', descending: sort.at(-1)?.descending ?? true, by: sql.ref('r.id'), bound: (value) => sql`${value}::uuid` }]
}

/** Rows after the cursor. One direction for all keys is one row comparison, which the index serves; mixed directions are spelled out. */
function after(order: Ordering[], values: string[]): Condition {
  const bound = order.map((key, index) => key.bound(values[index] ?? ''))
  const isOneWay = order.every(({ descending }) => descending === order[0]?.descending)
  if (isOneWay) return sql`(${sql.join(order.map(({ by }) => by))}) ${order[0]?.descending ? sql`<` : sql`>`} (${sql.join(bound)})`
  const steps = order.map(({ by, descending }, index) => {
    const equal = order.slice(0, index).map((key, i) => sql`${key.by} = ${bound[i]}`)
    return sql`(${sql.join([...equal, sql`${by} ${descending ? sql`<` : sql`>`} ${bound[index]}`], sql` and `)})`
  })
  return sql`(${sql.join(steps, sql` or `)})`
}

/** Values of the keys, as texts. */
function positionIn(cursor: string, order: Ordering[]): string[] {
  const value = z.string().refine((text) => !text.includes('\u0000'))
  return readCursor(
    cursor,
    z.tuple([z.literal(signature(order))], value).refine(({ length }) => length === order.length + 1),
  ).slice(1)
}

const signature = (order: Ordering[]): string => order.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',')

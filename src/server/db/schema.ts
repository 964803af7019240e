// From declarations to tables: columns, keys, checks, references, indexes. Pure data; ddl.ts writes it
// as SQL, and violations.ts reads it backwards to say which field broke which constraint.
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type Field, refersToOne } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { columnKinds } from './column-kinds.ts'
import { columnName, constraintName, literal, quoted } from './names.ts'

export type Column = { name: string; type: string; isNullable: boolean; initial?: string; check?: string }
/** `fields`: as the declaration calls them, for messages. `states`: only in these. */
export type Unique = { name: string; columns: string[]; fields: readonly string[]; states?: readonly string[] | undefined }
export type ForeignKey = { name: string; column: string; field: string; target: string }
/** Keys as SQL, the tenant first. */
export type Index = { name: string; keys: string[] }
export type Table = {
  name: string /** Columns of the primary key after the tenant. */
  key: string[]
  columns: Column[]
  uniques: Unique[]
  foreignKeys: ForeignKey[]
  indexes: Index[]
}

export const sources = ['WEB', 'MOBILE', 'IMPORT', 'API', 'PUBLIC', 'SYSTEM'] as const

/** Columns of every record, in SQL; the domain dictionary's 1.1. */
export const commonColumns = {
  id: 'uuid',
  operatorId: 'uuid',
  code: 'text',
  title: 'text',
  version: 'integer',
  status: 'text',
  source: 'text',
  tags: 'text[]',
  createdAt: 'timestamptz',
  createdBy: 'uuid',
  updatedAt: 'timestamptz',
  updatedBy: 'uuid',
} as const

/** The table of one entity. `declared`: names of all entities, to know which references have a table. */
export function tableOf(entity: AnyEntity, declared: ReadonlySet<string>): Table {
  const fields = Object.entries<Field>(entity.fields).filter(([, field]) => !factsOf(field).hasTable)
  const table = entity.name
  const foreignKeys = fields.flatMap(([name, field]) =>
    refersToOne(field) && declared.has(field.target ?? '') ? [foreignKey(table, name, field.target ?? '')] : [],
  )
  if (declared.has('collective')) foreignKeys.unshift(foreignKey(table, 'operatorId', 'collective'))
  return {
    name: table,
    key: ['id'],
    columns: [
      { name: 'tenant_id', type: 'integer', isNullable: false },
      ...Object.entries(commonColumns).map(([name, type]) => commonColumn(entity, name, type)),
      { name: 'deleted_at', type: 'timestamptz', isNullable: true },
      ...fields.map(([name, field]) => fieldColumn(name, field)),
      ...Object.entries(entity.keys ?? {}).map(([name, type]) => ({ name: columnName(name), type, isNullable: true })),
    ],
    uniques: [unique(table, ['code']), ...(entity.unique ?? []).map((set) => unique(table, set, entity.uniqueIn))],
    foreignKeys,
    indexes: indexesOf(entity, fields),
  }
}

/** Name of the table of a field's lines. */
export const linesTable = (entity: AnyEntity, field: string): string => `${entity.name}_${columnName(field)}`
/** Columns of every line, besides the tenant. */
export const lineKey = { parent: 'parent_id', line: 'line_no' } as const

/** The tables of an entity's `lines` fields: tenant, parent, place in the list, then a column for each field of a line. */
export function linesTablesOf(entity: AnyEntity, declared: ReadonlySet<string>): Table[] {
  return Object.entries<Field>(entity.fields).flatMap(([name, { kind, fields = {} }]): Table[] => {
    if (!factsOf({ kind }).hasTable) return []
    const table = linesTable(entity, name)
    const own = Object.entries(fields)
    const references = own.filter(([, field]) => refersToOne(field) && declared.has(field.target ?? ''))
    const inList = ({ field, ...key }: ForeignKey): ForeignKey => ({ ...key, field: `${name}.${field}` })
    return [
      {
        name: table,
        key: [lineKey.parent, lineKey.line],
        columns: [
          { name: 'tenant_id', type: 'integer', isNullable: false },
          { name: lineKey.parent, type: 'uuid', isNullable: false },
          { name: lineKey.line, type: 'integer', isNullable: false },
          // A list as a whole may be derived; of its lines the declaration says what may be missing.
          ...own.map(([inner, field]) => fieldColumn(inner, field)),
        ],
        uniques: [],
        foreignKeys: [
          { name: constraintName(table, lineKey.parent, 'fkey'), column: lineKey.parent, field: name, target: entity.name },
          ...references.map(([inner, field]) => inList(foreignKey(table, inner, field.target ?? ''))),
        ],
        indexes: references.map(([inner]) => ({
          name: constraintName(table, columnName(inner), 'idx'),
          keys: ['tenant_id', quoted(columnName(inner))],
        })),
      },
    ]
  })
}

function commonColumn(entity: AnyEntity, name: string, type: string): Column {
  const isNullable = ['operatorId', 'createdBy', 'updatedBy'].includes(name)
  const column: Column = { name: columnName(name), type, isNullable }
  if (name === 'version') column.initial = '1'
  if (name === 'tags') column.initial = `'{}'`
  if (name === 'status') column.check = `status in (${Object.keys(entity.states).map(literal).join(', ')})`
  if (name === 'source') column.check = `source in (${sources.map(literal).join(', ')})`
  return column
}

function fieldColumn(name: string, field: Field): Column {
  const column: Column = { name: columnName(name), type: sqlType(field), isNullable: !field.required || field.by === 'system' }
  const check = columnKinds[field.kind].check?.(quoted(column.name), field)
  return check ? { ...column, check } : column
}

/** Numerics keep exactly the decimals of the declaration; 18 digits hold any of them. */
export function sqlType(field: Field): string {
  if (field.column !== 'numeric') return field.column
  return `numeric(18,${field.decimals ?? 0})`
}

const unique = (table: string, fields: readonly string[], states?: readonly string[]): Unique => {
  const columns = fields.map(columnName)
  return { name: constraintName(table, ...columns), columns, fields, states }
}
const foreignKey = (table: string, field: string, target: string): ForeignKey => {
  const column = columnName(field)
  return { name: constraintName(table, column, 'fkey'), column, field, target }
}

/**
 * Lists are read by keyset: each sortable column has (tenant, column, id). A nullable column is sorted through
 * sortKey(), because a row value with a null in it compares to nothing. References and filters get their own.
 */
function indexesOf(entity: AnyEntity, fields: [string, Field][]): Index[] {
  const index = (...keys: string[]): Index => ({
    name: constraintName(entity.name, ...keys.map((key) => key.replace(/\W+/g, '_').replace(/^_|_$/g, '')), 'idx'),
    keys: ['tenant_id', ...keys],
  })
  const sorted = fields
    .filter(([, field]) => field.sort)
    .map(([name, field]) => ({ name: constraintName(entity.name, columnName(name), 'idx'), keys: ['tenant_id', sortKey(name, field), 'id'] }))
  const filtered = fields
    .filter(([, field]) => (field.filter || refersToOne(field)) && !field.sort && !field.column.endsWith('[]'))
    .map(([name]) => index(quoted(columnName(name))))
  const common = [index('created_at', 'id'), index('updated_at', 'id'), index('title', 'id'), index('status', 'created_at', 'id')]
  const owned = entity.owner !== 'tenant' ? [index('operator_id', 'created_at', 'id')] : []
  // Of records in other states, too, whoever has a number is asked for.
  const lookups = [...(entity.lookups ?? []), ...((entity.uniqueIn && entity.unique) ?? [])].map((set) => index(...set.map((name) => quoted(columnName(name)))))
  return [...common, ...owned, ...sorted, ...filtered, ...lookups]
}

/** What a null sorts as: after every value of its type (text: before), so that keyset paging meets it exactly once. */
const nullSorts: Record<string, string> = {
  text: `''`,
  integer: '2147483647',
  numeric: `'NaN'::numeric`,
  date: `'infinity'::date`,
  timestamptz: `'infinity'::timestamptz`,
  boolean: 'false',
  uuid: `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`,
}
/** Whether a field can be empty, so that its order is that of an expression and not of the column. */
export const isSortedByExpression = (field: Field): boolean => !(field.required && field.by === 'person')

/**
 * SQL by which a declared field is sorted and its index built. Not `coalesce`: with row security PostgreSQL uses a condition on an
 * index only where nothing in it can leak a value, which it takes for granted of `case` and never of `coalesce`; the page after
 * a row would then be looked for from the first row on. Comparisons of `numeric` count as leaking too: such pages still are.
 */
export function sortKey(name: string, field: Field, table = ''): string {
  const column = table + quoted(columnName(name))
  return !isSortedByExpression(field) ? column : `(case when ${column} is null then ${nullSorts[field.column] ?? `''`} else ${column} end)`
}

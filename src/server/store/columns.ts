// Between a record as the product speaks of it (camelCase, null when empty) and a row of its table.
import { type RawBuilder, sql } from 'kysely'
import { rightsFields } from '#domain/access.ts'
import type { AnyEntity, Stored as RecordOf, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf, isLeftOut } from '#domain/kernel/field-kinds.ts'
import { columnKinds } from '#server/db/column-kinds.ts'
import { columnName, literal, quoted } from '#server/db/names.ts'
import { commonColumns, lineKey, linesTable } from '#server/db/schema.ts'

export type Stored = {
  name: string
  column: string
  /** SQL type without precision. */
  type: string
  /** Left out of lists: a polygon or a list of rows would make a page megabytes. */
  isLarge: boolean
  /** Null for the common columns. */
  field: Field | null
  /** SQL that reads it from `r`: its column, or its lines as one JSON list. */
  read: string
}

/** Lines are read with their record, in one statement; as the same JSON that a column of rows would hold. */
function readLines(entity: AnyEntity, name: string, { fields = {}, required }: Field): string {
  const pairs = Object.entries(fields).map(([inner, { kind }]) => {
    const column = `l.${quoted(columnName(inner))}`
    return `${literal(inner)}, ${columnKinds[kind].json?.(column) ?? column}`
  })
  const list = `jsonb_agg(jsonb_build_object(${pairs.join(', ')}) order by l.${lineKey.line})`
  // A list that may be missing is null while it has no line.
  return `(select ${required ? `coalesce(${list}, '[]')` : list} from ${quoted(linesTable(entity, name))} as l where l.tenant_id = r.tenant_id and l.${lineKey.parent} = r.id)`
}

const remembered = new WeakMap<AnyEntity, readonly Stored[]>()

/** Every column of an entity that is part of its record (not the tenant, not the mark of deletion). */
export function columnsOf(entity: AnyEntity): readonly Stored[] {
  const known = remembered.get(entity)
  if (known) return known
  const common = Object.entries(commonColumns).map(
    ([name, type]): Stored => ({ name, column: columnName(name), type, isLarge: false, field: null, read: `r.${quoted(columnName(name))}` }),
  )
  const own = Object.entries<Field>(entity.fields).map(
    ([name, field]): Stored => ({
      name,
      column: columnName(name),
      type: field.column,
      isLarge: isLeftOut(field),
      field,
      read: factsOf(field).hasTable ? readLines(entity, name, field) : `r.${quoted(columnName(name))}`,
    }),
  )
  const all = [...common, ...own]
  remembered.set(entity, all)
  return all
}

/** One column of `r` for a select. */
export const selected = ({ column, read, field }: Stored): string => (field && factsOf(field).hasTable ? `${read} as ${quoted(column)}` : read)
/** Those with a column of their own. */
export const ownColumnsOf = (entity: AnyEntity): readonly Stored[] => columnsOf(entity).filter(({ field }) => !field || !factsOf(field).hasTable)

export const hasLines = (entity: AnyEntity): boolean => ownColumnsOf(entity).length < columnsOf(entity).length

const listed = new WeakMap<AnyEntity, RawBuilder<unknown>>()
/** All columns of `r` for a select. Made once: for a record of sixty fields, writing them costs as much as a short query. */
export function allColumns(entity: AnyEntity): RawBuilder<unknown> {
  const known = listed.get(entity) ?? sql.raw(columnsOf(entity).map(selected).join(', '))
  listed.set(entity, known)
  return known
}
export const smallColumnsOf = (entity: AnyEntity): readonly Stored[] => columnsOf(entity).filter(({ isLarge }) => !isLarge)
/** What a list carries when only these fields are asked for: also what every row is known by, and what decides the reader's rights on it. */
export function listedColumns(entity: AnyEntity, fields: readonly string[]): readonly Stored[] {
  // A sentence of the product comes with its words.
  const words = fields.flatMap((name) => entity.fields[name]?.wordsIn ?? [])
  const wanted = new Set([...alwaysListed, ...rightsFields(entity), ...fields, ...words])
  return smallColumnsOf(entity).filter(({ name }) => wanted.has(name))
}
export const alwaysListed: readonly string[] = ['id', 'operatorId', 'code', 'title', 'version', 'status']
export const columnOf = (entity: AnyEntity, name: string): Stored | undefined => columnsOf(entity).find((one) => one.name === name)
/** Of a name that has been checked to be one. */
export function neededColumn(entity: AnyEntity, name: string): Stored {
  const found = columnOf(entity, name)
  if (!found) throw new Error(`${entity.name} has no column ${name}`)
  return found
}

/** A record that was read from the table of this entity, in its types: the columns follow from the declaration. */
export const typedRecord = <E extends AnyEntity>(_entity: E, row: Row): RecordOf<E> => row as RecordOf<E>

/** A row of the table as a record. Columns that were not read are left out. */
export function toRow(entity: AnyEntity, from: Record<string, unknown>): Row {
  const row: Record<string, unknown> = {}
  for (const { name, column } of columnsOf(entity)) if (column in from) row[name] = from[column]
  // The common columns are in every select; a test compares the table with the declaration.
  return row as Row
}

/** A record as values of its row. `only`: names of fields; absent = all. */
export function toColumns(entity: AnyEntity, row: Record<string, unknown>, only?: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, column, field } of ownColumnsOf(entity)) {
    if (!(name in row) || (only && !only.includes(name))) continue
    const value = row[name] ?? null
    values[column] = field && value !== null ? columnKinds[field.kind].write(value) : value
  }
  return values
}

/** Whether two stored values say the same; lists and objects by content. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  ((one ?? null) === null && (other ?? null) === null) ||
  (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other))

/** JSON with keys in order, so that equal content is equal text (also what event hashes are taken over). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

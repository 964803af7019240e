// Lines of records: rows with a table of their own, declared by `lines()` and part of their record for whoever reads or writes it.
// Written after the record's own row; of an edit only the lines that differ. Reading them is part of the record's statement (columns.ts).
import { type RawBuilder, sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { sendWithNext } from '#server/db/connection.ts'
import { columnName } from '#server/db/names.ts'
import { lineKey, linesTable } from '#server/db/schema.ts'
import type { Scope } from '../scope.ts'
import { isSame } from './columns.ts'

type Line = Record<string, unknown>
type LinesField = { name: string; table: string; fields: readonly string[] }

const remembered = new WeakMap<AnyEntity, readonly LinesField[]>()
function linesFieldsOf(entity: AnyEntity): readonly LinesField[] {
  const known =
    remembered.get(entity) ??
    Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
      factsOf(field).hasTable ? [{ name, table: linesTable(entity, name), fields: Object.keys(field.fields ?? {}) }] : [],
    )
  remembered.set(entity, known)
  return known
}
function linesIn(row: Row, name: string): readonly Line[] {
  const lines = row[name]
  return Array.isArray(lines) ? lines : []
}

/** Lines of new records, one statement for each field whatever their number. */
export function insertLines(scope: Scope, entity: AnyEntity, rows: readonly Row[]): void {
  for (const field of linesFieldsOf(entity)) {
    const lines = rows.flatMap((row) => linesIn(row, field.name).map((line, at) => storedLine(scope, field, row.id, line, at)))
    if (lines.length) sendWithNext(scope.db, insertion(field, lines))
  }
}

/** Brings the lines of a record from one list to another; answers the lists that changed, by column. */
export function updateLines(scope: Scope, entity: AnyEntity, before: Row, after: Row): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  for (const field of linesFieldsOf(entity)) {
    const [old, fresh] = [linesIn(before, field.name), linesIn(after, field.name)]
    const different = fresh.flatMap((line, at) => (isSame(old[at], line) ? [] : [storedLine(scope, field, after.id, line, at)]))
    if (fresh.length < old.length)
      sendWithNext(
        scope.db,
        sql`delete from ${sql.table(field.table)} where tenant_id = ${scope.tenant.id} and parent_id = ${after.id}::uuid and line_no >= ${fresh.length}`,
      )
    if (different.length)
      sendWithNext(
        scope.db,
        sql`${insertion(field, different)} on conflict (tenant_id, parent_id, line_no)
          do update set ${sql.join(field.fields.map((name) => sql`${sql.ref(columnName(name))} = excluded.${sql.ref(columnName(name))}`))}`,
      )
    if (fresh.length < old.length || different.length) changed[columnName(field.name)] = fresh
  }
  return changed
}

const storedLine = (scope: Scope, { fields }: LinesField, parentId: string, line: Line, at: number): Line => ({
  tenant_id: scope.tenant.id,
  [lineKey.parent]: parentId,
  [lineKey.line]: at,
  ...Object.fromEntries(fields.map((name) => [columnName(name), line[name] ?? null])),
})

/** All lines as one parameter: the statement has the same text for one line and for a hundred. */
function insertion({ table, fields }: LinesField, lines: readonly Line[]): RawBuilder<unknown> {
  const columns = sql.join(['tenant_id', lineKey.parent, lineKey.line, ...fields.map(columnName)].map((column) => sql.ref(column)))
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(lines)}::json)`
}

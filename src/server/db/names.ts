// How declared names become names in the database: columns in snake_case, everything else named by its
// table and columns, so that a broken constraint can be traced back to its declaration.
import { createHash } from 'node:crypto'

export const columnName = (field: string): string => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** `<table>__<columns>`; PostgreSQL cuts names at 63 bytes, so longer ones end in a short hash instead. */
export function constraintName(table: string, ...parts: string[]): string {
  const name = [table, ...parts].join('__')
  return name.length <= 60 ? name : `${name.slice(0, 51)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

// What the migrations after 0001 change in rows that were there: which column, by which file, and how, worked out here without
// the migration's own SQL. A column that is not named stays as it was, and no row goes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Values as PostgreSQL writes them as text. */
type Change = { table: string; column: string; by: string; how: (before: string) => string }

const words: Readonly<Record<string, string>> = {
  AD: 'ADMIN',
  OM: 'OPERATOR_MANAGER',
  FO: 'FIELD_OFFICER',
  II: 'INTERNAL_INSPECTOR',
  PO: 'PURCHASE_OFFICER',
  PU: 'PROCESSOR_USER',
  CB: 'CERTIFICATION_BODY_AUDITOR',
  BV: 'BRAND_VIEWER',
  RV: 'READ_ONLY_VIEWER',
  FA: 'FARMER',
}
/** Whatever stands at `role` or in `heldRoles`, at any depth. */
const inWords = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => inWords(one, name))
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inWords(inner, key)]))
  return typeof value === 'string' && (name === 'role' || name === 'heldRoles') ? (words[value] ?? value) : value
}

export const changes: readonly Change[] = [
  { table: 'user', column: 'held_roles', by: '0009-role-codes.sql', how: (list) => list.replace(/\w+/g, (code) => words[code] ?? code) },
  { table: 'user', column: 'roles', by: '0009-role-codes.sql', how: (json) => JSON.stringify(inWords(JSON.parse(json))) },
  { table: 'idempotency', column: 'body', by: '0009-role-codes.sql', how: (json) => JSON.stringify(inWords(JSON.parse(json))) },
]

/** Tables and columns that a later migration takes away, `table` or `table.column`, with what became of their values. */
export const removed: Readonly<Record<string, string>> = {}

/** Rows written by make-rows.ts when this was the newest migration. */
export const rowsAt = (number: string): string => gunzipSync(readFileSync(join(import.meta.dirname, `rows-${number}.sql.gz`))).toString('utf8')

// What the database knows of each kind of field beyond its column's type: the constraint on the column, how a value is written to it,
// and how rows that name a record in it are found.
import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'
import { literal } from './names.ts'

type ColumnKind = {
  /** Of the quoted column; undefined: none. */
  check?: (column: string, field: Field) => string | undefined
  /** What stands for the quoted column in JSON, where PostgreSQL would write another form of it. */
  json?: (column: string) => string
  /** The value as the driver takes it. */
  write: (value: unknown) => unknown
  /** Whether the column names the record with this id. */
  names?: (column: RawBuilder<unknown>, id: string) => RawBuilder<boolean>
}

const valuesOf = ({ choices = [] }: Field): string => choices.map(({ value }) => literal(value)).join(', ')
const plain: ColumnKind = { write: (value) => value }
/** Both engines take json as text; left to themselves, one would write a list as an array of SQL. */
const json: ColumnKind = { write: (value) => JSON.stringify(value) }

export const columnKinds: Readonly<Record<FieldKind, ColumnKind>> = {
  text: plain,
  longText: plain,
  words: plain,
  phone: plain,
  email: plain,
  country: plain,
  integer: plain,
  quantity: plain,
  share: plain,
  money: plain,
  choice: { ...plain, check: (column, field) => (field.grows ? undefined : `${column} in (${valuesOf(field)})`) },
  choices: { ...plain, check: (column, field) => `${column} <@ array[${valuesOf(field)}]::text[]` },
  flag: plain,
  date: plain,
  time: { ...plain, json: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  reference: { ...plain, names: (column, id) => sql<boolean>`${column} = ${id}::uuid` },
  references: { ...plain, names: (column, id) => sql<boolean>`${id}::uuid = any(${column})` },
  attachments: plain,
  polygon: json,
  point: json,
  rows: json,
  // No column: store/lines.ts writes them.
  lines: json,
  record: json,
  variant: json,
}

// What one column of a table that no entity declares is: its type in the database, and the types of what is read and written.
import type { ColumnType } from 'kysely'

/** `values` is never there: it carries the types of what is read and of what is written. */
export type Column<Read = unknown, Written = unknown> = { type: string; isNullable: boolean; values?: ColumnType<Read, Written, Written> }
export const column = <Read, Written = Read>(type: string): Column<Read, Written> => ({ type, isNullable: false })
export const nullable = <Read, Written>({ type }: Column<Read, Written>): Column<Read | null, Written | null> => ({ type, isNullable: true })
/** The database fills it in when it is left out. */
export const filled = <Read, Written>({ type }: Column<Read, Written>): Column<Read, Written | undefined> => ({ type, isNullable: false })

export const text = column<string>('text')
export const oneOf = <const Values extends readonly string[]>(..._values: Values) => column<Values[number]>('text')
export const uuid = column<string>('uuid')
export const integer = column<number>('integer')
export const bigint = column<number>('bigint')
export const numeric = column<number>('numeric')
export const boolean = column<boolean>('boolean')
export const texts = column<string[]>('text[]')
export const uuids = column<string[]>('uuid[]')
/** Read as ISO 8601 in UTC. */
export const moment = column<string, string | Date>('timestamp with time zone')
/** Written as text: left to themselves, the engines would write a list as an array of SQL. */
export const json = <Value>() => column<Value, string>('jsonb')
export const tenant_id = integer

// Statements over a table whose name is known at run time only (the store over any entity, tables of tests): values of their
// columns are `unknown`. Everything that names its table uses the typed handle itself.
import type { Kysely } from 'kysely'
import type { Db } from '../scope.ts'

export type AnyTables = Record<string, Record<string, unknown>>
export const anyTable = (db: Db): Kysely<AnyTables> => db as Kysely<AnyTables>

// One cell of a table and one value of a field, both ways: what each kind of field says about it.

import type { Field } from '../../kernel/field.ts'
import type { Sentence } from '../../messages/message.ts'
import type { Placed } from '../lookup.ts'

export type CellProblem = { code: string; message: Sentence }
export type Reading = { value: unknown; lookups: Placed[] } | { problem: CellProblem }

/** Where a cell stands: the field's name, the header of its column, and the zone of times without offset. */
export type CellPlace = { name: string; column: string; zone: string }
/** What people call a record in a table, by its id. */
export type Names = (id: string) => string

export type CellKind = {
  /** What a filled cell, without space around it, means. */
  read: (field: Field, text: string, place: CellPlace) => Reading
  /** A stored value as text; the inverse of `read`. */
  write: (field: Field, value: unknown, names: Names) => string
  /** For templates. */
  example: (field: Field) => string
  /** Whether a file says what is stored already, where equal values may be written differently. */
  isSame?: (stored: unknown, given: unknown) => boolean
}

export const plain = (value: unknown): Reading => ({ value, lookups: [] })
export const wrong = (code: string, message: Sentence): Reading => ({ problem: { code, message } })

/** What stands between semicolons. */
export const parts = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
export const asText = (_field: Field, value: unknown): string => String(value)
/** An example that only a column that must be filled shows. */
export const whenRequired =
  (example: string) =>
  ({ required }: Field): string =>
    required ? example : ''

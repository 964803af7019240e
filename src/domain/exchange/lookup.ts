// How a table speaks of another record: not by uuid but by what people call it. A lookup says whom to find;
// the server finds it. `by` narrows by fields, whose values may be lookups themselves: a plot by its grower
// and number, the grower by member number.
import type { Field } from '../kernel/field.ts'
import { mapReference, type Path } from '../kernel/field-walk.ts'

export type Lookup =
  | { target: string /** A uuid, a code, or a name that is unique. */; text: string }
  | { target: string; by: Readonly<Record<string, string | Lookup>> }
  /** What an earlier step of the same row made or found. */
  | { step: number }

/** A lookup whose answer belongs at `path` of a body. */
export type Placed = { path: Path; lookup: Lookup /** Header of the column it was read from. */; column: string }

/** By which field people name a record of these; everything else goes by its code. */
export const spokenAs: Readonly<Record<string, string>> = { farmer: 'memberNo', productbatch: 'batchNo', variety: 'name' }

/** By which field a record that was merged names the one that goes on: whoever speaks of the former speaks of that one (BR-23). */
export const goesOnIn: Readonly<Record<string, string>> = { farmer: 'mergedIntoId' }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuid.test(text)

/** The names of other records inside a value that came as JSON, each with its place. */
export function lookupsIn(field: Field, value: unknown, path: Path, column: string): Placed[] {
  const placed: Placed[] = []
  mapReference(
    field,
    value,
    (text, { field: { target }, path: at }) => {
      if (typeof text === 'string' && target && !isUuid(text)) placed.push({ path: at, lookup: { target, text }, column })
      return text
    },
    path,
  )
  return placed
}

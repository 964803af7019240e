// How a table speaks of another record: not by uuid but by what people call it. A lookup says whom to find;
// the server finds it. `by` narrows by fields, whose values may be lookups themselves: a plot by its grower
// and number, the grower by member number.
import type { Field } from '../kernel/field.ts'

export type Lookup =
  | { target: string /** A uuid, a code, or a name that is unique. */; text: string }
  | { target: string; by: Readonly<Record<string, string | Lookup>> }
  /** What an earlier step of the same row made or found. */
  | { step: number }

/** A lookup whose answer belongs at `path` of a body. */
export type Placed = { path: readonly (string | number)[]; lookup: Lookup /** Header of the column it was read from. */; column: string }

/** By which field people name a record of these; everything else goes by its code. */
export const spokenAs: Readonly<Record<string, string>> = { farmer: 'memberNo', productbatch: 'batchNo', variety: 'name' }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuid.test(text)

/** Replaces names by lookups inside a value that came as JSON (rows, records): the value is changed in place where names stood. */
export function lookupsIn(field: Field, value: unknown, path: readonly (string | number)[], column: string): Placed[] {
  if (typeof value === 'string' && field.kind === 'reference' && field.target && !isUuid(value))
    return [{ path, lookup: { target: field.target, text: value }, column }]
  if (field.kind === 'references' && Array.isArray(value))
    return value.flatMap((one, index) => lookupsIn({ ...field, kind: 'reference' }, one, [...path, index], column))
  if (field.kind === 'rows' && Array.isArray(value))
    return value.flatMap((row, index) => lookupsIn({ ...field, kind: 'record' }, row, [...path, index], column))
  if (field.kind === 'record' && isRecord(value))
    return Object.entries(field.fields ?? {}).flatMap(([name, part]) => lookupsIn(part, value[name], [...path, name], column))
  return []
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

// Values as PostgreSQL writes them as text, by the SQL type of their column: as JavaScript has them, and as JSON text. Both
// engines write the same text, and JSON.parse of the second is the first.
import pg from 'pg'
import { isoMoment } from './values.ts'

export type TextValue = { value(text: string): unknown; json(text: string): string }

const itself = (text: string): string => text
const quoted = (text: string): string => `"${text}"`
/** Number of the type text[] in PostgreSQL; uuid[] is written alike. */
const textArray: number = 1009
const arrayOf: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)
const list: TextValue = { value: arrayOf, json: (text) => (text === '{}' ? '[]' : JSON.stringify(arrayOf(text))) }
const plain: TextValue = { value: itself, json: JSON.stringify }
const number: TextValue = { value: Number, json: (text) => String(Number(text)) }

const types: Readonly<Record<string, TextValue>> = {
  text: plain,
  uuid: { value: itself, json: quoted },
  date: { value: itself, json: quoted },
  timestamptz: { value: isoMoment, json: (text) => quoted(isoMoment(text)) },
  integer: number,
  bigint: number,
  numeric: number,
  boolean: { value: (text) => text === 't', json: (text) => (text === 't' ? 'true' : 'false') },
  jsonb: { value: JSON.parse, json: itself },
  'text[]': list,
  'uuid[]': list,
}

/** Throws for a type that no field has (a programming error). */
export function textValue(type: string): TextValue {
  const found = types[type]
  if (!found) throw new Error(`There is no reader for values of type ${type}`)
  return found
}

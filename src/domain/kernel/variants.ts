// What a variant is made of: its discriminator, the fields of the case that a value is of, and all fields together.
import type { Field, Fields } from './field.ts'

type Variant = Pick<Field, 'on' | 'cases' | 'fields'>
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of a value, the case that it is of; undefined where it is of none. */
export function caseOf({ on = '', cases = {} }: Variant, value: unknown): string | undefined {
  const name = innerOf(value, on)
  return typeof name === 'string' && Object.hasOwn(cases, name) ? name : undefined
}
/** What stands under a name in a value with fields. */
export const innerOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** The fields of a case without its discriminator; of no case: none. */
export const fieldsOfCase = ({ cases = {} }: Variant, name: string | undefined): Fields => (name === undefined ? {} : (cases[name] ?? {}))

/** The choice of the case. */
export function discriminatorOf({ on = '', fields = {} }: Variant): Field {
  const field = fields[on]
  if (!field) throw new Error('No variant')
  return field
}

/** The fields of all cases under their names, which stand for one field each (entities.test.ts). */
export const unionOf = (on: string, choice: Field, cases: Readonly<Record<string, Fields>>): Fields => Object.assign({ [on]: choice }, ...Object.values(cases))

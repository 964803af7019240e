// Fields that a reference fills in (`fills` of its field): a member's block and district follow from the village of the list. What is declared, and whether a
// text says the same as the record; the server reads the record.
import type { AnyEntity } from './entity.ts'
import type { Field } from './field.ts'

/** `by`: name of the reference. `fills`: field → field of the record that it names. */
export type Filling = { by: string; target: string; fills: Readonly<Record<string, string>> }

const remembered = new WeakMap<AnyEntity, readonly Filling[]>()
export function fillingsOf(entity: AnyEntity): readonly Filling[] {
  const known = remembered.get(entity)
  if (known) return known
  const made = Object.entries(entity.fields as Readonly<Record<string, Field>>).flatMap(([by, { target, fills }]): Filling[] =>
    target && fills ? [{ by, target, fills }] : [],
  )
  remembered.set(entity, made)
  return made
}

/** The reference that fills a field, where there is one. */
export const filledBy = (entity: AnyEntity, field: string): string | undefined => fillingsOf(entity).find(({ fills }) => field in fills)?.by

/** Of these fields the references that fill any of them, and all that those fill: they are judged as one. */
export const groupOf = (entity: AnyEntity, names: readonly string[]): string[] =>
  fillingsOf(entity)
    .map(({ by, fills }) => [by, ...Object.keys(fills)])
    .filter((group) => group.some((name) => names.includes(name)))
    .flat()

/** Case and spaces are no difference. */
export const saysSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other)
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase() : (value ?? null))

// Which fields a list asks for: what its columns or cards show, instead of all forty of a record.
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { isLeftOut } from '#domain/kernel/field-kinds.ts'
import { fieldOf, listableNames } from '#web/fields/columns.ts'
import type { EntitySlots } from '../slots.ts'

/** Undefined: everything, because a hand-made part of the list has not said what it reads. `names`: the columns that are shown. */
export function listFields(entity: AnyEntity, names: readonly string[], slots: EntitySlots): string[] | undefined {
  const isHandMade = slots.title ?? slots.columns ?? slots.listWrapper ?? slots.card ?? slots.cells
  if (isHandMade && !slots.reads) return undefined
  const listable = new Set(listableNames(entity))
  // Values in sight are offered where a list can be narrowed by a text.
  const offered = Object.entries(entity.fields as Record<string, Field>).flatMap(([name, { kind, filter }]) => (filter && kind === 'text' ? [name] : []))
  const wanted = [...names, ...(entity.subtitle ?? []), ...offered, ...(slots.reads ?? [])]
  // What a hand-made cell reads need not be a column of its own.
  const isRead = (name: string, field: Field) => slots.reads?.includes(name) && !isLeftOut(field)
  return [...new Set(wanted)]
    .filter((name) => {
      const field = fieldOf(entity, name)
      return field && (listable.has(name) || isRead(name, field))
    })
    .sort()
}

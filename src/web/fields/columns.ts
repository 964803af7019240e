// The columns every record has, as fields, so that lists, filters and history treat them like any other.
import type { AnyEntity, State } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { choice, derived, text, time } from '#domain/kernel/kinds.ts'
import { isListable } from './field-layout.ts'

const code = derived(text('Code', { max: 32, sort: true }))
const createdAt = derived(time(/* i18n */ 'Created', { sort: true }))
const updatedAt = derived(time(/* i18n */ 'Changed', { sort: true }))

/** The status of an entity as a choice field with its states' labels and tones. */
export const statusField = (entity: AnyEntity): Field =>
  derived(
    choice(
      'Status',
      Object.fromEntries(Object.entries(entity.states as Record<string, State>).map(([value, { label, tone }]) => [value, [label, tone] as const])),
      { filter: true, sort: true },
    ),
  )

/** Any field by name, the common columns included. */
export function fieldOf(entity: AnyEntity, name: string): Field | undefined {
  if (name === 'status') return statusField(entity)
  return (entity.fields as Record<string, Field>)[name] ?? { code, createdAt, updatedAt }[name]
}

/** Names a list may show, in the order of the declaration, the common columns last. */
export const listableNames = (entity: AnyEntity): string[] => [
  ...Object.entries(entity.fields as Record<string, Field>)
    .filter(([, field]) => !field.internal && isListable(field))
    .map(([name]) => name),
  'status',
  'code',
  'createdAt',
  'updatedAt',
]

/** The filter by an identifier in another system, as the address has it: `TRACENET:123`. */
export const byExternalId = 'externalId'

/** Names a list may be narrowed by (the server refuses others): indexed fields, references, choices of few values, and identifiers where people enter such. */
export const filterableNames = (entity: AnyEntity): string[] => [
  'status',
  ...Object.entries(entity.fields as Record<string, Field>)
    .filter(([, field]) => !field.internal && (field.filter || field.sort || factsOf(field).isFilter))
    .map(([name]) => name),
  'createdAt',
  ...(entity.readOnly ? [] : [byExternalId]),
]

/** Names a list may be sorted by: those with an index. */
export const isSortable = (entity: AnyEntity, name: string): boolean => name === 'title' || (name !== 'status' && fieldOf(entity, name)?.sort === true)

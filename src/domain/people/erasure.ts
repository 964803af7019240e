// What of a person goes when their time of retention is over (domain dictionary 6.6, BR-35): names, telephones, papers, accounts, photographs, free words. What
// stays says nothing of who it was: places down to the village, areas, kilograms, money, results, days, and which record refers to which.
import { type AnyEntity, eventSpecOf, type Row } from '../kernel/entity.ts'
import type { Field } from '../kernel/field.ts'
import { saysOfPerson } from '../kernel/says-of-person.ts'

/** Days for which an administrator sees who comes next. */
export const noticeDays = 90

/** Fields that say something of the person although their kind and marks do not. */
const further: Readonly<Record<string, readonly string[]>> = {
  farmer: ['phoneOwner', 'aliases', 'noParcelReason', 'duplicateOverride', 'externalIds'],
  landowner: ['externalIds'],
  submission: ['answers', 'deviceId', 'reviewNote', 'externalIds'],
  user: ['conflictOfInterest', 'identitySubject'],
}
const furtherInEvents: Readonly<Record<string, readonly string[]>> = {
  'farmer VISIT': ['purpose'],
  'farmer TAKEN_OVER': ['aliases'],
  'farmer EXITED': ['words'],
}

/** By mark or kind: words that somebody typed freely and files may say anything of a person. */
const goes = (field: Field): boolean => saysOfPerson(field) || ['longText', 'attachments', 'phone', 'email', 'point'].includes(field.kind)

/** Fields of a record that are emptied. */
export const erasedFields = (entity: AnyEntity): string[] =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]) => (goes(field) || further[entity.name]?.includes(name) ? [name] : []))

/** The record without them. `word` stands where a name is needed. */
export function erasedRow(entity: AnyEntity, row: Row, word: string): Row {
  const fields: Readonly<Record<string, Field>> = entity.fields
  const empty = (field: Field): unknown => (field.kind === 'rows' || field.kind === 'lines' || field.kind === 'attachments' ? [] : field.required ? word : null)
  return { ...row, ...Object.fromEntries(erasedFields(entity).flatMap((name) => (fields[name] ? [[name, empty(fields[name])]] : []))) }
}

/** What an event says without them; an entry or an edit leaves out the fields, so that no past of the record shows them. */
export function erasedData(entity: AnyEntity, eventType: string, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const spec = eventSpecOf(entity, eventType)
  if (!spec) {
    const gone = new Set(erasedFields(entity))
    const changes = typeof data.changes === 'object' && data.changes !== null ? data.changes : {}
    return { ...data, changes: Object.fromEntries(Object.entries(changes).filter(([name]) => !gone.has(name))) }
  }
  const also = furtherInEvents[`${entity.name} ${eventType}`] ?? []
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field: Field | undefined = spec.fields[name]
      return [name, also.includes(name) || (field && goes(field)) ? (Array.isArray(value) ? [] : null) : value]
    }),
  )
}

// What was captured on a phone, beside what is stored: each answer under the name and kind of the field it answers.
// Pure. An answer that fits no field, or cannot be read as one, is shown as it was sent and never dropped.
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { text } from '#domain/kernel/kinds.ts'
import { readNumber } from '#domain/kernel/read-number.ts'

export type Answer = { field: string; value?: string | null }
export type Read = {
  key: string
  field: Field
  /** Known to the record or event it belongs to; otherwise the label is the phone's own word. */
  isKnown: boolean
  proposed: unknown
  /** Stored now; undefined where nothing is stored to compare with. */
  now?: unknown
  isChanged: boolean
}
type Meaning = { entity: AnyEntity; fields: Fields; event?: EventSpec }

/** Records a form is about, where it does not name one; and the event it stands for. */
const targets: Readonly<Record<string, { entity: string; event?: string }>> = {
  FARMER_REG: { entity: 'farmer' },
  PARCEL_BOUNDARY: { entity: 'landparcel' },
  PUBLIC_BOUNDARY: { entity: 'landparcel' },
  CROP_EVENT: { entity: 'crop' },
  BATCH_EVENT: { entity: 'productbatch' },
  PURCHASE: { entity: 'productbatch', event: 'PURCHASE' },
  INSPECTION: { entity: 'farmer', event: 'INTERNAL_INSPECTION' },
}

/** What the answers of a form mean: fields of a record, or of an event of it (named by the form or by the answer `eventType`). */
export function meaningOf(formCode: string, targetType: unknown, answers: readonly Answer[]): Meaning | null {
  const form = targets[formCode]
  const entity = findEntity(typeof targetType === 'string' ? targetType : (form?.entity ?? ''))
  if (!entity) return null
  const type = form?.event ?? answers.find(({ field }) => field === 'eventType')?.value ?? ''
  const event = (entity.events as Record<string, EventSpec>)[type]
  return event ? { entity, event, fields: event.fields } : { entity, fields: entity.fields as Fields }
}

export function readAnswers(answers: readonly Answer[], meaning: Meaning | null, stored: Readonly<Record<string, unknown>> | null): Read[] {
  return answers
    .filter(({ field }) => !(meaning?.event && field === 'eventType'))
    .map(({ field: name, value }, at): Read => {
      const known = meaning?.fields[name]
      const proposed = known ? readAs(known, value ?? null) : value
      const key = `${name}:${at}`
      // An event has nothing stored to be compared with; a word of the phone neither.
      if (!known || meaning?.event || !stored) return { key, field: known ?? text(name), isKnown: known !== undefined, proposed, isChanged: false }
      const now = stored[name] ?? null
      return { key, field: known, isKnown: true, proposed, now, isChanged: JSON.stringify(now) !== JSON.stringify(proposed ?? null) }
    })
}

/** A text as a value of that kind; the text itself when it is none. */
function readAs(field: Field, value: string | null): unknown {
  if (value === null || value === '') return null
  const { isNumber, isList, isPlace, isNested, column } = factsOf(field)
  if (isNumber) return readNumber(value) ?? value
  if (column === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return isList || isPlace || isNested ? (parsed(value) ?? value) : value
}
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

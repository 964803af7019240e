// What was captured on a phone, beside what is stored: each answer under the name and kind of the field it answers.
// Pure. An answer that fits no field, or cannot be read as one, is shown as it was sent and never dropped.
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Field, Fields, ValueOf } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { date, flag, quantity, text } from '#domain/kernel/kinds.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import { isJsonObject } from '#domain/kernel/sound-json.ts'
import type { submission } from '#domain/work/submission.ts'

type Line = ValueOf<typeof submission.fields.answers>[number]
export type Answer = { field: string; value?: Line['value'] | undefined }
export type Read = {
  key: string
  field: Field
  /** Known to the record or event it belongs to; otherwise the label is the phone's own word. */
  isKnown: boolean
  proposed: unknown
  /** Stored now, and of which field it is; undefined where nothing is stored to compare with. */
  now?: unknown
  stored?: Field
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
  const type = form?.event ?? textOf(answers.find(({ field }) => field === 'eventType')?.value) ?? ''
  const event = (entity.events as Record<string, EventSpec>)[type]
  return event ? { entity, event, fields: event.fields } : { entity, fields: entity.fields as Fields }
}

export function readAnswers(answers: readonly Answer[], meaning: Meaning | null, stored: Readonly<Record<string, unknown>> | null): Read[] {
  return answers
    .filter(({ field }) => !(meaning?.event && field === 'eventType'))
    .map(({ field: name, value }, at): Read => {
      const known = meaning?.fields[name]
      const read = known ? readAs(known, value) : undefined
      const isRead = known !== undefined && isOf(known, read) && isInUnitOf(known, value)
      const proposed = isRead ? read : value ? plainOf(value) : undefined
      const field = isRead ? known : { ...fieldFor(name, value), label: known?.label ?? name }
      const key = `${name}:${at}`
      // An event has nothing stored to be compared with; a word of the phone neither.
      if (!known || meaning?.event || !stored) return { key, field, isKnown: known !== undefined, proposed, isChanged: false }
      const now = stored[name] ?? null
      return { key, field, stored: known, isKnown: true, proposed, now, isChanged: !isRead || JSON.stringify(now) !== JSON.stringify(proposed ?? null) }
    })
}

/** The phone's own word as a field, of the kind in which it was answered. */
function fieldFor(name: string, value: Answer['value']): Field {
  if (value?.kind === 'NUMBER') return quantity(name, value.unit ?? '', { decimals: 6 })
  if (value?.kind === 'YES_NO') return flag(name)
  return value?.kind === 'DATE' ? date(name) : text(name)
}

type Value = NonNullable<Answer['value']>
/** What was sent as text: words, or a code. */
const textOf = (value: Answer['value']): string | undefined => (value?.kind === 'TEXT' ? value.text : value?.kind === 'CHOICE' ? value.code : undefined)

/** An answer as a value of that kind. A text is read as one; what cannot be read stays as it was sent. */
function readAs(field: Field, answered: Answer['value']): unknown {
  if (!answered) return null
  const value = plainOf(answered)
  if (typeof value !== 'string') return value
  const { isNumber, isList, isPlace, isNested, column } = factsOf(field)
  if (answered.kind === 'CHOICE' && isList && !isNested) return [value]
  if (isNumber) return readNumber(value) ?? value
  if (column === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return isList || isPlace || isNested ? (parsed(value) ?? value) : value
}
/** Whether a value has the form of its field, so that it can be shown as one. */
function isOf(field: Field, value: unknown): boolean {
  if (value === null) return true
  const { isNumber, isList, isPlace, isNested, isTime, column } = factsOf(field)
  if (isNumber) return typeof value === 'number'
  if (column === 'boolean') return typeof value === 'boolean'
  if (isList) return Array.isArray(value)
  if (isPlace || isNested) return isJsonObject(value)
  return typeof value === 'string' && !(isTime && Number.isNaN(Date.parse(value)))
}
/** A figure in another unit than the field's is another figure. */
const isInUnitOf = ({ unit }: Field, answered: Answer['value']): boolean => answered?.kind !== 'NUMBER' || !answered.unit || answered.unit === (unit ?? '')
const plainOf = (value: Value): string | number | boolean => {
  switch (value.kind) {
    case 'NUMBER':
      return value.number
    case 'YES_NO':
      return value.yes
    case 'DATE':
      return value.date
    case 'CHOICE':
      return value.code
    default:
      return value.text
  }
}
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

// What the answers of a submission are values of: fields of a record, or of an event that happened to it (domain dictionary 6.1). Used by the
// screen that reviews it and by the server that carries it out, so that both read an answer alike.
import type { AnyEntity, EventSpec } from '../kernel/entity.ts'
import type { Field, Fields, ValueOf } from '../kernel/field.ts'
import { factsOf } from '../kernel/field-kinds.ts'
import { readNumber } from '../kernel/read-number.ts'
import { isJsonObject } from '../kernel/sound-json.ts'
import { formKinds as forms } from './form-kinds.ts'
import type { submission } from './submission.ts'

type Line = ValueOf<typeof submission.fields.answers>[number]
export type Answer = { field: string; value?: Line['value'] | undefined }
type Value = NonNullable<Answer['value']>
/** `event`, `eventType`: where the form stands for an event. `fields`: those that its answers may have. */
export type Meaning = { entity: AnyEntity; fields: Fields; event?: EventSpec; eventType?: string }

/** A person asks that a fact be changed; two people stand behind it, whatever a programme's policy says. */
export const isChangeRequest = ({ formCode }: { formCode: string }): boolean => formCode === 'CHANGE_REQUEST'
/** Answers about an event that are no fields of its own (domain dictionary 1.3). `id`: as the device that recorded it knows it. */
export const envelopeAnswers = ['id', 'eventType', 'occurredAt', 'notes', 'lateReason', 'planEventId', 'supersedesEventId'] as const
export const isOfEnvelope = (name: string): boolean => envelopeAnswers.some((one) => one === name)

/** The kind of record that a form is about: the one it names, else its own. Null where that is none of its kinds. */
export function kindOf(formCode: string, targetType: unknown): string | null {
  const form = Object.hasOwn(forms, formCode) ? forms[formCode as keyof typeof forms] : undefined
  if (!form) return null
  const kind = typeof targetType === 'string' ? targetType : form.entity
  return kind === form.entity || form.also?.includes(kind) ? kind : null
}

/**
 * Null where the form is about no record that is known, or names one that it is not about. An event form whose event is not named or unknown has a meaning without
 * `event`: it cannot be carried out, and its answers are compared with nothing.
 */
export function meaningOf(find: (name: string) => AnyEntity | undefined, formCode: string, targetType: unknown, answers: readonly Answer[]): Meaning | null {
  const kind = kindOf(formCode, targetType)
  const entity = kind === null ? undefined : find(kind)
  if (!entity) return null
  const form = forms[formCode as keyof typeof forms]
  const named = answerOf(answers, 'eventType')
  const eventType = form.event === 'answer' ? (typeof named === 'string' ? named : undefined) : form.event
  const event = eventType !== undefined && Object.hasOwn(entity.events, eventType) ? entity.events[eventType] : undefined
  return event ? { entity, event, eventType: eventType as string, fields: event.fields } : { entity, fields: entity.fields }
}
/** Whether a form stands for an event, and so never for a change of a record. */
export const isEventForm = (formCode: string): boolean => Object.hasOwn(forms, formCode) && forms[formCode as keyof typeof forms].event !== undefined

/**
 * What can be accepted without the rest: answers that are fields of a record that is there already. An event, and a record that is yet to be made, are one
 * thing each, and have no parts.
 */
export function partsOf(
  meaning: Meaning | null,
  { formCode, targetId, answers }: { formCode: string; targetId: unknown; answers: readonly Answer[] },
): string[] {
  if (!meaning || meaning.event || isEventForm(formCode) || typeof targetId !== 'string') return []
  return [...new Set(answers.map(({ field }) => field))].filter((name) => Object.hasOwn(meaning.fields, name))
}

/** The answer of this name as it was sent, without a field to read it by. */
export function answerOf(answers: readonly Answer[], name: string): string | number | boolean | undefined {
  const value = answers.find(({ field }) => field === name)?.value
  return value ? plainOf(value) : undefined
}

/** An answer as a value of its field. `isRead` false: it has not the form of the field, or another unit, and `value` is as it was sent. */
export function readAnswer(field: Field, answered: Answer['value']): { value: unknown; isRead: boolean } {
  const read = readAs(field, answered)
  const isRead = isOf(field, read) && isInUnitOf(field, answered)
  return { value: isRead ? read : answered ? plainOf(answered) : null, isRead }
}

/** A text is read as its field's kind; what cannot be read stays as it was sent. */
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

export function plainOf(value: Value): string | number | boolean {
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

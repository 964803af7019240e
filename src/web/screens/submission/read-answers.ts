// What was captured on a phone, beside what is stored: each answer under the name and kind of the field it answers.
// Pure. An answer that fits no field, or cannot be read as one, is shown as it was sent and never dropped.
import { findEntity } from '#domain/entities.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { date, flag, quantity, text, time } from '#domain/kernel/kinds.ts'
import { isSameValue } from '#domain/kernel/merge.ts'
import { submission } from '#domain/work/submission.ts'
import { type Answer, isOfEnvelope, type Meaning, meaningOf as meaningIn, plainOf, readAnswer } from '#domain/work/submitted.ts'

export type { Answer, Meaning } from '#domain/work/submitted.ts'
export type Read = {
  key: string
  /** Name of the answer. */
  name: string
  field: Field
  /** Known to the record or event it belongs to; otherwise the label is the phone's own word, and it stays with the submission. */
  isKnown: boolean
  proposed: unknown
  /** Stored now, and of which field it is; undefined where nothing is stored to compare with. */
  now?: unknown
  stored?: Field
  isChanged: boolean
}

/** What the answers of a form are values of: fields of a record, or of an event of it (named by the form or by the answer `eventType`). */
export const meaningOf = (formCode: string, targetType: unknown, answers: readonly Answer[]): Meaning | null =>
  meaningIn(findEntity, formCode, targetType, answers)

export function readAnswers(answers: readonly Answer[], meaning: Meaning | null, stored: Readonly<Record<string, unknown>> | null): Read[] {
  return (
    answers
      // Which event it is, the title says; its id is for devices.
      .filter(({ field }) => !(meaning?.event && (field === 'eventType' || field === 'id')))
      .map(({ field: name, value }, at): Read => {
        const known = meaning?.fields[name] ?? (meaning?.event && isOfEnvelope(name) ? envelopeField(name) : undefined)
        const { value: read, isRead } = known ? readAnswer(known, value) : { value: undefined, isRead: false }
        const proposed = isRead ? read : value ? plainOf(value) : undefined
        const field = isRead && known ? known : { ...fieldFor(name, value), label: known?.label ?? envelopeLabels[name] ?? name }
        const key = `${name}:${at}`
        // An event has nothing stored to be compared with; a word of the phone neither.
        if (!known || meaning?.event || !stored) return { key, name, field, isKnown: known !== undefined, proposed, isChanged: false }
        const now = stored[name] ?? null
        return { key, name, field, stored: known, isKnown: true, proposed, now, isChanged: !isRead || !isSameValue(now, proposed ?? null) }
      })
  )
}

/**
 * Labels of where something is wrong: of an answer, of what its envelope says, or of a column in a row of it, whose number stands between. A word of the
 * phone stays as it is.
 */
export function labelsOfPath(meaning: Meaning | null, path: string): string[] {
  const [name = path, ...inner] = path.split('.')
  const field = fieldIn(meaning?.fields, name)
  let fields: Fields | undefined = field?.fields
  const within = inner.map((part) => {
    if (/^\d+$/.test(part)) return String(Number(part) + 1)
    const column = fieldIn(fields, part)
    fields = column?.fields
    return column?.label ?? part
  })
  return [field?.label ?? envelopeLabels[name] ?? fieldIn(submission.fields, name)?.label ?? name, ...within]
}
const fieldIn = (fields: Fields | undefined, name: string): Field | undefined => (fields && Object.hasOwn(fields, name) ? fields[name] : undefined)

const envelopeLabels: Readonly<Record<string, string>> = {
  eventType: /* i18n */ 'Event',
  occurredAt: /* i18n */ 'Happened at',
  notes: /* i18n */ 'Notes',
  lateReason: /* i18n */ 'Why only now',
}
const envelopeField = (name: string): Field | undefined =>
  name === 'eventType' || envelopeLabels[name] === undefined ? undefined : name === 'occurredAt' ? time(envelopeLabels[name]) : text(envelopeLabels[name])

/** The phone's own word as a field, of the kind in which it was answered. */
function fieldFor(name: string, value: Answer['value']): Field {
  if (value?.kind === 'NUMBER') return quantity(name, value.unit ?? '', { decimals: 6 })
  if (value?.kind === 'YES_NO') return flag(name)
  return value?.kind === 'DATE' ? date(name) : text(name)
}

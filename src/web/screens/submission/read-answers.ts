// What was captured on a phone, beside what is stored: each answer under the name and kind of the field it answers.
// Pure. An answer that fits no field, or cannot be read as one, is shown as it was sent and never dropped.
import { findEntity } from '#domain/entities.ts'
import type { Field } from '#domain/kernel/field.ts'
import { date, flag, quantity, text, time } from '#domain/kernel/kinds.ts'
import { isSameValue } from '#domain/kernel/merge.ts'
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
        const field = isRead && known ? known : { ...fieldFor(name, value), label: known?.label ?? name }
        const key = `${name}:${at}`
        // An event has nothing stored to be compared with; a word of the phone neither.
        if (!known || meaning?.event || !stored) return { key, name, field, isKnown: known !== undefined, proposed, isChanged: false }
        const now = stored[name] ?? null
        return { key, name, field, stored: known, isKnown: true, proposed, now, isChanged: !isRead || !isSameValue(now, proposed ?? null) }
      })
  )
}

const envelopeLabels: Readonly<Record<string, string>> = {
  occurredAt: /* i18n */ 'Happened at',
  notes: /* i18n */ 'Notes',
  lateReason: /* i18n */ 'Why only now',
}
const envelopeField = (name: string): Field | undefined =>
  envelopeLabels[name] === undefined ? undefined : name === 'occurredAt' ? time(envelopeLabels[name]) : text(envelopeLabels[name])

/** The phone's own word as a field, of the kind in which it was answered. */
function fieldFor(name: string, value: Answer['value']): Field {
  if (value?.kind === 'NUMBER') return quantity(name, value.unit ?? '', { decimals: 6 })
  if (value?.kind === 'YES_NO') return flag(name)
  return value?.kind === 'DATE' ? date(name) : text(name)
}

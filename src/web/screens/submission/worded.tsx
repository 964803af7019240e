// What a submission and its events name by code (fields of the record, what was made, what was answered) in the reader's words: for lines of the
// timeline, the page of an event and the generic page.
import { findEntity } from '#domain/entities.ts'
import type { EventItem, RecordAnswer } from '#web/api/answers.ts'
import type { EventWordsProps, ShownProps } from '#web/engine/slots.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { useAnswerLabel, useFormatAnswer } from './format-answer.ts'
import { type Answer, meaningOf, readAnswers } from './read-answers.ts'
import { reviewIn } from './review.ts'

type Values = Readonly<Record<string, unknown>>

/** Values by the name of their field: those that hold names of fields get labels. */
function useWorded(submission: RecordAnswer): (values: Values) => EventItem['data'] {
  const { t } = useTranslation()
  const formCode = String(submission.formCode)
  const meaning = meaningOf(formCode, submission.targetType, (submission.answers as Answer[] | null) ?? [])
  const labelOf = useAnswerLabel(meaning)
  const formatAnswer = useFormatAnswer({ ...submission.refs, ...reviewIn(submission).refs })
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return labelOf(value)
    const row = value as { field?: string | null; path?: string }
    return { ...row, ...(row.field ? { field: labelOf(row.field) } : {}), ...(row.path ? { path: labelOf(row.path) } : {}) }
  }
  const answered = (value: unknown): unknown => {
    const answer = value as Answer
    const [read] = readAnswers([answer], meaning, null)
    return { field: labelOf(answer.field), value: read ? formatAnswer(read, read.proposed) : answer.value }
  }
  const ways: Readonly<Record<string, (value: unknown) => unknown>> = {
    fields: named,
    unread: named,
    choices: named,
    autoChecks: named,
    answers: answered,
  }
  return (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const way = ways[name]
        if (way && Array.isArray(value)) return [name, value.map(way)]
        return [name, name === 'resultType' || name === 'targetType' ? t(findEntity(String(value))?.label ?? String(value)) : value]
      }),
    )
}

export function SubmissionEventWords({ record, event, children }: EventWordsProps) {
  const worded = useWorded(record)
  return children({ ...event, data: worded(event.data) })
}

/** A field of the submission itself. */
export function SubmissionWords({ name, field, value, row, refs }: ShownProps) {
  const worded = useWorded(row as RecordAnswer)
  return <ShowValue field={field} value={worded({ [name]: value })[name]} refs={refs} />
}

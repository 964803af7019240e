// What a submission and its events name by code (fields of the record, what was made, what was answered) in the reader's words: for lines of the
// timeline, the page of an event and the generic page.
import { findEntity } from '#domain/entities.ts'
import type { EventItem, RecordAnswer } from '#web/api/answers.ts'
import type { EventWordsProps, ShownProps } from '#web/engine/slots.ts'
import { Facts } from '#web/engine/view/event-lines.tsx'
import { ShowValue } from '#web/fields/show.tsx'
import { sentenceIn } from '#web/locales/stored-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAnswerLabel, useFormatAnswer } from './format-answer.ts'
import { type Answer, meaningOf, readAnswers } from './read-answers.ts'
import { type Failure, reviewIn } from './review.ts'

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

export function SubmissionEventWords({ record, event, inLine, children }: EventWordsProps) {
  const { t } = useTranslation()
  const worded = useWorded(record)
  const data = worded(event.data)
  if (!inLine || event.eventType !== 'APPLY_FAILED') return children({ ...event, data })
  // Why, and of what is wrong the first.
  const { problem, words = null, fields } = data as unknown as Failure
  const [first] = fields ?? []
  return <Facts words={first ? `${first.path}: ${t(sentenceIn(first))}` : t(sentenceIn({ message: problem, words }))} />
}

/** A field of the submission itself. */
export function SubmissionWords({ name, field, value, row, refs }: ShownProps) {
  const worded = useWorded(row as RecordAnswer)
  return <ShowValue field={field} value={worded({ [name]: value })[name]} refs={refs} />
}

// What the events of a submission say in a line of its timeline: fields by their labels, and why it could not be carried out in the reader's words.
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { EventItem, Refs } from '#web/api/answers.ts'
import { formatFacts } from '#web/engine/view/event-lines.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { sentenceIn } from '#web/locales/stored-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAnswerLabel } from './format-answer.ts'
import type { Meaning } from './read-answers.ts'
import type { Failure } from './review.ts'

export function useEventFacts(entity: AnyEntity, meaning: Meaning | null): (event: EventItem, refs: Refs) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const labelOf = useAnswerLabel(meaning)
  return ({ eventType, data }, refs) => {
    const { fields = {} } = (entity.events as Record<string, EventSpec>)[eventType] ?? {}
    if (eventType === 'APPLY_FAILED') {
      const { problem, words = null, fields: problems } = data as unknown as Failure
      const [first] = problems ?? []
      return first ? `${labelOf(first.path)}: ${t(sentenceIn(first))}` : t(sentenceIn({ message: problem, words }))
    }
    const named = Array.isArray(data.fields) ? { ...data, fields: data.fields.map((name) => labelOf(String(name))) } : data
    return formatFacts(fields, named, { t, format, refs })
  }
}

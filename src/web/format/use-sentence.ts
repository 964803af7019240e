// A notification in the reader's words: its code and values, not the sentence that was stored.
import { useCallback } from 'react'
import { type MeasuredKind, sentenceOf } from '#domain/notifications/sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useFormat } from './use-format.ts'

/** `event`: its code; `params`: values by name; `headline`: what is shown of a code that is not known any more. */
export type NoticeWords = Readonly<Record<string, unknown>>
type Param = { name: string; value: string }

export function useSentence(): (notice: NoticeWords) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return useCallback(
    ({ event, params, headline }) => {
      const values = Object.fromEntries((Array.isArray(params) ? (params as Param[]) : []).map(({ name, value }) => [name, value]))
      const measured: Readonly<Record<MeasuredKind, (value: string) => string>> = {
        date: (value) => format.fullDate(value.slice(0, 10)),
        moment: (value) => `${format.fullDate(format.dayOf(value))}, ${format.clock(value)}`,
        kg: (value) => format.kg(Number(value)),
        ha: (value) => format.ha(Number(value)),
        share: (value) => format.share(Number(value)),
        money: (value) => format.money(Number(value)),
        number: (value) => format.number(Number(value), 2),
      }
      return sentenceOf(
        String(event),
        values,
        { phrase: (template, gaps) => t(template, gaps), format: (kind, value) => measured[kind](value) },
        String(headline ?? ''),
      )
    },
    [t, format],
  )
}

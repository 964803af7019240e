// The past day of which a page is shown, in its address: `asOf`, and `knownAt` where it is shown by what was known then (M10).
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { recordIn } from '#web/api/names.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { useTranslation } from '#web/locales/translation.ts'

/** `isKnownThen`: only what was recorded by the end of that day counts, too. */
export type PastDay = { day: string; isKnownThen: boolean }
export type PastRecordAnswer = RecordAnswer & { past: { /** Fields that cannot be worked out for a past day; null here. */ notDerived: readonly string[] } }

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Null: the present. A day to come, or what is none, is the present. */
export function pastDayOf({ asOf, knownAt }: FlatSearch, today: string): PastDay | null {
  return isDay(asOf) && asOf < today ? { day: asOf, isKnownThen: knownAt === asOf } : null
}
export const searchOf = ({ day, isKnownThen }: PastDay): Record<string, string> => ({ asOf: day, ...(isKnownThen ? { knownAt: day } : {}) })

export function usePastRecord(entity: string, id: string, past: PastDay) {
  const { t } = useTranslation()
  const operator = useOperator()
  const select = useCallback((row: PastRecordAnswer) => recordIn(t, entity, row) as PastRecordAnswer, [t, entity])
  return useQuery<PastRecordAnswer, ApiProblem>({
    select,
    queryKey: [...keys.one(operator, entity, id), 'past', past],
    queryFn: ({ signal }) => call<PastRecordAnswer>(entityPath(operator, entity, id), { signal, query: new URLSearchParams(searchOf(past)) }),
  })
}

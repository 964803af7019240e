// Fetches for the list what it shows of each farmer beside his own record: one question for every page of rows.
import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { FarmerSummary, FarmersSummary } from '#domain/people/farmers-summary-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, pageSize } from '#web/api/queries.ts'
import { useSeason } from '#web/engine/season.ts'

const SummaryContext = createContext<{ known: ReadonlyMap<string, FarmerSummary>; isPending: boolean }>({ known: new Map(), isPending: false })

/** Undefined while it is on its way; null when it could not be had. */
export const useFarmerSummary = (farmerId: string): FarmerSummary | null | undefined => {
  const { known, isPending } = useContext(SummaryContext)
  return known.get(farmerId) ?? (isPending ? undefined : null)
}

export function FarmersSummaryFrame({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) {
  const operator = useOperator()
  const season = useSeason()
  // By the pages in which the rows came, so that the next page asks for its own rows only.
  const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) => rows.slice(page * pageSize, (page + 1) * pageSize).map(({ id }) => id))
  const value = useQueries({
    queries: pages.map((ids) => ({
      queryKey: [...keys.entity(operator, 'farmer'), 'glance', season.id, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<FarmersSummary>(entityPath(operator, 'reports', 'farmers-summary'), {
          signal,
          query: new URLSearchParams({ farmerIds: ids.join(','), ...(season.id ? { seasonId: season.id } : {}) }),
        }),
      enabled: season.isReady,
    })),
    combine: gather,
  })
  return <SummaryContext value={value}>{children}</SummaryContext>
}

const gather = (results: readonly { data: FarmersSummary | undefined; isPending: boolean }[]) => ({
  known: new Map(results.flatMap(({ data }) => data?.items ?? []).map((one) => [one.farmerId, one])),
  isPending: results.some(({ isPending }) => isPending),
})

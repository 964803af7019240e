// Fetches for the list what it shows of each farmer beside his own record: one question for every page of rows.
import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { FarmerGlance, FarmersGlance } from '#domain/people/farmers-glance.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, pageSize } from '#web/api/queries.ts'
import { useSeason } from '#web/engine/season.ts'

const GlanceContext = createContext<{ known: ReadonlyMap<string, FarmerGlance>; isPending: boolean }>({ known: new Map(), isPending: false })

/** Undefined while it is on its way; null when it could not be had. */
export const useFarmerGlance = (farmerId: string): FarmerGlance | null | undefined => {
  const { known, isPending } = useContext(GlanceContext)
  return known.get(farmerId) ?? (isPending ? undefined : null)
}

export function FarmersGlanceFrame({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) {
  const operator = useOperator()
  const season = useSeason()
  // By the pages in which the rows came, so that the next page asks for its own rows only.
  const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) => rows.slice(page * pageSize, (page + 1) * pageSize).map(({ id }) => id))
  const value = useQueries({
    queries: pages.map((ids) => ({
      queryKey: [...keys.entity(operator, 'farmer'), 'glance', season.id, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<FarmersGlance>(entityPath(operator, 'reports', 'farmers-glance'), {
          signal,
          query: new URLSearchParams({ farmerIds: ids.join(','), ...(season.id ? { seasonId: season.id } : {}) }),
        }),
      enabled: season.isReady,
    })),
    combine: gather,
  })
  return <GlanceContext value={value}>{children}</GlanceContext>
}

const gather = (results: readonly { data: FarmersGlance | undefined; isPending: boolean }[]) => ({
  known: new Map(results.flatMap(({ data }) => data?.items ?? []).map((one) => [one.farmerId, one])),
  isPending: results.some(({ isPending }) => isPending),
})

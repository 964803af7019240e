// What the facility's screens ask: the catalogue, the lots its owner holds, the runs of the line.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunHistory } from '#domain/chain/chain-reports.ts'
import { useAllRows } from '#web/api/all-pages.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { type OwnedLot, ownedLots } from './line.ts'

export function useRunHistory(id: string) {
  const operator = useOperator()
  return useQuery<RunHistory, ApiProblem>({
    queryKey: [...keys.one(operator, 'processingsystem', id), 'run-history'],
    queryFn: ({ signal }) => call<RunHistory>(entityPath(operator, 'processingsystem', id, 'run-history'), { signal }),
  })
}

/** Lots on hand of the facility's owner, and the active products; `isComplete` false when there are more lots than are read. */
export function useStock(system: RecordAnswer): {
  owned: OwnedLot[]
  products: RecordAnswer[]
  isComplete: boolean
  isPending: boolean
  error: ApiProblem | null
  refetch: () => void
} {
  const products = useAllRows('product', {})
  const owner: Record<string, string[]> = system.processorId ? { processorId: [String(system.processorId)] } : { operatorId: [String(system.collectiveId)] }
  const lots = useAllRows('productbatch', { filters: { ...owner, 'onHandKg.gte': ['0.001'] } })
  const active = useMemo(() => (products.data?.rows ?? []).filter((product) => product.status === 'ACTIVE'), [products.data])
  const owned = useMemo(() => ownedLots(system, lots.data?.rows ?? [], products.data?.rows ?? []), [system, lots.data, products.data])
  return {
    owned,
    products: active,
    isComplete: lots.data?.isComplete ?? true,
    isPending: lots.isPending || products.isPending,
    error: lots.error ?? products.error,
    refetch: () => {
      void lots.refetch()
      void products.refetch()
    },
  }
}

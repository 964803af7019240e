// What the lot's screens ask of the chain: the trace both ways, the ledger.
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Point } from '#domain/kernel/kinds.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'

/** `kg`: what of it belongs to the trace. Forward: what of it came from the root. `isOpen` false: no page for this reader. */
export type TraceNode = {
  id: string
  kind: 'parcel' | 'crop' | 'productbatch'
  title: string
  code: string
  product: string | null
  kg: number
  share: number
  claim: Claim | null
  status: string
  unitType: string | null
  place: string | null
  at: string | null
  point: Point | null
  isOpen: boolean
}
export type TraceEdge = { from: string; to: string; kg: number; eventId: string | null; eventType: string }
export type TracePlot = {
  parcelId: string
  code: string
  name: string | null
  village: string | null
  farmer: string | null
  farmerId: string | null
  point: Point | null
  areaHa: number | null
  isOpen: boolean
  kg: number
  share: number
}
export type Trace = {
  root: { id: string; kind: 'productbatch' | 'landparcel'; title: string; code: string; kg: number }
  direction: 'back' | 'forward'
  nodes: TraceNode[]
  edges: TraceEdge[]
  parcels: TracePlot[]
}

export type LedgerLine = {
  id: string
  at: string
  account: string
  deltaKg: number
  balanceKg: number
  event: { id: string; eventType: string; subjectType: string; subjectId: string; status: string }
  lots: { id: string; title: string; deltaKg: number }[]
}
export type LotLedger = {
  batchId: string
  title: string
  onHandKg: number
  reservedKg: number
  availableKg: number
  totals: Record<string, number>
  items: LedgerLine[]
  isCut: boolean
}

export function useTrace(id: string, direction: Trace['direction'], entity: 'productbatch' | 'landparcel' = 'productbatch') {
  const operator = useOperator()
  return useQuery<Trace, ApiProblem>({
    queryKey: [...keys.one(operator, entity, id), 'trace', direction],
    queryFn: ({ signal }) =>
      call<Trace>(entityPath(operator, entity, id, 'trace'), { signal, ...(entity === 'productbatch' ? { query: new URLSearchParams({ direction }) } : {}) }),
  })
}

const ledgerQuery = (operator: string, id: string) => ({
  queryKey: [...keys.one(operator, 'productbatch', id), 'ledger'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<LotLedger>(entityPath(operator, 'productbatch', id, 'ledger'), { signal }),
})

export function useLedger(id: string) {
  const operator = useOperator()
  return useQuery<LotLedger, ApiProblem>(ledgerQuery(operator, id))
}

/** Ledgers of several lots; those the reader may not see are left out. */
export function useLedgers(ids: readonly string[]): LotLedger[] {
  const operator = useOperator()
  return useQueries({
    queries: ids.map((id) => ({ ...ledgerQuery(operator, id), retry: false })),
    combine: (results) => results.flatMap((result) => (result.data ? [result.data as LotLedger] : [])),
  })
}

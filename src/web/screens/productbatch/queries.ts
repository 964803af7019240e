// What the lot's screens ask of the chain: the trace both ways, the ledger.
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Direction, LotLedger, Trace, TraceAnswer } from '#domain/chain/chain-reports.ts'
import type { Tickets } from '#domain/chain/ticket-answer.ts'
import { traceOf } from '#domain/chain/trace-answer.ts'
import type { UnitsFound } from '#domain/chain/unit-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'

export function useTrace(id: string, direction: Direction, entity: 'productbatch' | 'landparcel' = 'productbatch') {
  const operator = useOperator()
  return useQuery<TraceAnswer, ApiProblem, Trace>({
    queryKey: [...keys.one(operator, entity, id), 'trace', direction],
    queryFn: ({ signal }) =>
      call<TraceAnswer>(entityPath(operator, entity, id, 'trace'), {
        signal,
        ...(entity === 'productbatch' ? { query: new URLSearchParams({ direction }) } : {}),
      }),
    select: traceOf,
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

/** Units that a lot has or had, with where each is. */
export function useUnits(id: string) {
  const operator = useOperator()
  return useQuery<UnitsFound, ApiProblem>({
    queryKey: [...keys.one(operator, 'productbatch', id), 'units'],
    queryFn: ({ signal }) => call<UnitsFound>(entityPath(operator, 'productbatch', id, 'units'), { signal }),
  })
}

/** Tickets of a lot or a farmer, fetched anew with each version of it. */
export function useTickets(entity: 'productbatch' | 'farmer', id: string, version: number) {
  const operator = useOperator()
  return useQuery<Tickets, ApiProblem>({
    queryKey: [...keys.one(operator, entity, id), 'tickets', version],
    queryFn: ({ signal }) => call<Tickets>(entityPath(operator, entity, id, 'tickets'), { signal }),
    placeholderData: (before) => before,
  })
}

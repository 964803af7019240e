// What the lot's screens ask of the chain: the trace both ways, the ledger.
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Direction, LotLedger, Trace, TraceAnswer } from '#domain/chain/chain-reports.ts'
import type { Tickets } from '#domain/chain/ticket-answer.ts'
import { traceOf } from '#domain/chain/trace-answer.ts'
import type { UnitsFound } from '#domain/chain/unit-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { type PastDay, searchOf } from '#web/engine/past/past-day.ts'

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

/** `past`: of that day. */
const ledgerQuery = (operator: string, id: string, past?: PastDay) => ({
  queryKey: [...keys.one(operator, 'productbatch', id), 'ledger', past],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<LotLedger>(entityPath(operator, 'productbatch', id, 'ledger'), { signal, ...onDay(past) }),
})
const onDay = (past: PastDay | undefined) => (past ? { query: new URLSearchParams(searchOf(past)) } : {})

export function useLedger(id: string, past?: PastDay) {
  const operator = useOperator()
  return useQuery<LotLedger, ApiProblem>(ledgerQuery(operator, id, past))
}

/** Ledgers of several lots; those the reader may not see are left out. */
export function useLedgers(ids: readonly string[]): LotLedger[] {
  const operator = useOperator()
  return useQueries({
    queries: ids.map((id) => ({ ...ledgerQuery(operator, id), retry: false })),
    combine: (results) => results.flatMap((result) => (result.data ? [result.data as LotLedger] : [])),
  })
}

/** Units that a lot has or had, with where each is, or was on a past day. */
export function useUnits(id: string, past?: PastDay) {
  const operator = useOperator()
  return useQuery<UnitsFound, ApiProblem>({
    queryKey: [...keys.one(operator, 'productbatch', id), 'units', past],
    queryFn: ({ signal }) => call<UnitsFound>(entityPath(operator, 'productbatch', id, 'units'), { signal, ...onDay(past) }),
  })
}

/** Tickets of a lot or a farmer, fetched anew with each version of it. */
export function useTickets(entity: 'productbatch' | 'farmer', id: string, version: number, past?: PastDay) {
  const operator = useOperator()
  return useQuery<Tickets, ApiProblem>({
    queryKey: [...keys.one(operator, entity, id), 'tickets', version, past],
    queryFn: ({ signal }) => call<Tickets>(entityPath(operator, entity, id, 'tickets'), { signal, ...onDay(past) }),
    placeholderData: (before) => before,
  })
}

// How the installation does, as the administrator's page asks for it.
import { useQuery } from '@tanstack/react-query'
import type { Operations, OperationsStorage, TableSize } from '#domain/tenancy/operations-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'

const path = '/api/operations'
export const operationsKey = ['operations'] as const

export const useOperations = (enabled: boolean) =>
  useQuery<Operations, ApiProblem>({ queryKey: [...operationsKey, 'view'], queryFn: ({ signal }) => call(path, { signal }), enabled, staleTime: 0 })
/** Counted row by row, so it is asked for by itself and waited for. */
export const useTableSizes = () =>
  useQuery<{ items: TableSize[] }, ApiProblem>({
    queryKey: [...operationsKey, 'tables'],
    queryFn: ({ signal }) => call(`${path}/tables`, { signal, patience: 20_000 }),
    staleTime: 60_000,
  })
export const useStorage = () =>
  useQuery<OperationsStorage, ApiProblem>({
    queryKey: [...operationsKey, 'storage'],
    queryFn: ({ signal }) => call(`${path}/storage`, { signal }),
    staleTime: 60_000,
  })
/** Throws ApiProblem: NOT_FOUND, STATE_CONFLICT. */
export const tryAgain = (id: string): Promise<{ topic: string }> => call(`${path}/jobs/${id}/retry`, { method: 'POST' })

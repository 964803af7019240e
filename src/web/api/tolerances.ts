// The programme's own tolerances, so that a form judges with the figures by which the server will judge. Until they have
// arrived, and where they cannot be fetched, the product's defaults; the server decides in any case.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ToleranceAnswer } from '#domain/chain/tolerance-answer.ts'
import { type Tolerances, tolerancesOf } from '#domain/rules/tolerances.ts'
import { type ApiProblem, call } from './client.ts'

const path = '/api/tolerances'
export const toleranceKey = ['tolerances'] as const

export const useToleranceSettings = () =>
  useQuery<ToleranceAnswer, ApiProblem>({ queryKey: toleranceKey, queryFn: ({ signal }) => call(path, { signal }), staleTime: 300_000 })

export function useTolerances(): Tolerances {
  const { data } = useToleranceSettings()
  return useMemo(() => tolerancesOf(data?.tolerances), [data])
}

/** Throws ApiProblem: VALIDATION with fields, STALE_VERSION. Null = the default again. */
export const saveTolerances = (version: number, changes: Partial<Record<keyof Tolerances, number | null>>): Promise<ToleranceAnswer> =>
  call(path, { method: 'PATCH', body: changes, version })

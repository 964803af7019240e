// What the rules of schemes say of crops: a version on the bench, and all that hold for a crop.
import { useQuery } from '@tanstack/react-query'
import type { BenchAnswer, CropComplianceAnswer } from '#domain/certification/judging/bench-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'

/** `cropId` null: nothing is asked. */
export function useBench(schemePopId: string, cropId: string | null) {
  const operator = useOperator()
  return useQuery<BenchAnswer, ApiProblem>({
    queryKey: [...keys.one(operator, 'schemepop', schemePopId), 'bench', cropId],
    queryFn: ({ signal }) => call(entityPath(operator, 'schemepop', schemePopId, 'bench'), { signal, query: new URLSearchParams({ cropId: cropId ?? '' }) }),
    enabled: cropId !== null,
  })
}

export function useCompliance(cropId: string) {
  const operator = useOperator()
  return useQuery<CropComplianceAnswer, ApiProblem>({
    queryKey: [...keys.one(operator, 'crop', cropId), 'compliance'],
    queryFn: ({ signal }) => call(entityPath(operator, 'crop', cropId, 'compliance'), { signal }),
  })
}

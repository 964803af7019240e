// The one question each dashboard asks. Fresh on every visit: whoever comes back from a list wants to see what changed.
import { useQuery } from '@tanstack/react-query'
import type { SeasonSummary } from '#domain/cropping/season-summary-answer.ts'
import type { Trade } from '#domain/husbandry/husbandry-summary.ts'
import type { HusbandrySummary } from '#domain/husbandry/husbandry-summary-answer.ts'
import type { ProcessingSummary } from '#domain/processing/processing-summary-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useSeason } from '#web/engine/season.ts'

export function useSeasonSummary() {
  const operator = useOperator()
  const season = useSeason()
  return useQuery<SeasonSummary, ApiProblem>({
    queryKey: [operator, 'reports', 'season-summary', season.id],
    queryFn: ({ signal }) =>
      call<SeasonSummary>(entityPath(operator, 'reports', 'season-summary'), { signal, query: new URLSearchParams(season.id ? { seasonId: season.id } : {}) }),
    enabled: season.isReady,
    refetchOnMount: 'always',
  })
}

export function useProcessingSummary() {
  const operator = useOperator()
  return useQuery<ProcessingSummary, ApiProblem>({
    queryKey: [operator, 'reports', 'processing-summary'],
    queryFn: ({ signal }) => call<ProcessingSummary>(entityPath(operator, 'reports', 'processing-summary'), { signal }),
    refetchOnMount: 'always',
  })
}

export function useHusbandrySummary(trade: Trade) {
  const operator = useOperator()
  return useQuery<HusbandrySummary, ApiProblem>({
    queryKey: [operator, 'reports', 'husbandry-summary', trade],
    queryFn: ({ signal }) => call<HusbandrySummary>(entityPath(operator, 'reports', 'husbandry-summary'), { signal, query: new URLSearchParams({ trade }) }),
    refetchOnMount: 'always',
  })
}

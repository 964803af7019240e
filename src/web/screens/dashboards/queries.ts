// What the dashboards ask. Fresh on every visit: whoever comes back from a list wants to see what changed.
import { useQuery } from '@tanstack/react-query'
import type { SeasonSummary } from '#domain/cropping/season-summary-answer.ts'
import type { Trade } from '#domain/husbandry/husbandry-summary.ts'
import type { HusbandrySummary } from '#domain/husbandry/husbandry-summary-answer.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import type { ProcessingSummary } from '#domain/processing/processing-summary-answer.ts'
import type { SeasonCharts } from '#domain/reports/season-charts-answer.ts'
import type { SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useSeason } from '#web/engine/season.ts'

/** One part of the season's dashboard; asked for when it is `wanted`, so that what is seen first is there first. */
function useSeasonPart<Answer>(name: string, isWanted: boolean) {
  const operator = useOperator()
  const season = useSeason()
  return useQuery<Answer, ApiProblem>({
    queryKey: [operator, 'reports', name, season.id],
    queryFn: ({ signal }) =>
      call<Answer>(entityPath(operator, 'reports', name), { signal, query: new URLSearchParams(season.id ? { seasonId: season.id } : {}) }),
    enabled: season.isReady && isWanted,
    refetchOnMount: 'always',
  })
}
export const useSeasonSummary = () => useSeasonPart<SeasonSummary>('season-summary', true)
export const useSeasonIndicators = () => useSeasonPart<SeasonIndicators>('season-indicators', true)
export const useSeasonCharts = (isWanted: boolean) => useSeasonPart<SeasonCharts>('season-charts', isWanted)

export function useProcessingSummary() {
  const operator = useOperator()
  return useQuery<ProcessingSummary, ApiProblem>({
    queryKey: [operator, 'reports', 'processing-summary'],
    queryFn: ({ signal }) => call<ProcessingSummary>(entityPath(operator, 'reports', 'processing-summary'), { signal }),
    refetchOnMount: 'always',
  })
}

/** Of the season that is chosen; without one of the last 365 days. */
export function useProcessingFigures() {
  const operator = useOperator()
  const season = useSeason()
  return useQuery<ProcessingFigures, ApiProblem>({
    queryKey: [operator, 'reports', 'processing-figures', season.id],
    queryFn: ({ signal }) =>
      call<ProcessingFigures>(entityPath(operator, 'reports', 'processing-figures'), {
        signal,
        query: new URLSearchParams(season.id ? { seasonId: season.id } : {}),
      }),
    enabled: season.isReady,
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

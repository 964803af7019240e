// The one question each dashboard asks. Fresh on every visit: whoever comes back from a list wants to see what changed.
import { useQuery } from '@tanstack/react-query'
import type { SeasonGlance } from '#domain/cropping/season-glance.ts'
import type { HusbandryGlance, Trade } from '#domain/husbandry/husbandry-glance.ts'
import type { ProcessingGlance } from '#domain/processing/processing-glance.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useSeason } from '#web/engine/season.ts'

export function useSeasonGlance() {
  const operator = useOperator()
  const season = useSeason()
  return useQuery<SeasonGlance, ApiProblem>({
    queryKey: [operator, 'reports', 'season-glance', season.id],
    queryFn: ({ signal }) =>
      call<SeasonGlance>(entityPath(operator, 'reports', 'season-glance'), { signal, query: new URLSearchParams(season.id ? { seasonId: season.id } : {}) }),
    enabled: season.isReady,
    refetchOnMount: 'always',
  })
}

export function useProcessingGlance() {
  const operator = useOperator()
  return useQuery<ProcessingGlance, ApiProblem>({
    queryKey: [operator, 'reports', 'processing-glance'],
    queryFn: ({ signal }) => call<ProcessingGlance>(entityPath(operator, 'reports', 'processing-glance'), { signal }),
    refetchOnMount: 'always',
  })
}

export function useHusbandryGlance(trade: Trade) {
  const operator = useOperator()
  return useQuery<HusbandryGlance, ApiProblem>({
    queryKey: [operator, 'reports', 'husbandry-glance', trade],
    queryFn: ({ signal }) => call<HusbandryGlance>(entityPath(operator, 'reports', 'husbandry-glance'), { signal, query: new URLSearchParams({ trade }) }),
    refetchOnMount: 'always',
  })
}

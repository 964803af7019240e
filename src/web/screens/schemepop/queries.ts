// What the rules of schemes say of crops: a version on the bench, and all that hold for a crop.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BenchAnswer, CropComplianceAnswer, ImpactAnswer, SchemePopCrops } from '#domain/certification/judging/bench-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { type PastDay, searchOf } from '#web/engine/past/past-day.ts'

/** `cropId` null: nothing is asked. */
export function useBench(schemePopId: string, cropId: string | null) {
  const operator = useOperator()
  return useQuery<BenchAnswer, ApiProblem>({
    queryKey: [...keys.one(operator, 'schemepop', schemePopId), 'bench', cropId],
    queryFn: ({ signal }) => call(entityPath(operator, 'schemepop', schemePopId, 'bench'), { signal, query: new URLSearchParams({ cropId: cropId ?? '' }) }),
    enabled: cropId !== null,
  })
}

/** `past`: as its rules would have been judged at the end of that day. */
export function useCompliance(cropId: string, past?: PastDay) {
  const operator = useOperator()
  return useQuery<CropComplianceAnswer, ApiProblem>({
    queryKey: [...keys.one(operator, 'crop', cropId), 'compliance', ...(past ? [past] : [])],
    queryFn: ({ signal }) =>
      call(entityPath(operator, 'crop', cropId, 'compliance'), { signal, ...(past ? { query: new URLSearchParams(searchOf(past)) } : {}) }),
  })
}

export function useCropsUnder(schemePopId: string) {
  const operator = useOperator()
  return useQuery<SchemePopCrops, ApiProblem>({
    queryKey: [...keys.one(operator, 'schemepop', schemePopId), 'crops'],
    queryFn: ({ signal }) => call(entityPath(operator, 'schemepop', schemePopId, 'crops'), { signal }),
  })
}

/** Set by set, until all crops are judged; what is known so far is shown meanwhile. */
export function useImpact(schemePopId: string) {
  const operator = useOperator()
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery<
    ImpactAnswer,
    ApiProblem,
    { pages: ImpactAnswer[] },
    readonly unknown[],
    string | null
  >({
    queryKey: [...keys.one(operator, 'schemepop', schemePopId), 'impact'],
    queryFn: ({ pageParam, signal }) =>
      call(entityPath(operator, 'schemepop', schemePopId, 'impact'), { signal, ...(pageParam ? { query: new URLSearchParams({ after: pageParam }) } : {}) }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  })
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const pages = data?.pages ?? []
  return {
    error,
    judged: pages.reduce((sum, page) => sum + page.judged, 0),
    newlyFailing: pages.flatMap((page) => page.newlyFailing),
    isDone: data !== undefined && !hasNextPage,
  }
}

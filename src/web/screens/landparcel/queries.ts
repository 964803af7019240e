// What the parcel's screens ask the map's own addresses: outlines around, overlaps, and the boundaries a plot has had.
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { PlotTimeline } from '#domain/chain/plot-timeline-answer.ts'
import type { Bbox } from '#domain/geo/area.ts'
import type { BoundaryVersion, Neighbours, Outline } from '#domain/land/map-answers.ts'
import type { OpenOverlaps, OverlapCases } from '#domain/land/overlap-answer.ts'
import type { Refs } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { useSubmitKey } from '#web/api/mutations.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { type PastDay, searchOf } from '#web/engine/past/past-day.ts'

export function useNeighbours(id: string) {
  const operator = useOperator()
  return useQuery<Neighbours, ApiProblem>({
    queryKey: [...keys.one(operator, 'landparcel', id), 'neighbours'],
    queryFn: ({ signal }) => call<Neighbours>(entityPath(operator, 'landparcel', id, 'neighbours'), { signal }),
  })
}

/** Widest box the server gives outlines for, in degrees. */
const widest = 0.1
/** Boxes are widened to a raster of this many degrees, so that a small move of the map asks for nothing new. */
const raster = 0.01

/** Outlines on the piece of ground somebody is drawing on; `except` is the plot being drawn. */
export function useOutlinesIn(box: Bbox | null, except: string | null) {
  const operator = useOperator()
  const requested = box && rastered(box)
  return useQuery<Outline[], ApiProblem>({
    queryKey: [...keys.entity(operator, 'landparcel'), 'outlines', requested?.join(), except],
    queryFn: async ({ signal }) =>
      (
        await call<Neighbours>(entityPath(operator, 'landparcel', 'neighbours'), {
          signal,
          query: new URLSearchParams({ box: requested?.join(',') ?? '', ...(except ? { except } : {}) }),
        })
      ).items,
    enabled: requested !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

/** Null when the box is too wide to ask for. */
export function rastered([west, south, east, north]: Bbox): Bbox | null {
  const low = (value: number) => Math.round(Math.floor(value / raster) * raster * 1e4) / 1e4
  const high = (value: number) => Math.round(Math.ceil(value / raster) * raster * 1e4) / 1e4
  const wide: Bbox = [low(west), low(south), high(east), high(north)]
  return wide[2] - wide[0] <= widest + 1e-9 && wide[3] - wide[1] <= widest + 1e-9 ? wide : null
}

/** `past`: those that it had had by that day. */
export function useBoundaries(id: string, past?: PastDay) {
  const operator = useOperator()
  return useQuery<{ items: BoundaryVersion[]; refs?: Refs }, ApiProblem>({
    queryKey: [...keys.one(operator, 'landparcel', id), 'boundaries', past],
    queryFn: ({ signal }) => call(entityPath(operator, 'landparcel', id, 'boundaries'), { signal, query: new URLSearchParams(past && searchOf(past)) }),
  })
}

/** The claim through time, now or as it was on a past day. `version`: asked anew when the plot has changed. */
export function useClaimTimeline(id: string, version: number, past?: PastDay) {
  const operator = useOperator()
  return useQuery<PlotTimeline, ApiProblem>({
    queryKey: [...keys.one(operator, 'landparcel', id), 'claim-timeline', version, past],
    queryFn: ({ signal }) =>
      call<PlotTimeline>(entityPath(operator, 'landparcel', id, 'claim-timeline'), { signal, query: new URLSearchParams(past && searchOf(past)) }),
    placeholderData: keepPreviousData,
  })
}

/** The open overlaps of all plots that this person may see, of the operator of the address: page after page, those that wait for the reader first. */
export function useOpenOverlaps({ enabled = true }: { enabled?: boolean } = {}) {
  const operator = useOperator()
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery<
    OpenOverlaps,
    ApiProblem,
    { pages: OpenOverlaps[] },
    readonly unknown[],
    string | null
  >({
    queryKey: [...keys.entity(operator, 'landparcel'), 'overlap-cases'],
    queryFn: ({ pageParam, signal }) =>
      call<OpenOverlaps>(entityPath(operator, 'landparcel', 'overlap-cases'), { signal, query: new URLSearchParams(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    enabled,
    refetchOnMount: 'always',
  })
  // After each rendering: a page may come before it was drawn that it is fetched.
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  })
  const items = useMemo(
    () => data?.pages.flatMap((page) => page.items).sort((one, other) => Number(other.isYours) - Number(one.isYours) || (one.since < other.since ? -1 : 1)),
    [data],
  )
  return { items, error, isAll: !hasNextPage, retry: () => void (items ? fetchNextPage() : refetch()) }
}

/** The open overlaps of a plot. `version`: asked anew when the plot has changed. */
export function useOverlapCases(id: string, version: number) {
  const operator = useOperator()
  return useQuery<OverlapCases, ApiProblem>({
    queryKey: [...keys.one(operator, 'landparcel', id), 'overlap-cases', version],
    queryFn: ({ signal }) => call<OverlapCases>(entityPath(operator, 'landparcel', id, 'overlap-cases'), { signal }),
    placeholderData: keepPreviousData,
  })
}

export type OverlapWord = { what: 'proposal' | 'acceptance' | 'withdrawal' | 'walk' | 'decision'; body: Record<string, unknown> }
/** Says something in the case with the plot of this code; what it changes may be the boundary of either plot. `onDone`: before the case, which may be closed by it, is read anew. */
export function useOverlapWord(id: string, code: string, onDone: (cases: OverlapCases) => void) {
  const operator = useOperator()
  const client = useQueryClient()
  const submitKey = useSubmitKey()
  return useMutation<OverlapCases, ApiProblem, OverlapWord>({
    mutationFn: ({ what, body }) =>
      call<OverlapCases>(entityPath(operator, 'landparcel', id, 'overlap-cases', code, what), {
        method: 'POST',
        body,
        idempotencyKey: submitKey({ code, what, body }),
      }),
    onSuccess: (cases) => {
      onDone(cases)
      return client.invalidateQueries({ queryKey: [operator] })
    },
  })
}

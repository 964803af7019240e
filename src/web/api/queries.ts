// Reading: query keys and hooks over TanStack Query. One key tree per entity, so that a write can
// refresh exactly what it may have changed.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import type { EventItem, EventsAnswer, ListAnswer, RecordAnswer, Refs } from './answers.ts'
import { type ApiProblem, call } from './client.ts'
import { awaitFirst, takeFirst } from './first-answers.ts'
import { type ListQuery, listParams } from './list-query.ts'
import { recordIn, refsIn } from './names.ts'
import { entityPath, useOperator } from './operator.ts'

export const keys = {
  entity: (operator: string, entity: string) => [operator, entity] as const,
  list: (operator: string, entity: string, query: unknown) => [operator, entity, 'list', query] as const,
  one: (operator: string, entity: string, id: string) => [operator, entity, 'one', id] as const,
  event: (operator: string, entity: string, id: string, eventId: string) => [operator, entity, 'one', id, 'events', eventId] as const,
}

export const pageSize = 50

/** What the page itself has asked for is not asked for again. */
const read = async (path: string, query: URLSearchParams, signal: AbortSignal): Promise<ListAnswer> =>
  (await awaitFirst<ListAnswer>(path, query)) ?? (await call<ListAnswer>(path, { signal, query }))

type ListWanted = {
  enabled?: boolean
  limit?: number /** These fields of each record alone; absent: all that a list carries. */
  fields?: readonly string[] | undefined
}

/** A list, page by page by cursor; `total` is counted with the first page (capped by the server). */
export function useList(entity: string, query: Partial<ListQuery>, { enabled = true, limit = pageSize, fields }: ListWanted = {}) {
  const { t } = useTranslation()
  const operator = useOperator()
  const path = entityPath(operator, entity)
  const paramsOf = (cursor: string | null) =>
    listParams(query, { limit: String(limit), ...(fields ? { fields: fields.join() } : {}), ...(cursor ? { cursor } : { count: 'true' }) })
  const result = useInfiniteQuery<ListAnswer, ApiProblem, { pages: ListAnswer[] }, readonly unknown[], string | null>({
    queryKey: [...keys.list(operator, entity, query), limit, ...(fields ? [fields.join()] : [])],
    queryFn: ({ pageParam, signal }) => read(path, paramsOf(pageParam), signal),
    initialData: () => {
      const first = takeFirst<ListAnswer>(path, paramsOf(null))
      return first && { pages: [first], pageParams: [null] }
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    enabled,
  })
  const pages = result.data?.pages ?? []
  return {
    ...result,
    items: pages.flatMap((page) => page.items.map((row) => recordIn(t, entity, row))),
    total: pages[0]?.total,
    isCapped: pages[0]?.totalIsCapped ?? false,
    refs: refsIn(t, Object.assign({}, ...pages.map((page) => page.refs)) as Refs),
  }
}

/** How many there are, without fetching them (one row is asked for, and counted). */
export function useCount(entity: string, query: Partial<ListQuery>, enabled = true) {
  const operator = useOperator()
  return useQuery<number | undefined, ApiProblem>({
    queryKey: [...keys.list(operator, entity, query), 'count'],
    queryFn: async ({ signal }) =>
      (await call<ListAnswer>(entityPath(operator, entity), { signal, query: listParams(query, { limit: '1', count: 'true' }) })).total,
    enabled,
  })
}

/** A handful of matches for pickers and the search at the top. */
export function useOptions(entity: string, query: Partial<ListQuery>, { enabled = true, limit = 20 }: { enabled?: boolean; limit?: number } = {}) {
  const { t } = useTranslation()
  const operator = useOperator()
  const select = useCallback((list: ListAnswer) => ({ ...list, items: list.items.map((row) => recordIn(t, entity, row)) }), [t, entity])
  const path = entityPath(operator, entity)
  const params = () => listParams(query, { limit: String(limit) })
  return useQuery<ListAnswer, ApiProblem>({
    select,
    queryKey: [...keys.list(operator, entity, query), 'options', limit],
    queryFn: ({ signal }) => read(path, params(), signal),
    initialData: () => takeFirst<ListAnswer>(path, params()),
    enabled,
    placeholderData: keepPreviousData,
  })
}

export function useOne(entity: string, id: string | undefined) {
  const { t } = useTranslation()
  const operator = useOperator()
  const select = useCallback((row: RecordAnswer) => recordIn(t, entity, row), [t, entity])
  return useQuery<RecordAnswer, ApiProblem>({
    select,
    queryKey: keys.one(operator, entity, id ?? ''),
    queryFn: ({ signal }) => call<RecordAnswer>(entityPath(operator, entity, id ?? ''), { signal }),
    enabled: Boolean(id),
  })
}

/** Events, newest first; with `history` creation, edits and what was taken back too. `types`: only these. */
export function useEvents(entity: string, id: string, { history = false, types = [] }: { history?: boolean; types?: readonly string[] } = {}) {
  const { t } = useTranslation()
  const operator = useOperator()
  const what = history ? 'history' : 'events'
  const result = useInfiniteQuery<EventsAnswer, ApiProblem, { pages: EventsAnswer[] }, readonly unknown[], string | null>({
    queryKey: [...keys.one(operator, entity, id), what, ...types],
    queryFn: ({ pageParam, signal }) =>
      call<EventsAnswer>(entityPath(operator, entity, id, what), {
        signal,
        query: new URLSearchParams({
          limit: '50',
          ...(types.length ? { 'filter[eventType]': types.join() } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        }),
      }),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
  })
  const pages = result.data?.pages ?? []
  return { ...result, events: pages.flatMap((page) => page.items), refs: refsIn(t, Object.assign({}, ...pages.map((page) => page.refs)) as Refs) }
}

export function useEvent(entity: string, id: string, eventId: string) {
  const operator = useOperator()
  return useQuery<EventItem & { refs?: Refs }, ApiProblem>({
    queryKey: keys.event(operator, entity, id, eventId),
    queryFn: ({ signal }) => call(entityPath(operator, entity, id, 'events', eventId), { signal }),
  })
}

/** The record as it is right now, whatever the cache holds: to show what somebody else changed. */
export function useFresh(entity: string, id: string) {
  const operator = useOperator()
  return useQuery<RecordAnswer, ApiProblem>({
    queryKey: [...keys.one(operator, entity, id), 'fresh'],
    queryFn: ({ signal }) => call<RecordAnswer>(entityPath(operator, entity, id), { signal }),
    gcTime: 0,
    staleTime: 0,
  })
}

// A list's state lives in the browser's address: search, filters and sort survive reload, back and a shared link.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { seasonField } from '#domain/cropping/season-summary.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type FlatSearch, type ListQuery, readListQuery, writeListQuery } from '#web/api/list-query.ts'
import { useFixed, useOwnAddress } from '../here.ts'
import { useSeason } from '../season.ts'
import { useSlots } from '../slots.ts'

export type ListState = {
  /** As written in the address. */
  search: FlatSearch
  /** What the person asked for. */
  query: ListQuery
  /** What is sent: the same, in the list's own order, within the season chosen at the top unless the address names another. */
  sent: ListQuery
  mode: string | undefined
  /** How it is shown, as written in the address: the way, and which days or part that shows. Filters and saved views leave it. */
  shown: FlatSearch
  set: (change: Partial<ListQuery>) => void
  setFilter: (name: string, values: readonly string[]) => void
  /** Replaces the whole search, as a saved view does. */
  open: (search: Record<string, string>) => void
  setMode: (mode: string | undefined) => void
}

/** Parts of the address that say how a list is shown, not what is in it. */
const ofView = ['mode', 'at', 'span']

/** The value of the season filter that asks for every season, in spite of the one chosen at the top. */
export const everySeason = 'all'

export function useListState(entity: AnyEntity): ListState {
  const search = useSearch({ strict: false }) as FlatSearch
  const navigate = useNavigate()
  const season = useSeason()
  const query = useMemo(() => readListQuery(search), [search])
  const field = seasonField(entity)
  const slots = useSlots(entity.name)
  const sort = useOwnAddress()?.sort ?? slots.sort ?? ''
  const fixed = useFixed()
  const sent = useMemo(
    () => narrow({ ...query, filters: { ...query.filters, ...asFilters(fixed) }, sort: query.sort || sort }, field, season.id),
    [query, fixed, sort, field, season.id],
  )
  const mode = search.mode
  const shown = useMemo(() => Object.fromEntries(Object.entries(search).filter(([key]) => ofView.includes(key))), [search])
  const open = useCallback(
    (next: Record<string, string>) => {
      void navigate({ to: '.', search: next as never, replace: true })
    },
    [navigate],
  )
  const set = useCallback((change: Partial<ListQuery>) => open({ ...writeListQuery({ ...query, ...change }), ...shown }), [open, query, shown])
  const setFilter = useCallback((name: string, values: readonly string[]) => set({ filters: { ...query.filters, [name]: values } }), [set, query.filters])
  const setMode = useCallback((next: string | undefined) => open({ ...writeListQuery(query), ...(next ? { mode: next } : {}) }), [open, query])
  return { search, query, sent, mode, shown, set, setFilter, open, setMode }
}

/** What an address of its own fixes, as filters. */
export const asFilters = (fixed: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, [value]]))

/** Adds the season chosen at the top, unless the address says otherwise. */
export function narrow(query: ListQuery, field: string | undefined, seasonId: string | null): ListQuery {
  if (!field) return query
  const { [field]: requested, ...filters } = query.filters
  if (requested?.[0] === everySeason) return { ...query, filters }
  if (requested || !seasonId) return query
  return { ...query, filters: { ...filters, [field]: [seasonId] } }
}

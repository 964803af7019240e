// Where somebody draws: the outlines around, and where to look first when the plot has no boundary yet.
import { useMemo, useState } from 'react'
import { type Bbox, widened } from '#domain/geo/area.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useList, useOne } from '#web/api/queries.ts'
import type { Neighbour } from '#web/map/boundary/checks.ts'
import { boundsOfBoxes } from '#web/map/bounds.ts'
import { useOutlinesIn } from './queries.ts'

/** Outlines for what the map shows; `onView` is called by the map when it rests. */
export function useNeighbours(except: string | null): { neighbours: Neighbour[]; onView: (box: Bbox) => void } {
  const [view, setView] = useState<Bbox | null>(null)
  const { data } = useOutlinesIn(view, except)
  const neighbours = useMemo(() => (data ?? []).map(({ id, title, code, polygon }): Neighbour => ({ id, title, note: code, polygon })), [data])
  return { neighbours, onView: setView }
}

/** The farmer's other plots, else those of the farmer's village, else any plot of the operator. Pending while a better answer may still come. */
export function usePlaceToLook(farmerId: string | null): Bbox | null | 'pending' {
  const { data: farmer, isLoading } = useOne('farmer', farmerId ?? undefined)
  const own = useList('landparcel', { filters: { farmerId: [farmerId ?? ''], hasBoundary: ['true'] } }, { enabled: farmerId !== null, limit: 20 })
  const village = useList(
    'landparcel',
    { filters: { village: [String(farmer?.village ?? '')], hasBoundary: ['true'] } },
    { enabled: Boolean(farmer?.village), limit: 50 },
  )
  const any = useList('landparcel', { filters: { hasBoundary: ['true'] } }, { limit: 50 })
  const home = farmer?.homePoint as { coordinates: [number, number] } | null | undefined
  const isPending = isLoading || own.isLoading || village.isLoading || any.isLoading
  return useMemo(() => {
    if (isPending) return 'pending'
    const around = (rows: readonly RecordAnswer[], metres: number) => {
      const box = boundsOfBoxes(rows.map((row) => row.bbox))
      return box && widened(box, metres)
    }
    if (farmerId === null) return around(any.items, 500)
    return (
      around(own.items, 150) ??
      around(village.items, 300) ??
      (home ? widened([home.coordinates[0], home.coordinates[1], home.coordinates[0], home.coordinates[1]], 500) : null) ??
      around(any.items, 500)
    )
  }, [isPending, farmerId, own.items, village.items, any.items, home])
}

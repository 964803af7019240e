// The trace on the map: plots of origin and the places the kilograms went through, lines as wide as their share.
import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { widened } from '#domain/geo/area.ts'
import { useFormat } from '#web/format/use-format.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { MapNote } from '#web/map/map-notes.tsx'
import type { MapLine, MapShape } from '#web/map/map-shape.ts'
import type { Trace } from './queries.ts'

export function LotMap({ back, forward, picked, small = false }: { back: Trace; forward: Trace | null; picked: string | null; small?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const plots = back.parcels.filter((plot) => plot.point)
  const all = useMemo(() => placesOf([back, forward]), [back, forward])
  // Farmers bring their lots to one place first: lines from the plots end there.
  const bought = new Set(back.edges.filter((edge) => edge.eventType === 'PURCHASE').map((edge) => edge.to))
  const home = all.find((place) => [...place.ids].some((id) => bought.has(id))) ?? all.find((place) => place.ids.has(back.root.id)) ?? all[0]
  const places = small ? all.filter((place) => place === home) : all
  const heaviest = Math.max(1e-9, ...plots.map((plot) => plot.kg))
  const shapes: MapShape[] = [
    ...plots.map(
      (plot): MapShape => ({
        id: plot.parcelId,
        geometry: plot.point as NonNullable<typeof plot.point>,
        tone: plot.parcelId === picked ? 'picked' : 'organic',
      }),
    ),
    ...places.map((place): MapShape => ({ id: place.name, geometry: { type: 'Point', coordinates: place.at }, tone: 'quiet' })),
  ]
  const lines: MapLine[] = home
    ? [
        ...plots.map(
          (plot): MapLine => ({
            id: plot.parcelId,
            from: (plot.point as NonNullable<typeof plot.point>).coordinates,
            to: home.at,
            share: plot.kg / heaviest,
            isPicked: plot.parcelId === picked,
          }),
        ),
        ...places.filter((place) => place !== home).map((place): MapLine => ({ id: place.name, from: home.at, to: place.at, share: 0.5, isPicked: false })),
      ]
    : []
  const bounds = useMemo(() => {
    const box = boundsOf([
      ...plots.map((plot) => plot.point as NonNullable<typeof plot.point>),
      ...(home ? [{ type: 'Point' as const, coordinates: home.at }] : []),
    ])
    return box && widened(box, 400)
  }, [plots, home])
  const notes: MapNote[] = [
    ...places.map(
      (place): MapNote => ({
        key: place.name,
        at: place.at,
        anchor: 'right',
        content: (
          <Box sx={words}>
            <strong>{place.name}</strong>
          </Box>
        ),
      }),
    ),
    ...plots
      .filter((plot) => plot.parcelId === picked)
      .map(
        (plot): MapNote => ({
          key: plot.parcelId,
          at: (plot.point as NonNullable<typeof plot.point>).coordinates,
          anchor: 'right',
          content: (
            <Box sx={words}>
              <strong>{plot.name ?? plot.code}</strong> {format.kg(plot.kg)}
            </Box>
          ),
        }),
      ),
  ]
  return (
    <LazyParcelMap
      label={t('Map of {{count}} plots and {{places}}', { count: plots.length, places: format.list(places.map((place) => place.name)) })}
      bounds={bounds}
      small={small}
      shapes={shapes}
      lines={lines}
      notes={notes}
      legend={
        small
          ? null
          : [
              { label: t('Plots'), colour: '#2B7A4B' },
              { label: t('Centres and gins'), colour: '#8C9490' },
              { label: t('Picked'), colour: '#1E67A8' },
            ]
      }
    />
  )
}

const words = { fontSize: 12.5, whiteSpace: 'nowrap', textShadow: '0 0 3px #fff, 0 0 3px #fff, 0 0 4px #fff' } as const

/** Centres and gins of the lots, each once, in the order of the trace. */
function placesOf(traces: readonly (Trace | null)[]): { name: string; at: [number, number]; ids: Set<string> }[] {
  const places = new Map<string, { name: string; at: [number, number]; ids: Set<string> }>()
  for (const node of traces.flatMap((trace) => trace?.nodes ?? [])) {
    if (node.kind !== 'productbatch' || !node.point || !node.place) continue
    const place = places.get(node.place) ?? { name: node.place, at: node.point.coordinates, ids: new Set<string>() }
    place.ids.add(node.id)
    places.set(node.place, place)
  }
  return [...places.values()]
}

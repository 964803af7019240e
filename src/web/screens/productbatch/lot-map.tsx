// The trace on the map: plots of origin and the places the kilograms went through, lines as wide as their share.
import Box from '@mui/material/Box'
import { useMemo } from 'react'
import type { Trace } from '#domain/chain/chain-reports.ts'
import { widened } from '#domain/geo/area.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { boundsOf } from '#web/map/bounds.ts'
import { LazyParcelMap } from '#web/map/lazy-map.tsx'
import type { MapNote } from '#web/map/map-notes.tsx'
import type { MapLine, MapShape } from '#web/map/map-shape.ts'
import { lotRoutes } from './lot-routes.ts'

export function LotMap({ back, forward, picked, small = false }: { back: Trace; forward: Trace | null; picked: string | null; small?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const plots = back.parcels.filter((plot) => plot.point)
  const routes = useMemo(() => lotRoutes(back, forward), [back, forward])
  const places = small ? routes.centres : routes.places
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
  const lines: MapLine[] = [routes.fromPlots, small ? [] : routes.between].flatMap((some) => {
    const heaviest = Math.max(...some.map((route) => route.kg))
    return some.map(({ id, from, to, kg, parcelId }): MapLine => ({ id, from, to, share: kg / heaviest, isPicked: parcelId !== null && parcelId === picked }))
  })
  const bounds = useMemo(() => {
    const box = boundsOf([
      ...plots.map((plot) => plot.point as NonNullable<typeof plot.point>),
      ...places.map((place) => ({ type: 'Point' as const, coordinates: place.at })),
    ])
    return box && widened(box, 400)
  }, [plots, places])
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

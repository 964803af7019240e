// What lies under a service area while it is drawn: the plots of the group, its office, and how far from that it works.

import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { useMemo } from 'react'
import type { Point } from '#domain/kernel/kinds.ts'
import { mapColours } from '#web/map/base-style.ts'
import { circle } from '#web/map/boundary/walk.ts'
import { type ShapeLayer, useShapes } from '#web/map/map-layers.ts'
import { ParcelTiles } from '#web/map/parcel-tiles.tsx'

const layers: ShapeLayer[] = [
  { id: 'reach-line', type: 'line', paint: { 'line-color': mapColours.picked, 'line-width': 1.5, 'line-dasharray': [3, 2] } },
  {
    id: 'reach-office',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-radius': 7, 'circle-color': mapColours.picked, 'circle-stroke-width': 3, 'circle-stroke-color': '#FFFFFF' },
  },
]
type Props = { /** Code of the group; null: of one that is being entered. */ operator: string | null; office: Point | null; radiusKm: number | null }

export function ServiceAreaGround({ operator, office, radiusKm }: Props) {
  const data = useMemo((): FeatureCollection<Geometry> => {
    const shape = (geometry: Geometry): Feature<Geometry> => ({ type: 'Feature', geometry, properties: {} })
    if (!office) return { type: 'FeatureCollection', features: [] }
    const [lon, lat] = office.coordinates
    const reach = radiusKm ? [shape({ type: 'Polygon', coordinates: [circle([lon, lat], radiusKm * 1000, 72)] })] : []
    return { type: 'FeatureCollection', features: [...reach, shape({ type: 'Point', coordinates: [lon, lat] })] }
  }, [office, radiusKm])
  useShapes('reach', data, layers)
  return operator ? <ParcelTiles operator={operator} colourBy="status" isStill /> : null
}

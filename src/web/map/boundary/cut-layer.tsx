// The line that divides a plot, drawn on the map with mouse or finger, and the two parts it makes, each in its colour.
import type { FeatureCollection, Geometry } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { TerraDraw, TerraDrawLineStringMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import { mapColours } from '../base-style.ts'
import { useMap } from '../map-context.ts'
import { type ShapeLayer, useShapes } from '../map-layers.ts'

/** Left and right of the line. */
export const partColours = ['#2B7A4B', '#1E67A8'] as const

const plotLayers: ShapeLayer[] = [
  { id: 'cut-plot-fill', type: 'fill', filter: ['==', ['get', 'kind'], 'plot'], paint: { 'fill-color': '#7FA644', 'fill-opacity': 0.25 } },
  { id: 'cut-left-fill', type: 'fill', filter: ['==', ['get', 'kind'], 'left'], paint: { 'fill-color': partColours[0], 'fill-opacity': 0.4 } },
  { id: 'cut-right-fill', type: 'fill', filter: ['==', ['get', 'kind'], 'right'], paint: { 'fill-color': partColours[1], 'fill-opacity': 0.4 } },
  { id: 'cut-line', type: 'line', paint: { 'line-color': mapColours.ink, 'line-width': 2 } },
]

type Props = {
  boundary: Polygon
  parts: readonly [Polygon, Polygon] | null
  /** The line under the hand and as it was left. */
  onLine: (line: Position[]) => void
}

export function CutLayer({ boundary, parts, onLine }: Props) {
  const map = useMap()
  const latest = useRef(onLine)
  latest.current = onLine
  useShapes(
    'cut',
    useMemo((): FeatureCollection<Geometry> => {
      const shape = (geometry: Polygon, kind: string) => ({ type: 'Feature' as const, geometry, properties: { kind } })
      return { type: 'FeatureCollection', features: parts ? [shape(parts[0], 'left'), shape(parts[1], 'right')] : [shape(boundary, 'plot')] }
    }, [boundary, parts]),
    plotLayers,
  )
  useEffect(() => {
    const draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, prefixId: 'cut', coordinatePrecision: 7 }),
      modes: [
        new TerraDrawLineStringMode({
          pointerDistance: 24,
          styles: {
            lineStringColor: '#F79023',
            lineStringWidth: 3,
            closingPointColor: '#F79023',
            closingPointOutlineColor: '#FFFFFF',
            closingPointWidth: 7,
            closingPointOutlineWidth: 2,
          },
        }),
      ],
    })
    draw.start()
    draw.setMode('linestring')
    const lineNow = (): Position[] => {
      const line = draw.getSnapshot().find((feature) => feature.geometry.type === 'LineString')
      return line?.geometry.type === 'LineString' ? (line.geometry.coordinates as Position[]) : []
    }
    draw.on('change', () => latest.current(lineNow()))
    draw.on('finish', () => {
      latest.current(lineNow())
      // One line divides a plot: another one begins when the first is given up.
      draw.setMode('static')
    })
    return () => {
      if (map.style) draw.stop()
    }
  }, [map])
  return null
}

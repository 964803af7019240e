// A map of parcels, ready to be put on a screen: the operator's parcels as tiles, or a few given shapes, a legend, and
// whatever a screen lays over it. The same part behind the list's map, a farmer's plots and a lot's origins.
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { type ReactNode, useMemo } from 'react'
import type { Bbox } from '#domain/geo/area.ts'
import { authorization } from '#web/api/client.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { claimColours } from '#web/theme/tokens.ts'
import { mapColours } from './base-style.ts'
import { Legend, type LegendEntry } from './legend.tsx'
import { useMap } from './map-context.ts'
import { addHatch, type ShapeLayer, useShapes } from './map-layers.ts'
import { MapMarkers, type MarkersProps } from './map-markers.tsx'
import { MapMoves } from './map-moves.tsx'
import { type MapNote, MapNotes } from './map-notes.tsx'
import type { MapLine, MapShape, ShapeTone } from './map-shape.ts'
import { MapView } from './map-view.tsx'
import { type ColourBy, ParcelTiles, parcelColours, type TileParcel } from './parcel-tiles.tsx'

type Props = {
  label: string
  bounds?: Bbox | null
  small?: boolean
  tiles?: {
    operator: string
    colourBy: ColourBy
    picked?: string | null
    onPick?: (parcel: TileParcel | null) => void
    onSeen?: (parcels: TileParcel[]) => void
    version?: string | number
    only?: readonly string[] | null
  }
  shapes?: readonly MapShape[]
  lines?: readonly MapLine[]
  notes?: readonly MapNote[]
  /** Places that can be opened. */
  places?: MarkersProps
  legend?: readonly LegendEntry[] | 'tiles' | null
  onView?: (box: Bbox) => void
  children?: ReactNode
}

export function ParcelMap({ label, bounds, small = false, tiles, shapes, lines, notes, places, legend = null, onView, children }: Props) {
  const { t } = useTranslation()
  const entries = legend === 'tiles' && tiles ? tileLegend(tiles.colourBy, t) : Array.isArray(legend) ? (legend as readonly LegendEntry[]) : null
  return (
    <MapView label={label} bounds={bounds ?? null} small={small} headers={authorization}>
      {tiles && <ParcelTiles {...tiles} />}
      {lines && <Lines lines={lines} />}
      {shapes && <Shapes shapes={shapes} />}
      {children}
      {notes && <MapNotes notes={notes} />}
      {places && <MapMarkers {...places} />}
      {onView && <MapMoves onView={onView} />}
      {entries && <Legend label={t('Legend')} entries={entries} />}
    </MapView>
  )
}

function tileLegend(colourBy: ColourBy, t: (words: string) => string): LegendEntry[] {
  const words: Readonly<Record<string, string>> =
    colourBy === 'claim'
      ? { ORGANIC: t('Organic'), IC2: t('IC2'), IC1: t('IC1'), CONVENTIONAL: t('Conventional') }
      : { VERIFIED: t('Verified'), MAPPED: t('Mapped'), DISPUTED: t('Disputed'), DRAFT: t('Not mapped') }
  return Object.entries(words).map(([value, label]) => ({ label, colour: parcelColours[colourBy][value] ?? claimColours.conventional }))
}

const tones = [
  'match',
  ['get', 'tone'],
  'organic',
  claimColours.organic,
  'ic2',
  claimColours.ic2,
  'ic1',
  claimColours.ic1,
  'picked',
  mapColours.picked,
  'version',
  mapColours.picked,
  'quiet',
  mapColours.neighbour,
  'trouble',
  mapColours.trouble,
  claimColours.conventional,
] as never
const isArea = ['==', ['geometry-type'], 'Polygon'] as const
const toneIs = (...names: ShapeTone[]) => ['in', ['get', 'tone'], ['literal', names]] as const
const shapeLayers = [
  {
    id: 'shape-fill',
    type: 'fill',
    filter: ['all', isArea, ['!', toneIs('trouble', 'version')]],
    paint: { 'fill-color': tones, 'fill-opacity': ['match', ['get', 'tone'], 'quiet', 0.16, 0.5] },
  },
  { id: 'shape-hatch', type: 'fill', filter: ['all', isArea, toneIs('trouble')], paint: { 'fill-pattern': 'hatch-trouble' } },
  {
    id: 'shape-line',
    type: 'line',
    filter: ['all', isArea, ['!', toneIs('version')]],
    paint: { 'line-color': tones, 'line-width': ['match', ['get', 'tone'], 'quiet', 1, 'picked', 3, 2] },
  },
  { id: 'shape-dashed', type: 'line', filter: ['all', isArea, toneIs('version')], paint: { 'line-color': tones, 'line-width': 2.5, 'line-dasharray': [3, 2] } },
  {
    id: 'shape-point',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-color': tones, 'circle-radius': 6, 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 },
  },
] as unknown as ShapeLayer[]
function Shapes({ shapes }: { shapes: readonly MapShape[] }) {
  const map = useMap()
  useMemo(() => addHatch(map, 'hatch-trouble', mapColours.trouble), [map])
  useShapes(
    'shapes',
    useMemo(
      (): FeatureCollection<Geometry> => ({
        type: 'FeatureCollection',
        features: shapes.map(({ id, geometry, tone }): Feature => ({ type: 'Feature', id, geometry, properties: { id, tone } })),
      }),
      [shapes],
    ),
    shapeLayers,
  )
  return null
}

const lineLayers: ShapeLayer[] = [
  {
    id: 'flow-line',
    type: 'line',
    layout: { 'line-cap': 'round' },
    paint: {
      'line-color': ['case', ['get', 'isPicked'], mapColours.picked, '#7FA68F'],
      'line-width': ['+', 1, ['*', 7, ['get', 'share']]],
      'line-opacity': ['case', ['get', 'isPicked'], 1, 0.6],
    },
  },
]
function Lines({ lines }: { lines: readonly MapLine[] }) {
  useShapes(
    'flows',
    useMemo(
      (): FeatureCollection<Geometry> => ({
        type: 'FeatureCollection',
        features: lines.map(
          ({ from, to, share, isPicked }): Feature => ({
            type: 'Feature',
            geometry: { type: 'LineString', coordinates: [from, to] },
            properties: { share, isPicked },
          }),
        ),
      }),
      [lines],
    ),
    lineLayers,
  )
  return null
}

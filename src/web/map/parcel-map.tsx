// A map of parcels, ready to be put on a screen: the operator's parcels as tiles, or a few given shapes, a legend, and
// whatever a screen lays over it. The same part behind the list's map, a farmer's plots and a lot's origins.
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bbox } from '#domain/geo/area.ts'
import { claims } from '#domain/kernel/terms.ts'
import type { Point, Polygon } from '#domain/kernel/kinds.ts'
import { authorization } from '#web/api/client.ts'
import { claimColours } from '#web/theme/tokens.ts'
import { mapColours } from './base-style.ts'
import { Legend, type LegendEntry } from './legend.tsx'
import { type ShapeLayer, useShapes } from './map-layers.ts'
import { type MapNote, MapNotes } from './map-notes.tsx'
import { MapMoves } from './map-moves.tsx'
import { MapView } from './map-view.tsx'
import { type ColourBy, ParcelTiles, parcelColours, type TileParcel } from './parcel-tiles.tsx'

/** A shape of one's own on the map. `tone`: claim colour or 'quiet' (grey) or 'picked' (blue). */
export type MapShape = { id: string; geometry: Polygon | Point; tone: keyof typeof claimColours | 'quiet' | 'picked' }
/** A connection between two places, as wide as its share 0..1. */
export type MapLine = { id: string; from: Point['coordinates']; to: Point['coordinates']; share: number; isPicked: boolean }

type Props = {
  label: string
  bounds?: Bbox | null
  small?: boolean
  tiles?: { operator: string; colourBy: ColourBy; picked?: string | null; onPick?: (parcel: TileParcel | null) => void; onSeen?: (parcels: TileParcel[]) => void; version?: string | number; except?: string | null }
  shapes?: readonly MapShape[]
  lines?: readonly MapLine[]
  notes?: readonly MapNote[]
  legend?: readonly LegendEntry[] | 'tiles' | null
  onView?: (box: Bbox) => void
  children?: ReactNode
}

export function ParcelMap({ label, bounds, small = false, tiles, shapes, lines, notes, legend = null, onView, children }: Props) {
  const { t } = useTranslation()
  const entries = legend === 'tiles' && tiles ? tileLegend(tiles.colourBy, t) : Array.isArray(legend) ? (legend as readonly LegendEntry[]) : null
  return (
    <MapView label={label} bounds={bounds ?? null} small={small} headers={authorization}>
      {tiles && <ParcelTiles {...tiles} />}
      {lines && <Lines lines={lines} />}
      {shapes && <Shapes shapes={shapes} />}
      {children}
      {notes && <MapNotes notes={notes} />}
      {onView && <MapMoves onView={onView} />}
      {entries && <Legend label={t('Legend')} entries={entries} />}
    </MapView>
  )
}

function tileLegend(colourBy: ColourBy, t: (words: string) => string): LegendEntry[] {
  const words: Readonly<Record<string, string>> = colourBy === 'claim' ? { ORGANIC: t('Organic'), IC2: t('IC2'), IC1: t('IC1'), CONVENTIONAL: t('Conventional') } : { VERIFIED: t('Verified'), MAPPED: t('Mapped'), DISPUTED: t('Disputed'), DRAFT: t('Not mapped') }
  return Object.entries(words).map(([value, label]) => ({ label, colour: parcelColours[colourBy][value] ?? claimColours.conventional }))
}

/** Map colour of a claim. */
export const claimTone = (claim: string | null | undefined): keyof typeof claimColours =>
  claim && claim in claims ? ({ ORGANIC: 'organic', IC3: 'ic2', IC2: 'ic2', IC1: 'ic1', CONVENTIONAL: 'conventional' } as const)[claim as keyof typeof claims] : 'conventional'

const tones = ['match', ['get', 'tone'], 'organic', claimColours.organic, 'ic2', claimColours.ic2, 'ic1', claimColours.ic1, 'picked', mapColours.picked, 'quiet', mapColours.neighbour, claimColours.conventional] as never
const shapeLayers: ShapeLayer[] = [
  { id: 'shape-fill', type: 'fill', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': tones, 'fill-opacity': ['match', ['get', 'tone'], 'quiet', 0.16, 0.55] } },
  { id: 'shape-line', type: 'line', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'line-color': tones, 'line-width': ['match', ['get', 'tone'], 'quiet', 1, 'picked', 3, 2] } },
  { id: 'shape-point', type: 'circle', filter: ['==', ['geometry-type'], 'Point'], paint: { 'circle-color': tones, 'circle-radius': 6, 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 } },
]
function Shapes({ shapes }: { shapes: readonly MapShape[] }) {
  useShapes('shapes', useMemo((): FeatureCollection<Geometry> => ({ type: 'FeatureCollection', features: shapes.map(({ id, geometry, tone }): Feature => ({ type: 'Feature', id, geometry, properties: { id, tone } })) }), [shapes]), shapeLayers)
  return null
}

const lineLayers: ShapeLayer[] = [{ id: 'flow-line', type: 'line', layout: { 'line-cap': 'round' }, paint: { 'line-color': ['case', ['get', 'isPicked'], mapColours.picked, '#7FA68F'], 'line-width': ['+', 1, ['*', 7, ['get', 'share']]], 'line-opacity': ['case', ['get', 'isPicked'], 1, 0.6] } }]
function Lines({ lines }: { lines: readonly MapLine[] }) {
  useShapes('flows', useMemo((): FeatureCollection<Geometry> => ({ type: 'FeatureCollection', features: lines.map(({ from, to, share, isPicked }): Feature => ({ type: 'Feature', geometry: { type: 'LineString', coordinates: [from, to] }, properties: { share, isPicked } })) }), [lines]), lineLayers)
  return null
}

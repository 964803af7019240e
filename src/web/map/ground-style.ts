// The style of a map with what this installation lays under it: its base map above our own ground, and imagery that is shown when asked for.
import type { LayerSpecification, RasterSourceSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Ground, GroundSource } from '#domain/geo/ground.ts'
import { baseStyle, mapColours } from './base-style.ts'
import { textImage } from './text-images.ts'

export const satelliteLayer = 'satellite'
/** What is known of a PMTiles file before it is drawn. `tiles`: pictures, or shapes in the schema of Protomaps (version 4). */
export type PmtilesFacts = { tiles: 'raster' | 'vector'; minZoom: number; maxZoom: number; bounds: [number, number, number, number] }
/** `style`: of a base map that is one. `facts`: of PMTiles files. Absent: could not be had, and is left out. */
export type Fetched = { style?: StyleSpecification | undefined; facts: Partial<Record<keyof Ground, PmtilesFacts>> }

export function styleOn(ground: Ground, { style, facts }: Fetched): StyleSpecification {
  const base = baseOf(ground.base, style, facts.base)
  const satellite = ground.satellite && rasterOf(ground.satellite, facts.satellite)
  const [earth, land, ...grid] = baseStyle.layers
  return {
    ...(base?.rest ?? {}),
    version: 8,
    sources: { ...baseStyle.sources, ...base?.sources, ...(satellite ? { [satelliteLayer]: satellite } : {}) },
    layers: [
      ...[earth, land].flatMap((layer) => layer ?? []),
      ...(base ? base.layers : grid),
      ...(satellite ? [{ id: satelliteLayer, type: 'raster' as const, source: satelliteLayer, layout: { visibility: 'none' as const } }] : []),
      // Lines of the grid are drawn where there is nothing else to find one's way by; their figures at the edge stay.
      ...(base ? grid.map((layer) => ({ ...layer, layout: { visibility: 'none' } }) as LayerSpecification) : []),
    ],
  }
}

type Base = { sources: Record<string, SourceSpecification>; layers: LayerSpecification[]; rest?: Partial<StyleSpecification> }
function baseOf(source: GroundSource | null, style: StyleSpecification | undefined, facts: PmtilesFacts | undefined): Base | null {
  if (!source) return null
  if (source.kind === 'style') {
    if (!style) return null
    const { sources, layers, glyphs, sprite } = style
    return { sources, layers, rest: { ...(glyphs ? { glyphs } : {}), ...(sprite ? { sprite } : {}) } }
  }
  if (source.kind === 'pmtiles' && facts?.tiles === 'vector')
    return { sources: { base: { type: 'vector', url: `pmtiles://${absolute(source.url)}` } }, layers: vectorLayers }
  const raster = rasterOf(source, facts)
  return raster && { sources: { base: raster }, layers: [{ id: 'base', type: 'raster', source: 'base' }] }
}

function rasterOf({ kind, url }: GroundSource, facts: PmtilesFacts | undefined): RasterSourceSpecification | null {
  if (kind === 'raster') return { type: 'raster', tiles: [`once://${url}`], tileSize: 256, maxzoom: 19 }
  if (facts?.tiles !== 'raster') return null
  return { type: 'raster', url: `pmtiles://${absolute(url)}`, tileSize: 256 }
}
export const absolute = (url: string): string => new URL(url, globalThis.location?.href).href

/** Of tiles in the schema of Protomaps: https://docs.protomaps.com/basemaps/layers. No borders, and names by the page's own fonts. */
const vectorLayers: LayerSpecification[] = [
  { id: 'base-earth', type: 'fill', source: 'base', 'source-layer': 'earth', paint: { 'fill-color': mapColours.land } },
  {
    id: 'base-landuse',
    type: 'fill',
    source: 'base',
    'source-layer': 'landuse',
    filter: ['in', ['get', 'kind'], ['literal', ['park', 'forest', 'wood', 'nature_reserve', 'national_park', 'protected_area', 'grassland']]],
    paint: { 'fill-color': '#DDE8D4' },
  },
  {
    id: 'base-water',
    type: 'fill',
    source: 'base',
    'source-layer': 'water',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': mapColours.water },
  },
  {
    id: 'base-rivers',
    type: 'line',
    source: 'base',
    'source-layer': 'water',
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': '#A9C4CD' },
  },
  {
    id: 'base-roads',
    type: 'line',
    source: 'base',
    'source-layer': 'roads',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': ['match', ['get', 'kind'], 'highway', '#E3C58B', 'major_road', '#EBD9B2', '#FFFFFF'],
      'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.5, 13, ['match', ['get', 'kind'], 'highway', 3, 'major_road', 2.5, 1.2], 18, 8],
    },
  },
  { id: 'base-buildings', type: 'fill', source: 'base', 'source-layer': 'buildings', minzoom: 14, paint: { 'fill-color': '#DCD8CC' } },
  {
    id: 'base-places',
    type: 'symbol',
    source: 'base',
    'source-layer': 'places',
    filter: ['has', 'name'],
    layout: { 'icon-image': ['concat', textImage('plain'), ['get', 'name']], 'icon-allow-overlap': false },
  },
]

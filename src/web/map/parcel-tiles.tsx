// All parcels of the operator as vector tiles: coloured by claim or by status, named from close by, counted from afar.
import type { Feature, FeatureCollection, Geometry, Point } from 'geojson'
import type { ExpressionSpecification, FilterSpecification, GeoJSONSource, LayerSpecification, MapLayerMouseEvent, VectorTileSource } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { Bbox } from '#domain/geo/area.ts'
import { claimColours } from '#web/theme/tokens.ts'
import { mapColours } from './base-style.ts'
import { useMap } from './map-context.ts'
import { textImage } from './text-images.ts'

export type ColourBy = 'claim' | 'status'
/** What a tile says of a parcel. */
export type TileParcel = { id: string; code: string; parcelNo: string; name: string; status: string; claim?: string; crop?: string }

/** Fill by value, in the order of the legend. */
export const parcelColours: Readonly<Record<ColourBy, Readonly<Record<string, string>>>> = {
  claim: { ORGANIC: claimColours.organic, IC3: claimColours.ic2, IC2: claimColours.ic2, IC1: claimColours.ic1, CONVENTIONAL: claimColours.conventional },
  status: { VERIFIED: '#2B7A4B', MAPPED: '#C9A227', DISPUTED: '#B3362B', DRAFT: '#8C9490' },
}
const source = 'parcels'
const nameSource = 'parcel-names'
const nameZoom = 14.6

type Props = {
  operator: string
  colourBy: ColourBy
  picked?: string | null
  onPick?: (parcel: TileParcel | null) => void
  /** Called when the map rests: the parcels in sight, each once. */
  onSeen?: (parcels: TileParcel[]) => void
  /** Changes when parcels changed, so that tiles are asked for anew. */
  version?: string | number
  /** Only these are drawn bright, the others faintly; null = all. */
  only?: readonly string[] | null
  /** Only to be seen: a click is for whatever is drawn above them. */
  isStill?: boolean
}

export function ParcelTiles({ operator, colourBy, picked = null, onPick, onSeen, version = '', only = null, isStill = false }: Props) {
  const map = useMap()
  const latest = useRef({ onPick, onSeen })
  latest.current = { onPick, onSeen }
  const first = useRef({ colourBy, picked, only })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version only changes the addresses (below); the layers stay
  useEffect(() => {
    map.addSource(source, { type: 'vector', tiles: [tileAddress(operator, version)], minzoom: 0, maxzoom: 15, promoteId: { parcel: 'id' } })
    map.addSource(nameSource, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    for (const layer of layers(first.current)) map.addLayer(layer)
    const click = (event: MapLayerMouseEvent) =>
      latest.current.onPick?.(
        (map.queryRenderedFeatures(event.point, { layers: ['parcel-fill', 'parcel-point'] })[0]?.properties as TileParcel | undefined) ?? null,
      )
    const zoomIn = (event: MapLayerMouseEvent) => map.easeTo({ center: event.lngLat, zoom: Math.min(15, map.getZoom() + 3), duration: 180 })
    const hand = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const noHand = () => {
      map.getCanvas().style.cursor = ''
    }
    let named = ''
    const seen = () => {
      if (!map.getLayer('parcel-fill')) return
      const features = map.queryRenderedFeatures({ layers: ['parcel-fill', 'parcel-point'] })
      const found = new Map(features.map((feature) => [feature.properties.id as string, feature.properties as TileParcel]))
      const names = namesOf(map.getZoom() < nameZoom ? [] : features)
      const key = JSON.stringify(names)
      // Setting the names makes the map idle again; the same names must not go round for ever.
      if (key !== named) map.getSource<GeoJSONSource>(nameSource)?.setData(names)
      named = key
      latest.current.onSeen?.([...found.values()])
    }
    if (!isStill) map.on('click', click)
    if (!isStill) map.on('click', 'count-circle', zoomIn)
    for (const layer of isStill ? [] : ['parcel-fill', 'parcel-point', 'count-circle']) {
      map.on('mouseenter', layer, hand)
      map.on('mouseleave', layer, noHand)
    }
    map.on('idle', seen)
    return () => {
      map.off('click', click)
      map.off('click', 'count-circle', zoomIn)
      map.off('idle', seen)
      for (const layer of ['parcel-fill', 'parcel-point', 'count-circle']) {
        map.off('mouseenter', layer, hand)
        map.off('mouseleave', layer, noHand)
      }
      if (!map.style) return
      for (const { id } of layers({ colourBy: 'claim', picked: null, only: null })) if (map.getLayer(id)) map.removeLayer(id)
      for (const id of [source, nameSource]) if (map.getSource(id)) map.removeSource(id)
    }
  }, [map, operator])

  useEffect(() => void map.getSource<VectorTileSource>(source)?.setTiles([tileAddress(operator, version)]), [map, operator, version])
  useEffect(() => {
    for (const layer of layers({ colourBy, picked, only })) {
      if (!map.getLayer(layer.id)) continue
      if ('filter' in layer) map.setFilter(layer.id, layer.filter as FilterSpecification)
      for (const [name, value] of Object.entries('paint' in layer ? (layer.paint ?? {}) : {}))
        if (/color|opacity/.test(name)) map.setPaintProperty(layer.id, name as 'fill-color', value)
    }
  }, [map, colourBy, picked, only])
  return null
}

const tileAddress = (operator: string, version: string | number): string =>
  `${location.origin}/api/operators/${encodeURIComponent(operator)}/tiles/landparcel/{z}/{x}/{y}.mvt${version === '' ? '' : `?v=${encodeURIComponent(String(version))}`}`

const colourOf = (by: ColourBy): ExpressionSpecification =>
  ['match', ['get', by], ...Object.entries(parcelColours[by]).flat(), claimColours.conventional] as unknown as ExpressionSpecification

/** One name for each plot: a plot that lies on several tiles comes in as many pieces. */
function namesOf(features: readonly { geometry: Geometry; properties: Record<string, unknown> }[]): FeatureCollection<Point> {
  const boxes = new Map<string, { name: unknown; box: Bbox }>()
  for (const { geometry, properties } of features) {
    const corners = geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : []
    for (const [lon = 0, lat = 0] of corners) {
      const known = boxes.get(String(properties.id))
      const box: Bbox = known
        ? [Math.min(known.box[0], lon), Math.min(known.box[1], lat), Math.max(known.box[2], lon), Math.max(known.box[3], lat)]
        : [lon, lat, lon, lat]
      boxes.set(String(properties.id), { name: properties.name ?? properties.parcelNo, box })
    }
  }
  return {
    type: 'FeatureCollection',
    features: [...boxes].map(
      ([id, { name, box }]): Feature<Point> => ({
        type: 'Feature',
        properties: { id, name },
        geometry: { type: 'Point', coordinates: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] },
      }),
    ),
  }
}

type Look = { colourBy: ColourBy; picked: string | null; only: readonly string[] | null }
function layers({ colourBy, picked, only }: Look): LayerSpecification[] {
  const isPicked: FilterSpecification = ['==', ['get', 'id'], picked ?? '']
  // Those that do not fit the search stay as a faint ground, so that the eye keeps its bearings.
  const bright = only === null ? true : ['in', ['get', 'id'], ['literal', only]]
  const byZoom = (far: number, near: number): ExpressionSpecification =>
    ['interpolate', ['linear'], ['zoom'], 11, ['case', bright, far, 0.1], 16, ['case', bright, near, 0.06]] as unknown as ExpressionSpecification
  const faint = ['case', bright, 1, 0.25] as unknown as ExpressionSpecification
  return [
    {
      id: 'parcel-fill',
      type: 'fill',
      source,
      'source-layer': 'parcel',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colourOf(colourBy), 'fill-opacity': byZoom(0.75, 0.32) },
    },
    {
      id: 'parcel-line',
      type: 'line',
      source,
      'source-layer': 'parcel',
      paint: { 'line-color': colourOf(colourBy), 'line-opacity': faint, 'line-width': ['interpolate', ['linear'], ['zoom'], 11, 0.4, 16, 1.6] },
    },
    { id: 'parcel-picked', type: 'line', source, 'source-layer': 'parcel', filter: isPicked, paint: { 'line-color': mapColours.picked, 'line-width': 3.5 } },
    {
      id: 'parcel-point',
      type: 'circle',
      source,
      'source-layer': 'parcel',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-radius': 6, 'circle-color': colourOf(colourBy), 'circle-opacity': faint, 'circle-stroke-color': '#fff', 'circle-stroke-width': 1.5 },
    },
    {
      id: 'parcel-name',
      type: 'symbol',
      source: nameSource,
      minzoom: nameZoom,
      filter: (only === null ? ['has', 'name'] : bright) as FilterSpecification,
      layout: { 'icon-image': ['concat', textImage('plain'), ['get', 'name']], 'icon-allow-overlap': false },
    },
    {
      id: 'count-circle',
      type: 'circle',
      source,
      'source-layer': 'count',
      paint: {
        'circle-color': '#2F5D47',
        'circle-opacity': 0.9,
        'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'n']], 1, 11, 10, 18, 60, 34],
        'circle-stroke-color': '#fff',
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'count-name',
      type: 'symbol',
      source,
      'source-layer': 'count',
      layout: { 'icon-image': ['concat', textImage('count'), ['to-string', ['get', 'n']]], 'icon-allow-overlap': true, 'icon-ignore-placement': true },
    },
  ]
}

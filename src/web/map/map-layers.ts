// Shapes on the map as hooks: a GeoJSON source with its layers, present while the component is, brought up to date
// when the data changes. Layers of one component always lie together, above those mounted before it.
import type { FeatureCollection, Geometry } from 'geojson'
import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useMap } from './map-context.ts'

type WithoutSource<L> = L extends { source: string } ? Omit<L, 'source'> : never
export type ShapeLayer = WithoutSource<LayerSpecification>

/** Draws features under these layers; `name` must be unique on the map. Layers are read once. */
export function useShapes(name: string, data: FeatureCollection<Geometry>, layers: readonly ShapeLayer[]): void {
  const map = useMap()
  const first = useRef({ data, layers })
  useEffect(() => {
    map.addSource(name, { type: 'geojson', data: first.current.data })
    for (const layer of first.current.layers) map.addLayer({ ...layer, source: name } as LayerSpecification)
    return () => {
      // A map that is being taken down has no style any more.
      if (!map.style) return
      for (const layer of first.current.layers) if (map.getLayer(layer.id)) map.removeLayer(layer.id)
      if (map.getSource(name)) map.removeSource(name)
    }
  }, [map, name])
  useEffect(() => void map.getSource<GeoJSONSource>(name)?.setData(data), [map, name, data])
}

/** A pattern of slanted lines for ground in dispute. */
export function addHatch(
  map: { hasImage(id: string): boolean; addImage(id: string, image: ImageData, options: { pixelRatio: number }): unknown },
  id: string,
  colour: string,
): void {
  if (map.hasImage(id)) return
  const size = 16
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) return
  context.strokeStyle = colour
  context.lineWidth = 3.5
  for (const shift of [-size, 0, size]) {
    context.beginPath()
    context.moveTo(shift - 2, size + 2)
    context.lineTo(shift + size + 2, -2)
    context.stroke()
  }
  map.addImage(id, context.getImageData(0, 0, size, size), { pixelRatio: 2 })
}

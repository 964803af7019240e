// The coast on a map. Until it is drawn everything is land: a plot that seems to lie in the sea frightens people,
// a sea that comes a moment later does not.
import type { GeoJSON } from 'geojson'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import landUrl from 'world-atlas/land-50m.json?url'
import { coastZoom, mapColours } from './base-style.ts'

/** What is needed of a map; MapLibre's own fits. */
export type CoastMap = {
  getSource(id: string): unknown
  setPaintProperty(layer: 'ground', name: 'background-color', value: unknown): unknown
  once(type: 'idle', then: () => void): unknown
}
type Land = () => Promise<Topology>

const drawn = new WeakSet<CoastMap>()
// One download for all maps of a visit.
let land: Promise<Topology> | undefined
const fetchLand: Land = () => {
  land ??= fetch(landUrl).then((answer) => answer.json() as Promise<Topology>)
  return land
}

/** Draws land, and then sea around it; once for each map. When the coast cannot be had, the ground stays land and the next call tries again. */
export async function drawCoast(map: CoastMap, fetched: Land = fetchLand): Promise<void> {
  if (drawn.has(map)) return
  drawn.add(map)
  try {
    const topology = await fetched()
    const shape = topology.objects.land
    // The map may be gone by the time the coast arrives.
    const source = map.getSource('land') as { setData(data: GeoJSON): unknown } | undefined
    if (!shape || !source) return
    await source.setData(feature(topology, shape))
    await new Promise<void>((resolve) => map.once('idle', resolve))
    if (map.getSource('land')) map.setPaintProperty('ground', 'background-color', ['step', ['zoom'], mapColours.water, coastZoom, mapColours.land])
  } catch {
    land = undefined
    drawn.delete(map)
  }
}

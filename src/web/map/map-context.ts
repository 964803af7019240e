// How layers and tools reach the map they are drawn on. Children of <MapView> are rendered once the map is ready.
import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, useContext } from 'react'

export const MapContext = createContext<MapLibre | null>(null)

/** The ready map; throws outside <MapView> (a programming error). */
export function useMap(): MapLibre {
  const map = useContext(MapContext)
  if (!map) throw new Error('useMap() needs a <MapView> around it')
  return map
}

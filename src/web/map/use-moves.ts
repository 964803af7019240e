// What stands over the canvas is drawn again with every step of the map.
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useReducer } from 'react'

/** Whoever calls it is drawn again when the map is moved or has another size. */
export function useMoves(map: MapLibre): void {
  const [, moved] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    map.on('move', moved)
    map.on('resize', moved)
    return () => {
      map.off('move', moved)
      map.off('resize', moved)
    }
  }, [map])
}

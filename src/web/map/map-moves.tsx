// Follows somebody who walks, and reports which part of the world is on screen once the map rests.
import { useEffect, useRef } from 'react'
import type { Bbox } from '#domain/geo/area.ts'
import type { Position } from '#domain/kernel/kinds.ts'
import { useMap } from './map-context.ts'

/** Below this zoom a screen holds thousands of plots; nobody asks for them one by one. */
const leastZoom = 13

/** The tools above and the buttons below lie over the map: somebody under them is not in sight. */
const isInSight = ({ x, y }: { x: number; y: number }, { clientWidth, clientHeight }: HTMLElement): boolean =>
  x > 40 && x < clientWidth - 40 && y > Math.min(120, clientHeight / 4) && y < clientHeight - Math.min(200, clientHeight / 3)

export function MapMoves({ follow, onView }: { follow?: { position: Position } | null; onView?: (box: Bbox) => void }) {
  const map = useMap()
  const latest = useRef(onView)
  latest.current = onView
  const began = useRef(false)
  useEffect(() => {
    const report = () => {
      const box = map.getBounds()
      if (map.getZoom() >= leastZoom) latest.current?.([box.getWest(), box.getSouth(), box.getEast(), box.getNorth()])
    }
    report()
    map.on('moveend', report)
    return () => void map.off('moveend', report)
  }, [map])
  const place = follow?.position
  useEffect(() => {
    if (!place) {
      began.current = false
      return
    }
    // The first reading brings the map there; later ones only when the person has walked off the screen.
    if (!began.current) map.easeTo({ center: place, zoom: Math.max(17, map.getZoom()), duration: 180 })
    else if (!isInSight(map.project(place), map.getContainer())) map.easeTo({ center: place, duration: 180 })
    began.current = true
  }, [map, place])
  return null
}

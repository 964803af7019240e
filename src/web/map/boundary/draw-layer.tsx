// Drawing and dragging on the canvas (terra-draw), tied to the sketch: the map gives the sketch what a hand did,
// the sketch gives the map what was undone, typed or pasted. Mounted only while drawing or editing corners.
import { type Dispatch, useEffect, useRef } from 'react'
import { TerraDraw, TerraDrawModeUndoRedo, type TerraDrawMouseEvent, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { Position } from '#domain/kernel/kinds.ts'
import { mapColours } from '../base-style.ts'
import { useMap } from '../map-context.ts'
import type { Neighbour } from './checks.ts'
import { type Corner, ringOf, type SketchAction } from './sketch.ts'
import { snapTo } from './snap.ts'

/** Corners closer than this many pixels to a neighbour's line fall onto it. */
const snapPx = 9

type Props = {
  tool: 'draw' | 'edit'
  corners: readonly Corner[]
  neighbours: readonly Neighbour[]
  dispatch: Dispatch<SketchAction>
  /** The ring under the hand, before it is let go; null when nothing is under way. */
  onLive: (ring: Position[] | null) => void
  onFinished: () => void
  /** Hands out a way to take back the last tapped corner while drawing; it answers whether there was one. */
  undoTap: { current: (() => boolean) | null }
}

export function DrawLayer({ tool, corners, neighbours, dispatch, onLive, onFinished, undoTap }: Props) {
  const map = useMap()
  const drawRef = useRef<TerraDraw | null>(null)
  const latest = useRef({ corners, neighbours, dispatch, onLive, onFinished })
  latest.current = { corners, neighbours, dispatch, onLive, onFinished }

  useEffect(() => {
    const toNeighbours = (event: TerraDrawMouseEvent): Position | undefined => {
      const metresPerPx = (40_075_017 * Math.cos((event.lat * Math.PI) / 180)) / (512 * 2 ** map.getZoom())
      return snapTo([event.lng, event.lat], latest.current.neighbours, snapPx * metresPerPx) ?? undefined
    }
    const line = { outlineColor: mapColours.ink, outlineWidth: 2.5, fillColor: '#7FA644', fillOpacity: 0.25 } as const
    const draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, prefixId: 'boundary', coordinatePrecision: 7 }),
      undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
      modes: [
        new TerraDrawPolygonMode({
          snapping: { toCustom: toNeighbours },
          showCoordinatePoints: true,
          pointerDistance: 24,
          styles: {
            ...line,
            coordinatePointColor: '#FFFFFF',
            coordinatePointOutlineColor: mapColours.ink,
            coordinatePointOutlineWidth: 2,
            coordinatePointWidth: 5,
            closingPointColor: '#F79023',
            closingPointOutlineColor: '#FFFFFF',
            closingPointWidth: 7,
            closingPointOutlineWidth: 2,
          },
        }),
        new TerraDrawSelectMode({
          allowManualDeselection: false,
          pointerDistance: 24,
          keyEvents: null,
          flags: {
            polygon: {
              feature: {
                draggable: false,
                coordinates: { draggable: true, deletable: true, midpoints: { draggable: true }, snappable: { toCustom: toNeighbours } },
              },
            },
          },
          styles: {
            selectedPolygonColor: '#7FA644',
            selectedPolygonFillOpacity: 0.25,
            selectedPolygonOutlineColor: mapColours.ink,
            selectedPolygonOutlineWidth: 2.5,
            selectionPointColor: '#FFFFFF',
            selectionPointOutlineColor: mapColours.ink,
            selectionPointWidth: 6,
            selectionPointOutlineWidth: 2,
            midPointColor: '#FFFFFF',
            midPointOutlineColor: mapColours.ink2,
            midPointWidth: 3.5,
            midPointOutlineWidth: 1,
          },
        }),
      ],
    })
    draw.start()
    drawRef.current = draw
    const ringNow = (): Position[] | null => {
      const polygon = draw.getSnapshot().find((feature) => feature.geometry.type === 'Polygon')
      return polygon?.geometry.type === 'Polygon' ? (polygon.geometry.coordinates[0] as Position[]) : null
    }
    draw.on('change', (_ids, _type, context) => {
      if (context && 'origin' in context && context.origin === 'api') return
      // Handles and midpoints are features too: their coming and going is not a movement of the boundary.
      const ring = ringNow()
      latest.current.onLive(ring && JSON.stringify(ring) !== JSON.stringify(ringOf(latest.current.corners)) ? ring : null)
    })
    draw.on('finish', (_id, context) => {
      const ring = ringNow()
      latest.current.onLive(null)
      if (ring) latest.current.dispatch({ type: 'drawn', positions: ring, method: matchMedia('(pointer: coarse)').matches ? 'TAP_CORNERS' : 'DESKTOP_DRAW' })
      if (context.action === 'draw') latest.current.onFinished()
    })
    undoTap.current = () => {
      if (draw.getModeState() !== 'drawing') return false
      draw.undo()
      latest.current.onLive(ringNow())
      return true
    }
    return () => {
      undoTap.current = null
      drawRef.current = null
      latest.current.onLive(null)
      if (map.style) draw.stop()
    }
  }, [map, undoTap])

  useEffect(() => {
    const draw = drawRef.current
    if (!draw) return
    if (tool === 'draw') {
      if (draw.getMode() !== 'polygon') {
        draw.clear()
        draw.setMode('polygon')
      }
      return
    }
    if (corners.length < 3) return
    const geometry = { type: 'Polygon' as const, coordinates: [ringOf(corners)] }
    const known = draw.getSnapshot().find((feature) => feature.geometry.type === 'Polygon')
    if (known?.id !== undefined && draw.getMode() === 'select') {
      if (JSON.stringify(known.geometry.coordinates) !== JSON.stringify(geometry.coordinates)) draw.updateFeatureGeometry(known.id, geometry)
      return
    }
    draw.clear()
    draw.setMode('select')
    const id = draw.getFeatureId()
    draw.addFeatures([{ id, type: 'Feature', geometry, properties: { mode: 'polygon' } }])
    draw.selectFeature(id)
  }, [tool, corners])
  return null
}

// One boundary being made: its sketch, the tool in hand, what is under the hand right now, and the checks over it.

import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { repairWalk } from '#domain/geo/simplify.ts'
import type { Limits } from '#domain/geo/validity.ts'
import type { Polygon, Position } from '#domain/kernel/kinds.ts'
import type { Sentence } from '#domain/messages/message.ts'
import { checkSketch, type Neighbour } from './checks.ts'
import { type Corner, cornersOf, onLattice, sketchReducer, startSketch } from './sketch.ts'
import { snapToShared } from './snap.ts'

export type BoundaryTool = 'walk' | 'draw' | 'edit'
export type BoundarySession = ReturnType<typeof useBoundary>

export type BoundaryStart = {
  /** The boundary as it is stored; null = none yet. */
  polygon: Polygon | null
  accuracies?: readonly (number | null)[] | undefined
  neighbours: readonly Neighbour[]
  declaredHa?: number | null | undefined
  /** Of an area that is no plot: close and sharp corners are its own, and it has no neighbours. */
  area?: Limits
}

export function useBoundary({ polygon, accuracies, neighbours, declaredHa, area }: BoundaryStart) {
  const [sketch, dispatch] = useReducer(sketchReducer, undefined, () => startSketch(cornersOf(polygon, accuracies)))
  const [tool, setTool] = useState<BoundaryTool>(() => (polygon ? 'edit' : 'draw'))
  const [live, setLive] = useState<Position[] | null>(null)
  const undoTap = useRef<(() => boolean) | null>(null)
  const corners = useMemo(() => (live ? liveCorners(live, sketch.corners) : sketch.corners), [live, sketch.corners])
  const checks = useMemo(
    () => checkSketch(corners, neighbours, { ...(declaredHa ? { declaredHa } : {}), ...(area ? { limits: area, isStored: true } : {}) }),
    [corners, neighbours, declaredHa, area],
  )
  const undo = useCallback(() => {
    if (undoTap.current?.()) return
    dispatch({ type: 'undone' })
    // Taking back "draw anew" brings the old line, whose corners are for editing.
    if (tool === 'draw' && (sketch.past.at(-1)?.corners.length ?? 0) >= 3) setTool('edit')
  }, [tool, sketch.past])
  const takeTool = useCallback((next: BoundaryTool) => {
    // Drawing starts a new line; the old one comes back with undo.
    if (next === 'draw') dispatch({ type: 'drawn', positions: [], method: 'DESKTOP_DRAW' })
    setLive(null)
    setTool(next)
  }, [])
  const replace = useCallback((ring: readonly Position[]) => {
    dispatch({ type: 'drawn', positions: ring, method: 'IMPORT' })
    setTool('edit')
  }, [])
  /** Ends a walk: cleans the line (98 of 100 raw walks cross themselves). Answers why not, when it cannot be cleaned. */
  const finishWalk = useCallback((): Sentence | null => {
    const cleaned = repairWalk(sketch.corners.map(({ position, accuracyM }) => ({ position, ...(accuracyM === null ? {} : { accuracyM }) })))
    const few = sketch.corners.length < 12
    // A dozen corners set by hand are wanted as they are; only a recorded line needs cleaning.
    if ('polygon' in cleaned && !few) dispatch({ type: 'drawn', positions: cleaned.polygon.coordinates[0] ?? [], method: 'GPS_WALK' })
    if (sketch.corners.length >= 3) setTool('edit')
    return 'refused' in cleaned && !few ? cleaned.message : null
  }, [sketch.corners])
  const snapToNeighbour = useCallback(
    (neighbour: Neighbour) => {
      const snapped = snapToShared(sketch.corners, neighbour.polygon)
      if (snapped) dispatch({ type: 'drawn', positions: snapped.map((corner) => corner.position), method: sketch.method ?? 'DESKTOP_DRAW' })
    },
    [sketch],
  )
  return {
    sketch,
    dispatch,
    corners,
    checks,
    neighbours,
    isPlot: !area,
    tool,
    takeTool,
    live,
    setLive,
    undo,
    undoTap,
    replace,
    finishWalk,
    snapToNeighbour,
    isDirty: sketch.past.length > 0,
    canUndo: sketch.past.length > 0 || live !== null,
  }
}

/** terra-draw closes the ring while it is drawn and adds the pointer as a corner; accuracies of untouched corners stay known. */
function liveCorners(ring: readonly Position[], before: readonly Corner[]): Corner[] {
  const known = new Map(before.map((corner) => [corner.position.join(), corner.accuracyM]))
  const open = ring.slice(0, -1).map(onLattice)
  return open
    .filter((position, index) => index === 0 || position.join() !== open[index - 1]?.join())
    .map((position) => ({ position, accuracyM: known.get(position.join()) ?? null }))
}

// Words that stand at a place on the map and follow it: an area in the middle of a plot, a length on a side, a figure
// at a corner. Real text over the canvas, so it is sharp, translated and the page's own font.
import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useReducer } from 'react'
import type { Position } from '#domain/kernel/kinds.ts'
import { useMap } from './map-context.ts'

export type MapNote = {
  key: string
  at: Position
  content: ReactNode /** Where the words stand relative to the place. */
  anchor?: 'centre' | 'right' | 'left' | 'above' | 'below'
}

const shift = {
  centre: 'translate(-50%, -50%)',
  right: 'translate(16px, -50%)',
  left: 'translate(calc(-100% - 16px), -50%)',
  above: 'translate(-50%, calc(-100% - 14px))',
  below: 'translate(-50%, 14px)',
} as const
/** Words beside a place need about this much room. */
const room = 220

export function MapNotes({ notes }: { notes: readonly MapNote[] }) {
  const map = useMap()
  const [, moved] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    map.on('move', moved)
    map.on('resize', moved)
    return () => {
      map.off('move', moved)
      map.off('resize', moved)
    }
  }, [map])
  const { clientWidth: width } = map.getContainer()
  return (
    <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' }}>
      {notes.map(({ key, at, content, anchor = 'centre' }) => {
        const { x, y } = map.project(at)
        // A note at an edge turns to the other side of its place, or it would be cut off.
        const side =
          anchor === 'right' && x > Math.max(width - room, width / 2) ? 'left' : anchor === 'left' && x < Math.min(room, width / 2) ? 'right' : anchor
        return (
          <Box key={key} sx={{ position: 'absolute', left: 0, top: 0 }} style={{ transform: `translate(${x}px, ${y}px) ${shift[side]}` }}>
            {content}
          </Box>
        )
      })}
    </Box>
  )
}

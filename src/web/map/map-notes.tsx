// Words that stand at a place on the map and follow it: an area in the middle of a plot, a length on a side, a figure
// at a corner. Real text over the canvas, so it is sharp, translated and the page's own font.
import Box from '@mui/material/Box'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Position } from '#domain/kernel/kinds.ts'
import { useMap } from './map-context.ts'
import { type Anchor, placeNote } from './note-place.ts'
import { useMoves } from './use-moves.ts'

export type MapNote = {
  key: string
  at: Position
  content: ReactNode /** Where the words stand relative to the place. */
  anchor?: Anchor
}

const shift = {
  centre: '-50%',
  right: '-50%',
  left: '-50%',
  above: 'calc(-100% - 14px)',
  below: '14px',
} as const

/** Of the scale and the source at the lower edge, and a line of words. */
const scaleHeight = 90

export function MapNotes({ notes }: { notes: readonly MapNote[] }) {
  const map = useMap()
  useMoves(map)
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  return (
    <Box sx={{ position: 'absolute', inset: 0, overflow: 'hidden', pointerEvents: 'none' }}>
      {notes.map(({ key, at, content, anchor = 'centre' }) => (
        <Note key={key} {...map.project(at)} anchor={anchor} width={width} height={height}>
          {content}
        </Note>
      ))}
    </Box>
  )
}

type NoteProps = { x: number; y: number; anchor: Anchor; width: number; height: number; children: ReactNode }
function Note({ x, y, anchor, width, height, children }: NoteProps) {
  const own = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState(0)
  // Without dependencies: how wide the words are is known once they are drawn, and fonts and languages change.
  useLayoutEffect(() => setWords(own.current?.offsetWidth ?? 0))
  const { left, side } = placeNote(anchor, { x, words, map: width, isLow: y > height - scaleHeight })
  return (
    <Box
      ref={own}
      sx={{ position: 'absolute', left: 0, top: 0, width: 'max-content' }}
      style={{ transform: `translate(${left}px, ${y}px) translateY(${shift[side]})` }}
    >
      {children}
    </Box>
  )
}

// Where words beside a place of the map stand, so that none of them is cut off at an edge.

export type Anchor = 'centre' | 'right' | 'left' | 'above' | 'below'
/** `isLow`: the place lies where the bar of the scale is, near the lower edge. */
type Room = { x: number; words: number; map: number; isLow?: boolean }

/** Between a place and the words beside it, and between words and the edge of the map. */
const gap = 16
const margin = 4

/** Words that stand on the wished side where they fit there, on the other one where they fit there, and otherwise below, or above a low place. Widths and `x` in CSS pixels. */
export function placeNote(anchor: Anchor, { x, words, map, isLow = false }: Room): { left: number; side: Anchor } {
  const lefts = { right: x + gap, left: x - gap - words }
  const centred = x - words / 2
  if (anchor !== 'right' && anchor !== 'left') return { left: centred, side: anchor }
  // A place outside the map takes its words with it.
  if (x < 0 || x > map) return { left: lefts[anchor], side: anchor }
  const fits = (side: 'right' | 'left') => lefts[side] >= margin && lefts[side] + words <= map - margin
  const side = [anchor, anchor === 'right' ? ('left' as const) : ('right' as const)].find(fits)
  if (side) return { left: lefts[side], side }
  return { left: Math.max(margin, Math.min(centred, map - margin - words)), side: isLow ? 'above' : 'below' }
}

// The ground on which the drawings of husbandry stand: as wide as there is room, lines with their values on the left, and
// days at the foot. What is drawn on it comes as children.
import Box from '@mui/material/Box'
import { type ReactNode, useId } from 'react'
import { neutral } from '#web/theme/tokens.ts'
import { fluidWidth } from '#web/ui/use-width.ts'

/** What was measured, what is aimed at, what is bad, and the band of what is good. */
export const chartColours = { measured: '#2F5D47', aimed: neutral.ink2, bad: '#B3362B', water: '#1E67A8', band: '#E5F3EA' } as const

/** Room left around the drawing, px. */
export const edges = { left: 44, right: 10, top: 10, bottom: 22 } as const

/** The way through points already placed, px. */
export const pathThrough = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

type Props = {
  /** From useWidth: the ref and the measure. */
  holder: (element: HTMLElement | null) => void
  width: number
  height: number
  /** What is drawn, and its last figure, for those who cannot see it. */
  label: string
  /** Lines across, the foot first. */
  levels: readonly { y: number; words: string }[]
  /** Words at the foot. */
  marks: readonly { x: number; words: string }[]
  /** Drawn below the lines. */
  ground?: ReactNode
  children: ReactNode
}

export function ChartFrame({ holder, width, height, label, levels, marks, ground, children }: Props) {
  const titleId = useId()
  return (
    <Box ref={holder} sx={fluidWidth}>
      <Box
        component="svg"
        role="img"
        aria-labelledby={titleId}
        width={width}
        height={height}
        sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
      >
        <title id={titleId}>{label}</title>
        {ground}
        {levels.map(({ y, words }, at) => (
          <g key={y}>
            <line x1={edges.left} x2={width - edges.right} y1={y} y2={y} stroke={at === 0 ? neutral.edge : neutral.line} />
            <text x={edges.left - 6} y={y + 4} fontSize={12} fill={neutral.ink2} textAnchor="end">
              {words}
            </text>
          </g>
        ))}
        {children}
        {marks.map(({ x, words }) => (
          <text key={x} x={Math.min(Math.max(x, edges.left + 12), width - 24)} y={height - 6} fontSize={12} fill={neutral.ink2} textAnchor="middle">
            {words}
          </text>
        ))}
      </Box>
    </Box>
  )
}

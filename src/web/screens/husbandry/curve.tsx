// Values over days as lines: what was measured with its points, what was aimed at dashed, and the band of what is good.

import Box from '@mui/material/Box'
import { addDays, daysBetween } from '#domain/kernel/day.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { ChartFrame, chartColours, edges, pathThrough } from './chart-frame.tsx'
import { type DayValue, roundUp } from './day-bars.tsx'

export type Line = { key: string; label: string; colour: string; points: readonly DayValue[]; isTarget?: boolean }
type Props = {
  lines: readonly Line[]
  label: string
  formatFigure: (value: number) => string
  height?: number
  /** Drawn as a soft band; null = open to that side. */
  band?: { least: number | null; most: number | null }
  isFromZero?: boolean
  /** One line needs no key. */
  hasKey?: boolean
}

export function Curve({ lines, label, formatFigure, height = 190, band, isFromZero = true, hasKey = true }: Props) {
  const format = useFormat()
  const [holder, width] = useWidth(480)
  const drawn = lines.filter(({ points }) => points.length > 0)
  const all = drawn.flatMap(({ points }) => points)
  if (all.length === 0) return null
  const from = all.reduce((least, { day }) => (day < least ? day : least), all[0]?.day ?? '')
  const to = all.reduce((most, { day }) => (day > most ? day : most), from)
  const span = Math.max(1, daysBetween(from, to))
  const values = [...all.map(({ value }) => value), ...(band ? [band.least, band.most].flatMap((one) => one ?? []) : [])]
  const highest = isFromZero ? roundUp(Math.max(...values)) : Math.max(...values) + 0.5
  const lowest = isFromZero ? 0 : Math.max(0, Math.min(...values) - 0.5)
  const x = (day: string) => edges.left + (daysBetween(from, day) / span) * (width - edges.left - edges.right)
  const y = (value: number) => edges.top + (1 - (value - lowest) / (highest - lowest)) * (height - edges.top - edges.bottom)
  const marks = Math.max(2, Math.min(6, Math.floor((width - edges.left) / 84)))
  // Equal steps counted back from the last day, which is the one people ask for.
  const step = Math.max(1, Math.ceil(span / (marks - 1)))
  const days = Array.from({ length: Math.floor(span / step) + 1 }, (_, at) => addDays(to, -at * step))
  return (
    <>
      <ChartFrame
        holder={holder}
        width={width}
        height={height}
        label={label}
        levels={[0, 0.5, 1].map((part) => lowest + part * (highest - lowest)).map((value) => ({ y: y(value), words: formatFigure(value) }))}
        marks={days.map((day) => ({ x: x(day), words: format.dayOfMonth(day) }))}
        ground={
          band ? (
            <rect
              x={edges.left}
              width={Math.max(0, width - edges.left - edges.right)}
              y={y(band.most ?? highest)}
              height={Math.max(0, y(band.least ?? lowest) - y(band.most ?? highest))}
              fill={chartColours.band}
            />
          ) : null
        }
      >
        {drawn.map(({ key, colour, points, isTarget }) => (
          <g key={key}>
            <path
              d={pathThrough(points.map(({ day, value }) => [x(day), y(value)]))}
              fill="none"
              stroke={colour}
              strokeWidth={isTarget ? 1.5 : 2}
              strokeDasharray={isTarget ? '4 4' : undefined}
            />
            {isTarget
              ? null
              : (points.length > 30 ? points.slice(-1) : points).map(({ day, value }) => (
                  <circle key={`${day} ${value}`} cx={x(day)} cy={y(value)} r={3.5} fill="#fff" stroke={colour} strokeWidth={2}>
                    <title>{`${format.date(day)}: ${formatFigure(value)}`}</title>
                  </circle>
                ))}
          </g>
        ))}
      </ChartFrame>
      {hasKey ? (
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5, color: 'text.secondary' }}
        >
          {drawn.map(({ key, label: words, colour, isTarget }) => (
            <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box aria-hidden component="span" sx={{ width: 16, borderTop: `2px ${isTarget ? 'dashed' : 'solid'} ${colour}` }} />
              {words}
            </Box>
          ))}
        </Box>
      ) : null}
    </>
  )
}

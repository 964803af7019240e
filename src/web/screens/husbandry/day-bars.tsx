// One bar a day, days without a record left open, and the mean of the week before each day as a line: is today usual?
import { addDays, daysBetween } from '#domain/kernel/day.ts'
import { useFormat } from '#web/format/use-format.ts'
import { gaugeColours, neutral } from '#web/theme/tokens.ts'
import { useWidth } from '#web/ui/use-width.ts'
import { ChartFrame, edges, pathThrough } from './chart-frame.tsx'

export type DayValue = { day: string; value: number }
type Props = {
  days: readonly DayValue[]
  /** What is drawn, and its last figure, for those who cannot see it. */
  label: string
  formatFigure: (value: number) => string
  height?: number
  /** Highest value of the axis where it is known (a share: 1). */
  most?: number
  /** What is aimed at, by day; drawn as a dashed line. */
  targets?: readonly DayValue[]
}

/** A round number at or above `value`: 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value - 1e-9) ?? 10) * power
}

/** Mean of the up to seven days before each day, where at least three were recorded. */
export const weekMeans = (days: readonly DayValue[]): DayValue[] =>
  days.flatMap(({ day }) => {
    const before = days.filter((one) => one.day < day && one.day >= addDays(day, -7))
    return before.length < 3 ? [] : [{ day, value: before.reduce((sum, { value }) => sum + value, 0) / before.length }]
  })

export function DayBars({ days, label, formatFigure, height = 168, most, targets }: Props) {
  const format = useFormat()
  const [holder, width] = useWidth(480)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const count = daysBetween(first.day, last.day) + 1
  const highest = most ?? roundUp(Math.max(...days.map(({ value }) => value)))
  const slot = (width - edges.left - edges.right) / Math.max(count, 7)
  const bar = Math.max(2, Math.min(28, slot - 2))
  const x = (day: string) => edges.left + daysBetween(first.day, day) * slot + (slot - bar) / 2
  const y = (value: number) => edges.top + (1 - Math.min(value, highest) / highest) * (height - edges.top - edges.bottom)
  const line = targets ?? weekMeans(days)
  const path = pathThrough(line.map(({ day, value }) => [x(day) + bar / 2, y(value)]))
  const every = Math.max(1, Math.ceil(60 / slot))
  const marked = Array.from({ length: count }, (_, at) => addDays(first.day, at)).filter((_, at) => (count - 1 - at) % every === 0)
  return (
    <ChartFrame
      holder={holder}
      width={width}
      height={height}
      label={label}
      levels={[0, 0.5, 1].map((part) => ({ y: y(part * highest), words: formatFigure(part * highest) }))}
      marks={marked.map((day) => ({ x: x(day) + bar / 2, words: format.dayOfMonth(day) }))}
    >
      {days.map(({ day, value }) => (
        <rect
          key={day}
          x={x(day)}
          y={y(value)}
          width={bar}
          height={Math.max(0, y(0) - y(value))}
          rx={2}
          fill={day === last.day ? gaugeColours.delivered : gaugeColours.harvested}
        >
          <title>{`${format.date(day)}: ${formatFigure(value)}`}</title>
        </rect>
      ))}
      {line.length > 1 ? (
        <path d={path} fill="none" stroke={neutral.ink} strokeWidth={1.5} strokeDasharray={targets ? '4 4' : undefined} opacity={0.75} />
      ) : null}
    </ChartFrame>
  )
}

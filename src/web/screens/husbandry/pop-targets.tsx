// What a package of practices aims at by day: weight, laying and deaths, each as a curve.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useWidth } from '#web/ui/use-width.ts'
import { ChartFrame, chartColours, edges, pathThrough } from './chart-frame.tsx'
import { roundUp } from './day-bars.tsx'
import { marksOn } from './pop-timeline.ts'

export type Target = { day: number; weightG?: number | null; hdepPct?: number | null; mortalityPct?: number | null; cumulativeFcr?: number | null }
const curves = [
  { name: 'weightG', label: 'Weight', unit: 'g' },
  { name: 'hdepPct', label: 'Laying', unit: '%' },
  { name: 'mortalityPct', label: 'Deaths', unit: '%' },
  { name: 'cumulativeFcr', label: 'Feed conversion', unit: 'kg/kg' },
] as const

export function PopTargets({ targets }: { targets: readonly Target[] }) {
  const { t } = useTranslation()
  const shown = curves.flatMap((curve) => {
    const points = targets.flatMap((one) => (typeof one[curve.name] === 'number' ? [{ day: one.day, value: one[curve.name] as number }] : []))
    return points.length > 1 ? [{ ...curve, points: points.sort((one, other) => one.day - other.day) }] : []
  })
  if (shown.length === 0) return null
  return (
    <Panel title={t('Aimed at')} note={t('by day')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {shown.map(({ name, label, unit, points }) => (
          <Box key={name}>
            <Box component="h3" sx={{ m: 0, mb: 0.25, fontSize: 13.5, fontWeight: 500 }}>
              {t(label)}, {t(unit)}
            </Box>
            <TargetCurve points={points} label={t(label)} />
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

const height = 96

function TargetCurve({ points, label }: { points: readonly { day: number; value: number }[]; label: string }) {
  const format = useFormat()
  const [holder, width] = useWidth(300)
  const span = { from: points[0]?.day ?? 0, to: Math.max(points.at(-1)?.day ?? 1, (points[0]?.day ?? 0) + 1) }
  const highest = roundUp(Math.max(...points.map(({ value }) => value)))
  const x = (day: number) => edges.left + ((day - span.from) / (span.to - span.from)) * (width - edges.left - edges.right)
  const y = (value: number) => edges.top + (1 - value / highest) * (height - edges.top - edges.bottom)
  return (
    <ChartFrame
      holder={holder}
      width={width}
      height={height}
      label={`${label}: ${points.map(({ day, value }) => `${day}: ${format.number(value, 2)}`).join(', ')}`}
      levels={[0, 1].map((part) => ({ y: y(part * highest), words: format.number(part * highest, 1) }))}
      marks={marksOn(span, 5).map((day) => ({ x: x(day), words: format.number(day) }))}
    >
      <path d={pathThrough(points.map(({ day, value }) => [x(day), y(value)]))} fill="none" stroke={chartColours.measured} strokeWidth={2} />
    </ChartFrame>
  )
}

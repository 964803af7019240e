// What a package of practices aims at by day: weight, laying and deaths, each as a curve.
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/format/use-format.ts'
import { neutral } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ownWidth, useWidth } from '#web/ui/use-width.ts'
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

const [height, left, bottom] = [92, 40, 20]

function TargetCurve({ points, label }: { points: readonly { day: number; value: number }[]; label: string }) {
  const format = useFormat()
  const [holder, width] = useWidth(300)
  const span = { from: points[0]?.day ?? 0, to: Math.max(points.at(-1)?.day ?? 1, (points[0]?.day ?? 0) + 1) }
  const highest = roundUp(Math.max(...points.map(({ value }) => value)))
  const x = (day: number) => left + ((day - span.from) / (span.to - span.from)) * (width - left - 14)
  const y = (value: number) => 8 + (1 - value / highest) * (height - 8 - bottom)
  return (
    <Box ref={holder} sx={ownWidth}>
      <Box
        component="svg"
        role="img"
        aria-label={`${label}: ${points.map(({ day, value }) => `${day}: ${format.number(value, 2)}`).join(', ')}`}
        width={width}
        height={height}
        sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
      >
        {[0, 1].map((part) => (
          <g key={part}>
            <line x1={left} x2={width - 4} y1={y(part * highest)} y2={y(part * highest)} stroke={part ? neutral.line : neutral.edge} />
            <text x={left - 6} y={y(part * highest) + 4} fontSize={12} fill={neutral.ink2} textAnchor="end">
              {format.number(part * highest, 1)}
            </text>
          </g>
        ))}
        <path
          d={points.map(({ day, value }, at) => `${at ? 'L' : 'M'}${x(day).toFixed(1)} ${y(value).toFixed(1)}`).join('')}
          fill="none"
          stroke="#2F5D47"
          strokeWidth={2}
        />
        {marksOn(span, 5).map((day) => (
          <text key={day} x={x(day)} y={height - 5} fontSize={12} fill={neutral.ink2} textAnchor="middle">
            {day}
          </text>
        ))}
      </Box>
    </Box>
  )
}

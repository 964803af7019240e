// Out-turn of a line, run by run, against its usual band and against its own history (mean ± 2σ, rolling mean of 30 runs): a drift shows before it
// breaks a bound (BR-10).
import Box from '@mui/material/Box'
import type { ControlLimits } from '#domain/chain/control-chart.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'

/** `rolling`: mean of the 30 runs up to it. */
type ChartedRun = { id: string; at: string; share: number; rolling?: number | null }

/** Height of a line of the figures beside the drawing. */
const lineOfText = 14
const edges = { height: 170, left: 46, right: 50, top: 26, bottom: 26 }

/** `runs` oldest first; `now` is the run being typed, shown as the last mark. */
export function OutTurnChart({
  runs,
  norm,
  now,
  onOpen,
  limits = null,
}: {
  runs: readonly ChartedRun[]
  norm: { min: number; max: number }
  now: number | null
  onOpen?: (id: string) => void
  limits?: ControlLimits | null
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(640)
  const marks = [...runs.map((run) => run.share), ...(now === null ? [] : [now])]
  if (!marks.length)
    return <Box sx={{ color: 'text.secondary', fontSize: 13.5 }}>{t('No run yet. The first ones will show the usual out-turn of this line.')}</Box>
  const mean = limits?.mean ?? (runs.length ? runs.reduce((sum, run) => sum + run.share, 0) / runs.length : null)
  const drawn = limits ? [...marks, limits.lower, limits.upper] : marks
  const [low, high] = [Math.min(norm.min, ...drawn), Math.max(norm.max, ...drawn)]
  const room = (high - low) * 0.12
  const y = (share: number) => edges.top + ((high + room - share) / (high - low + 2 * room)) * (edges.height - edges.top - edges.bottom)
  const x = (index: number) => edges.left + 20 + (index * (width - edges.left - edges.right - 40)) / Math.max(1, marks.length - 1)
  const rolled = runs.flatMap(({ rolling }, at) => (rolling === null || rolling === undefined ? [] : [{ at, share: rolling }]))
  const line = (share: number, colour: string, dash?: string) => (
    <line x1={edges.left} x2={width - edges.right} y1={y(share)} y2={y(share)} stroke={colour} strokeDasharray={dash} />
  )
  const label = (words: string, at: number) => (
    <text x={edges.left - 8} y={at + 4} textAnchor="end" fontSize={12} fill="#56625B">
      {words}
    </text>
  )
  // An outlier squeezes the band: its two bounds then stand as close as their lines of text allow, the middle where it is.
  const middle = (y(norm.min) + y(norm.max)) / 2
  const apart = Math.max(y(norm.min) - y(norm.max), lineOfText) / 2
  // So do those of a line that hardly varies: its limits stand a line of text from its mean at least.
  const upperText = (upper: number) => Math.min(y(upper), y(mean ?? upper) - lineOfText)
  const lowerText = (lower: number) => Math.max(y(lower), y(mean ?? lower) + lineOfText)
  return (
    <Box ref={holder} sx={fluidWidth}>
      <Box
        component="svg"
        width={width}
        height={edges.height}
        role={onOpen ? 'group' : 'img'}
        aria-label={t('Out-turn of {{count}} runs, mean {{mean}}', { count: runs.length, mean: mean === null ? '–' : format.share(mean) })}
        sx={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
      >
        <rect x={edges.left} width={Math.max(0, width - edges.left - edges.right)} y={y(norm.max)} height={y(norm.min) - y(norm.max)} fill="#EDF6F0" />
        {line(norm.max, '#A9CDB7')}
        {line(norm.min, '#A9CDB7')}
        {label(format.share(norm.max), middle - apart)}
        {label(format.share(norm.min), middle + apart)}
        {limits ? (
          <>
            {line(limits.upper, '#1E67A8', '5 4')}
            {line(limits.lower, '#1E67A8', '5 4')}
            <text x={width - edges.right + 6} y={upperText(limits.upper) + 4} fontSize={12} fill="#1E67A8">
              +2σ
            </text>
            <text x={width - edges.right + 6} y={lowerText(limits.lower) + 4} fontSize={12} fill="#1E67A8">
              −2σ
            </text>
          </>
        ) : null}
        {rolled.length > 1 ? (
          <polyline points={rolled.map(({ at, share }) => `${x(at)},${y(share)}`).join(' ')} fill="none" stroke="#8F4A00" strokeWidth={2}>
            <title>{t('Mean of 30 runs')}</title>
          </polyline>
        ) : null}
        {mean !== null && (
          <>
            {line(mean, '#9AA69F', '3 3')}
            <text x={width - edges.right + 6} y={y(mean) + 4} fontSize={12} fill="#56625B">
              {format.share(mean)}
            </text>
          </>
        )}
        {runs.map((run, index) => {
          const words = `${format.date(format.dayOf(run.at))}: ${format.share(run.share)}`
          const mark = <circle cx={x(index)} cy={y(run.share)} r={4} fill={markFill(run.share, norm, limits)} />
          if (!onOpen)
            return (
              <g key={run.id}>
                {mark}
                <title>{words}</title>
              </g>
            )
          return (
            // biome-ignore lint/a11y/useSemanticElements: an HTML button cannot stand inside a drawing
            <g
              key={run.id}
              role="button"
              tabIndex={0}
              aria-label={words}
              style={{ cursor: 'pointer' }}
              onClick={() => onOpen(run.id)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === ' ') {
                  event.preventDefault()
                  onOpen(run.id)
                }
              }}
            >
              <circle cx={x(index)} cy={y(run.share)} r={11} fill="transparent" />
              {mark}
              <title>{words}</title>
            </g>
          )
        })}
        {now !== null && (
          <g transform={`translate(${x(marks.length - 1)}, ${y(now)})`}>
            <circle r={8} fill="#BBD7F0" />
            <circle r={4} fill="#1E67A8" />
            <text y={-13} textAnchor="middle" fontSize={12} fontWeight={600} fill="#1E2622">
              {t('this run')}
            </text>
          </g>
        )}
      </Box>
    </Box>
  )
}

/** Outside the usual band, outside what this line does, or neither. */
function markFill(share: number, norm: { min: number; max: number }, limits: ControlLimits | null): string {
  if (share < norm.min || share > norm.max) return '#B3362B'
  return limits && (share < limits.lower || share > limits.upper) ? '#C9A227' : '#2F5D47'
}

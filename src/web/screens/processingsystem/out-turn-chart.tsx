// Out-turn of a line, run by run, against its usual band: a drift shows before it breaks a bound.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'

type ChartedRun = { id: string; at: string; share: number }

/** Height of a line of the figures beside the drawing. */
const lineOfText = 14
const edges = { height: 170, left: 46, right: 50, top: 26, bottom: 26 }

/** `runs` oldest first; `now` is the run being typed, shown as the last mark. */
export function OutTurnChart({
  runs,
  norm,
  now,
  onOpen,
}: {
  runs: readonly ChartedRun[]
  norm: { min: number; max: number }
  now: number | null
  onOpen?: (id: string) => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(640)
  const marks = [...runs.map((run) => run.share), ...(now === null ? [] : [now])]
  if (!marks.length)
    return <Box sx={{ color: 'text.secondary', fontSize: 13.5 }}>{t('No run yet. The first ones will show the usual out-turn of this line.')}</Box>
  const mean = runs.length ? runs.reduce((sum, run) => sum + run.share, 0) / runs.length : null
  const [low, high] = [Math.min(norm.min, ...marks), Math.max(norm.max, ...marks)]
  const room = (high - low) * 0.12
  const y = (share: number) => edges.top + ((high + room - share) / (high - low + 2 * room)) * (edges.height - edges.top - edges.bottom)
  const x = (index: number) => edges.left + 20 + (index * (width - edges.left - edges.right - 40)) / Math.max(1, marks.length - 1)
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
          const mark = <circle cx={x(index)} cy={y(run.share)} r={4} fill={run.share < norm.min || run.share > norm.max ? '#B3362B' : '#2F5D47'} />
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

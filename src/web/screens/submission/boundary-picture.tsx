// Two boundaries to scale on one ground: dashed as it is stored, drawn through as it was sent in.
import Box from '@mui/material/Box'
import { areaHa, centroid, metreRuler } from '#domain/geo/area.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { drawPlots, scaleBar } from '../farmer/plot-outlines.ts'

const height = 280
/** Two outlines of one plot are never so far from each other. */
const elsewhereM = 2000

/** A value as it came over the wire; rings too short to enclose anything are none. */
export const isPolygon = (value: unknown): value is Polygon =>
  typeof value === 'object' &&
  value !== null &&
  (value as Polygon).type === 'Polygon' &&
  Array.isArray((value as Polygon).coordinates?.[0]) &&
  ((value as Polygon).coordinates[0] as unknown[]).length > 3 &&
  ((value as Polygon).coordinates[0] as unknown[]).every((at) => Array.isArray(at) && at.length >= 2 && at.every((part) => Number.isFinite(part)))

/** `from`: where what is proposed came from, in words. */
export function BoundaryPicture({ proposed, now, from }: { proposed: Polygon; now: Polygon | null; from: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(600)
  const apart = now ? metresApart(proposed, now) : 0
  // Beside one somewhere else neither could be made out.
  const isElsewhere = apart > elsewhereM
  const { outlines, metresPerPx } = drawPlots(
    [...(now && !isElsewhere ? [{ id: 'now', polygon: now }] : []), { id: 'phone', polygon: proposed }],
    width,
    height,
    28,
  )
  const bar = scaleBar(metresPerPx, 90)
  const difference = now ? areaHa(proposed) - areaHa(now) : null
  return (
    <Panel
      title={t('Boundary')}
      note={
        difference === null ? undefined : isElsewhere ? (
          <ToneText tone="error" label={t('{{distance}} km from where it is stored', { distance: format.number(apart / 1000, 1) })} />
        ) : (
          t('{{area}} against now', { area: `${difference > 0 ? '+' : ''}${format.ha(difference)}` })
        )
      }
      action={
        <Box sx={{ display: 'flex', gap: 2, fontSize: 12.5, color: 'text.secondary' }}>
          {now && !isElsewhere ? <Line label={t('Now')} sx={{ borderTop: '2px dashed', borderColor: 'text.primary' }} /> : null}
          <Line label={from} sx={{ borderTop: '2px solid', borderColor: 'tone.progress.ink' }} />
        </Box>
      }
      flush
    >
      <Box ref={holder} sx={{ ...fluidWidth, bgcolor: '#EEF0EA', overflow: 'hidden' }}>
        <svg role="img" aria-label={t('Boundary')} width={width} height={height} style={{ display: 'block', fontSize: 12.5, fontFamily: 'inherit' }}>
          {[...outlines]
            .reverse()
            .map(({ id, path }) =>
              id === 'phone' ? (
                <path key={id} d={path} fill="#1E67A8" fillOpacity={0.16} stroke="#1E67A8" strokeWidth={2.5} strokeLinejoin="round" />
              ) : (
                <path key={id} d={path} fill="none" stroke="#1E2622" strokeWidth={1.75} strokeDasharray="6 4" strokeLinejoin="round" />
              ),
            )}
          {bar ? (
            <g transform={`translate(16, ${height - 16})`}>
              <path d={`M0,-5V0H${bar.px}V-5`} fill="none" stroke="#1E2622" strokeWidth={1.5} />
              <text x={bar.px + 8} y={2} fill="#1E2622">
                {format.number(bar.metres)} m
              </text>
            </g>
          ) : null}
        </svg>
      </Box>
    </Panel>
  )
}

function metresApart(one: Polygon, other: Polygon): number {
  const [from, to] = [centroid(one).coordinates, centroid(other).coordinates]
  const { kx, ky } = metreRuler(from[1])
  return Math.hypot((to[0] - from[0]) * kx, (to[1] - from[1]) * ky)
}

function Line({ label, sx }: { label: string; sx: object }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <Box aria-hidden component="span" sx={{ width: 18, ...sx }} />
      {label}
    </Box>
  )
}

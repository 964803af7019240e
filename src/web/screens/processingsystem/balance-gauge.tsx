// The balance gauge between what went in and what came out: it moves as figures are typed and rests level only within
// what the rule allows. Its words say the same, for those who cannot see it and for those who want the kilograms.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Block, Gauge } from './gauge-geometry.ts'

const post = { x: 0, foot: 150 }
const hang = 78
const moving = { transition: 'transform 180ms ease-out', '@media (prefers-reduced-motion: reduce)': { transition: 'none' } } as const

export function BalanceGauge({ gauge, tolerance }: { gauge: Gauge; tolerance: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const allowedKg = gauge.inKg * tolerance
  const words = {
    empty: t('Type what went in and what came out.'),
    level:
      gauge.differenceKg === 0
        ? t('Every kilogram is accounted for.')
        : t('{{kg}} not accounted for, up to {{allowed}} is allowed', { kg: format.kg(Math.abs(gauge.differenceKg)), allowed: format.kg(allowedKg) }),
    missing: t('{{kg}} are missing, up to {{allowed}} is allowed. Weigh again, or record the loss.', {
      kg: format.kg(gauge.differenceKg),
      allowed: format.kg(allowedKg),
    }),
    toomuch: t('{{kg}} more came out than went in, up to {{allowed}} is allowed. Weigh again.', {
      kg: format.kg(-gauge.differenceKg),
      allowed: format.kg(allowedKg),
    }),
  }[gauge.verdict]
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center' }}>
      <Box sx={{ fontSize: 38, fontWeight: 600, lineHeight: 1.1, fontVariantNumeric: 'tabular-nums' }}>
        {gauge.verdict === 'empty' ? '–' : format.share(Math.abs(gauge.differenceShare))}
      </Box>
      {gauge.verdict === 'empty' ? (
        <StatusChip tone="neutral" label={t('Nothing to weigh yet')} />
      ) : (
        <StatusChip
          tone={gauge.verdict === 'level' ? 'success' : 'error'}
          label={
            gauge.verdict === 'level' ? t('Within {{share}}', { share: format.share(tolerance) }) : t('Beyond {{share}}', { share: format.share(tolerance) })
          }
        />
      )}
      <Box component="svg" viewBox="-190 -62 380 226" aria-hidden sx={{ width: '100%', maxWidth: 400, display: 'block', mt: 0.5 }}>
        <Dial angle={gauge.angle} tolerance={tolerance} />
        <line x1={post.x} y1={0} x2={post.x} y2={post.foot} stroke="#2F5D47" strokeWidth={6} />
        <line x1={-54} y1={post.foot} x2={54} y2={post.foot} stroke="#2F5D47" strokeWidth={6} strokeLinecap="round" />
        <Box component="g" sx={moving} style={{ transform: `rotate(${-gauge.angle}deg)` }}>
          <line x1={-132} y1={0} x2={132} y2={0} stroke="#1E2622" strokeWidth={5} strokeLinecap="round" />
        </Box>
        <circle r={8.5} fill="#fff" stroke="#2F5D47" strokeWidth={4} />
        <Pan side={gauge.left} />
        <Pan side={gauge.right} />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', width: '100%', maxWidth: 400, mt: -1 }}>
        {[
          [gauge.inKg, t('in')],
          [gauge.outKg, t('out')],
        ].map(([kg, word]) => (
          <Box key={word}>
            <Box sx={{ fontSize: 19, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{format.kg(kg as number)}</Box>
            <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{word}</Box>
          </Box>
        ))}
      </Box>
      <Box role="status" sx={{ fontSize: 13, color: gauge.verdict === 'level' || gauge.verdict === 'empty' ? 'text.secondary' : 'error.main', maxWidth: 360 }}>
        {words}
      </Box>
    </Box>
  )
}

/** The needle against the green part of the dial: green is what the rule allows. */
function Dial({ angle, tolerance }: { angle: number; tolerance: number }) {
  const arc = (from: number, to: number, radius: number) => {
    const at = (degrees: number) =>
      [Math.sin((degrees * Math.PI) / 180) * radius, -Math.cos((degrees * Math.PI) / 180) * radius].map((value) => value.toFixed(2)).join(',')
    return `M${at(from)} A${radius},${radius} 0 0 1 ${at(to)}`
  }
  const allowed = Math.min(14, (tolerance / 0.05) * 14)
  return (
    <g fill="none">
      <path d={arc(-40, 40, 50)} stroke="#E9EEEB" strokeWidth={8} />
      <path d={arc(-allowed * 3, allowed * 3, 50)} stroke="#BFE0CB" strokeWidth={8} />
      {/* The needle moves three times the bar, so that tenths of a per cent are seen. */}
      <Box
        component="line"
        x1={0}
        y1={0}
        x2={0}
        y2={-44}
        stroke="#1E2622"
        strokeWidth={2}
        sx={moving}
        style={{ transform: `rotate(${Math.max(-40, Math.min(40, -angle * 3))}deg)` }}
      />
    </g>
  )
}

function Pan({ side: { x, y, blocks } }: { side: Gauge['left'] }) {
  return (
    <Box component="g" sx={moving} style={{ transform: `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)` }}>
      <path d={`M0,0 L-42,${hang} M0,0 L42,${hang}`} stroke="#8FA79A" strokeWidth={1.5} fill="none" />
      <g transform={`translate(0, ${hang})`}>
        {blocks.map((block) => (
          <Weight key={block.key} block={block} />
        ))}
      </g>
      <path d={`M-44,${hang} H44 C40,${hang + 22} -40,${hang + 22} -44,${hang}Z`} fill="#DCE8E1" stroke="#2F5D47" strokeWidth={1.5} />
    </Box>
  )
}

const Weight = ({ block: { y, width, height, colour, hollow } }: { block: Block }) => (
  <rect
    x={-width / 2}
    y={y}
    width={width}
    height={Math.max(2, height - 1)}
    rx={2}
    fill={hollow ? 'none' : colour}
    stroke={colour}
    strokeDasharray={hollow ? '3 2' : undefined}
  />
)

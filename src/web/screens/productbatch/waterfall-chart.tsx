// The waterfall of a lot's kilograms. Each bar leads to its entries in the ledger.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { short } from '#web/ui/fit-text.ts'
import { SvgButton } from '#web/ui/svg-button.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import type { WaterfallStep } from './waterfall.ts'

const height = 150
const top = 22
const bottom = 24
const fills: Record<WaterfallStep['kind'], string> = { in: '#2F5D47', out: '#86AA92', loss: '#B3362B', level: '#2F5D47', bound: '#C9A227' }

export function WaterfallChart({ steps, onOpen }: { steps: readonly WaterfallStep[]; onOpen: (key: string) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [holder, width] = useWidth(640)
  const most = Math.max(1, ...steps.map((step) => step.to))
  const y = (kg: number) => top + (1 - kg / most) * (height - top - bottom)
  const pitch = Math.min(132, width / Math.max(1, steps.length))
  const bar = Math.min(62, pitch - 14)
  const x = (index: number) => index * pitch + (pitch - bar) / 2
  const written = (step: WaterfallStep) =>
    `${step.kind !== 'in' && step.kind !== 'level' && step.kg !== 0 ? (step.kg < 0 ? '−' : '+') : ''}${format.number(Math.abs(step.kg), 1)}`
  return (
    <Box component="section" ref={holder} aria-label={t('Where the kilograms went')} sx={fluidWidth}>
      <svg role="presentation" width={width} height={height} style={{ display: 'block', fontFamily: 'inherit', fontSize: 12.5 }}>
        <line x1={0} x2={pitch * steps.length} y1={height - bottom} y2={height - bottom} stroke="#CBD4CE" />
        {steps.map((step, index) => {
          const next = steps[index + 1]
          const level = step.kind === 'in' || step.kind === 'level' ? step.to : step.from
          return (
            <SvgButton key={step.key} label={`${t(step.label)} ${written(step)} ${format.massUnit}`} onPress={() => onOpen(step.key)}>
              <rect x={index * pitch} y={0} width={pitch} height={height} fill="transparent" />
              <rect
                x={x(index)}
                y={Math.min(y(step.to), height - bottom - 2)}
                width={bar}
                height={Math.max(2, y(step.from) - y(step.to))}
                rx={2.5}
                fill={fills[step.kind]}
              />
              {next ? <line x1={x(index) + bar} x2={x(index + 1)} y1={y(level)} y2={y(level)} stroke="#9AA69F" strokeDasharray="2 3" /> : null}
              <text
                x={x(index) + bar / 2}
                y={Math.min(y(step.to), height - bottom - 2) - 6}
                textAnchor="middle"
                fontWeight={600}
                fill="#1E2622"
                style={{ fontVariantNumeric: 'tabular-nums' }}
              >
                {written(step)}
              </text>
              <text x={x(index) + bar / 2} y={height - 7} textAnchor="middle" fill="#56625B">
                {short(t(step.label), Math.floor(pitch / 6.2))}
                <title>{t(step.label)}</title>
              </text>
            </SvgButton>
          )
        })}
      </svg>
    </Box>
  )
}

// The kg gauge, the same everywhere: track = what may be, mid = harvested, dark = delivered, tick = estimate.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'

export type KgGaugeProps = { cap: number; harvested?: number; delivered?: number; estimate?: number | undefined; height?: number }

/** All figures in kg, drawn to one scale; whatever exceeds the cap is drawn to its end. */
export function KgGauge({ cap, harvested = 0, delivered = 0, estimate, height = 6 }: KgGaugeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const scale = Math.max(cap, harvested, delivered, estimate ?? 0, 0.001)
  const at = (kg: number) => `${Math.min(100, (kg / scale) * 100)}%`
  const words = [
    t('Delivered {{kg}}', { kg: format.kg(delivered) }),
    t('Harvested {{kg}}', { kg: format.kg(harvested) }),
    ...(estimate === undefined ? [] : [t('Estimate {{kg}}', { kg: format.kg(estimate) })]),
    t('At most {{kg}}', { kg: format.kg(cap) }),
  ]
  const bar = { position: 'absolute', left: 0, top: 0, bottom: 0, borderRadius: 'inherit' } as const
  return (
    <Box role="img" aria-label={format.list(words)} sx={{ position: 'relative', height, borderRadius: height / 2, bgcolor: gaugeColours.track, my: '3px' }}>
      <Box sx={{ ...bar, width: at(harvested), bgcolor: gaugeColours.harvested }} />
      <Box sx={{ ...bar, width: at(delivered), bgcolor: gaugeColours.delivered }} />
      {estimate === undefined ? null : (
        <Box sx={{ position: 'absolute', left: at(estimate), top: -3, bottom: -3, width: 2, ml: '-1px', bgcolor: gaugeColours.tick }} />
      )}
    </Box>
  )
}

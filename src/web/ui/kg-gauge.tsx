// The kg gauge, the same everywhere: track = what may be, mid = harvested, dark = delivered, tick = estimate.
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import './kg-gauge.css'

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
  return (
    <div role="img" aria-label={format.list(words)} className="kg-gauge" style={{ height, borderRadius: height / 2, backgroundColor: gaugeColours.track }}>
      <span style={{ width: at(harvested), backgroundColor: gaugeColours.harvested }} />
      <span style={{ width: at(delivered), backgroundColor: gaugeColours.delivered }} />
      {estimate === undefined ? null : <i style={{ left: at(estimate), backgroundColor: gaugeColours.tick }} />}
    </div>
  )
}

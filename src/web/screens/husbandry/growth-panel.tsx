// Growth of a flock or a pond: the mean weights that were taken, and what the package of practices aims at.

import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { chartColours } from './chart-frame.tsx'
import { Curve } from './curve.tsx'
import type { DayValue } from './day-bars.tsx'

/** Weights in grams. Fewer than two weighings are no curve, and nothing is shown. */
export function GrowthPanel({ weighings, aimed }: { weighings: readonly { day: string; grams: number }[]; aimed: readonly DayValue[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = weighings.at(-1)
  if (!last || weighings.length < 2) return null
  return (
    <Panel title={t('Growth')} note={t('mean weight, g')}>
      <Curve
        lines={[
          { key: 'weight', label: t('Weighed'), colour: chartColours.measured, points: weighings.map(({ day, grams }) => ({ day, value: grams })) },
          { key: 'target', label: t('Package of practices'), colour: chartColours.aimed, isTarget: true, points: aimed },
        ]}
        label={t('Growth, last {{grams}} g', { grams: format.number(last.grams, last.grams < 10 ? 1 : 0) })}
        formatFigure={(grams) => format.number(grams)}
      />
    </Panel>
  )
}

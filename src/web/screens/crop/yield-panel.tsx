// A crop's kilograms on one bar: what the field can give at most, the estimate, what was harvested, what was delivered;
// under it how much may still be sold and why no more.
import Box from '@mui/material/Box'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { YieldFigures } from '../yield-figures.tsx'
import { sellable } from './sellable.ts'

export function YieldPanel({ crop }: { crop: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const tolerances = useTolerances()
  const kg = (name: string) => (typeof crop[name] === 'number' ? (crop[name] as number) : null)
  const [cap, estimate, harvested, purchased, retained, proposed] = [
    kg('yieldCapKg'),
    kg('estimatedKg'),
    kg('harvestedKg'),
    kg('purchasedKg'),
    kg('retainedKg'),
    kg('proposedKg'),
  ]
  const { leftKg, limitedBy } = sellable(crop, tolerances)
  const why = {
    harvest: t('what is harvested and not kept'),
    estimate: t('estimate + {{more}}', { more: format.share(tolerances.purchaseOverEstimate - 1) }),
    cap: t('the most this field may yield'),
    nothing: t('nothing is harvested yet'),
  }[limitedBy]
  const isSold = crop.role === 'MAIN' || crop.role === 'INTERCROP'
  return (
    <Panel
      title={t('Yield')}
      note={t('kg {{crop}}', { crop: String(crop.cropName ?? '').toLocaleLowerCase(format.language) })}
      action={isSold && leftKg > 0 ? <ToneText tone="success" label={t('{{kg}} left to sell', { kg: format.kg(leftKg) })} /> : null}
    >
      <YieldFigures
        kg={{ cap, estimate, harvested: harvested ?? 0, delivered: purchased ?? 0, retained: retained ?? 0, proposed, areaHa: Number(crop.areaHa) }}
      />
      {isSold ? (
        <Box sx={{ mt: 1.25, fontSize: 13.5 }}>
          {t('Still to sell, at most')} <strong>{format.kg(leftKg)}</strong>{' '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            ({why})
          </Box>
        </Box>
      ) : (
        <Box sx={{ mt: 1.25, fontSize: 13.5, color: 'text.secondary' }}>{t('Only main crops and intercrops are sold.')}</Box>
      )}
    </Panel>
  )
}

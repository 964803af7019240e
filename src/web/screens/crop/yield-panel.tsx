// A crop's kilograms on one bar: what the field can give at most, the estimate, what was harvested, what was delivered;
// under it how much may still be sold and why no more.
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { KgGauge } from '#web/ui/kg-gauge.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { sellable } from './sellable.ts'

export function YieldPanel({ crop }: { crop: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const kg = (name: string) => (typeof crop[name] === 'number' ? (crop[name] as number) : null)
  const [cap, estimate, harvested, purchased, retained, proposed] = [
    kg('yieldCapKg'),
    kg('estimatedKg'),
    kg('harvestedKg'),
    kg('purchasedKg'),
    kg('retainedKg'),
    kg('proposedKg'),
  ]
  const { leftKg, limitedBy } = sellable(crop)
  const why = {
    harvest: t('what is harvested and not kept'),
    estimate: t('estimate + 10 %'),
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
      <KgGauge
        cap={cap ?? Math.max(estimate ?? 0, harvested ?? 0)}
        harvested={harvested ?? 0}
        delivered={purchased ?? 0}
        estimate={estimate ?? undefined}
        height={18}
      />
      <Box component="dl" sx={{ m: 0, mt: 1.25, display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(104px, 1fr))', gap: 1.25 }}>
        <Figure
          colour={gaugeColours.delivered}
          label={t('Delivered')}
          kg={purchased ?? 0}
          note={estimate ? t('{{share}} of estimate', { share: format.share((purchased ?? 0) / estimate) }) : ''}
        />
        <Figure
          colour={gaugeColours.harvested}
          label={t('Harvested')}
          kg={harvested ?? 0}
          note={
            (retained ?? 0) > 0
              ? t('{{kg}} kept', { kg: format.kg(retained ?? 0) })
              : (harvested ?? 0) > (purchased ?? 0)
                ? t('{{kg}} at the farm', { kg: format.kg((harvested ?? 0) - (purchased ?? 0)) })
                : ''
          }
        />
        <Figure
          colour={gaugeColours.tick}
          line
          label={t('Estimate')}
          kg={estimate}
          note={
            estimate
              ? t('{{kg}} per ha', { kg: format.kg(Math.round(estimate / Number(crop.areaHa))) })
              : proposed
                ? t('{{kg}} awaits approval', { kg: format.kg(proposed) })
                : t('none yet')
          }
        />
        <Figure
          colour={gaugeColours.track}
          label={t('Most it may yield')}
          kg={cap}
          note={cap ? t('{{kg}} per ha norm', { kg: format.kg(Math.round(cap / Number(crop.areaHa))) }) : t('no norm')}
        />
      </Box>
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

function Figure({ colour, label, kg, note, line = false }: { colour: string; label: string; kg: number | null; note: string; line?: boolean }) {
  const format = useFormat()
  return (
    <Box>
      <Box component="dt" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: 12.5, color: 'text.secondary' }}>
        <Box aria-hidden sx={{ width: line ? 2 : 10, height: line ? 14 : 10, borderRadius: line ? 0 : '2px', bgcolor: colour }} />
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        <Box sx={{ fontSize: 17, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{kg === null ? '–' : format.kg(kg)}</Box>
        <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{note}</Box>
      </Box>
    </Box>
  )
}

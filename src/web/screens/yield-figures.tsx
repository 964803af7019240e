// Kilograms from the most a field may yield to what was delivered, as one bar and four figures: of a crop, or of a farmer's season.
import Box from '@mui/material/Box'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { KgGauge } from '#web/ui/kg-gauge.tsx'

/** All in kg, areas in ha. Null: not known (no estimate, no norm); `proposed`: an estimate that waits for approval. */
export type Yield = {
  cap: number | null
  estimate: number | null
  harvested: number
  delivered: number
  retained: number
  proposed: number | null
  areaHa: number
}

export function YieldFigures({ kg: { cap, estimate, harvested, delivered, retained, proposed, areaHa } }: { kg: Yield }) {
  const { t } = useTranslation()
  const format = useFormat()
  const perHa = (kg: number) => (areaHa > 0 ? format.kg(Math.round(kg / areaHa)) : '')
  const athome = harvested - delivered
  return (
    <>
      <KgGauge cap={cap ?? Math.max(estimate ?? 0, harvested)} harvested={harvested} delivered={delivered} estimate={estimate ?? undefined} height={18} />
      <Box component="dl" sx={{ m: 0, mt: 1.25, display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(104px, 1fr))', gap: 1.25 }}>
        <Figure
          colour={gaugeColours.delivered}
          label={t('Delivered')}
          kg={delivered}
          note={estimate ? t('{{share}} of estimate', { share: format.share(delivered / estimate) }) : ''}
        />
        <Figure
          colour={gaugeColours.harvested}
          label={t('Harvested')}
          kg={harvested}
          note={retained > 0 ? t('{{kg}} kept', { kg: format.kg(retained) }) : athome > 0 ? t('{{kg}} at the farm', { kg: format.kg(athome) }) : ''}
        />
        <Figure
          colour={gaugeColours.tick}
          line
          label={t('Estimate')}
          kg={estimate}
          note={estimate ? t('{{kg}} per ha', { kg: perHa(estimate) }) : proposed ? t('{{kg}} awaits approval', { kg: format.kg(proposed) }) : t('none yet')}
        />
        <Figure colour={gaugeColours.track} label={t('Most it may yield')} kg={cap} note={cap ? t('{{kg}} per ha norm', { kg: perHa(cap) }) : t('no norm')} />
      </Box>
    </>
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

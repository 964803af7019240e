// A farmer on a phone's list: who and where, this season's approval, the kilograms, and what is open or when somebody was there.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { Approval, DeliveredOf, expected, Gauge } from './farmer-cells.tsx'
import { useFarmerSummary } from './farmers-summary.tsx'

export function FarmerCard({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const summary = useFarmerSummary(row.id)
  const plots = summary?.plots
  const crop = summary?.crops[0]
  const finding = row.flags?.[0]
  const under = [
    row.localName,
    row.village,
    plots ? t('{{count}} plots', { count: plots.count }) : '',
    plots && plots.count > 0 ? format.ha(plots.areaHa) : '',
  ].filter((words): words is string => typeof words === 'string' && words !== '')
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1" component="div" sx={{ fontSize: 15.5, lineHeight: 1.3 }}>
            {row.title}
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {under.join(' · ') || row.code}
          </Typography>
        </Box>
        <Box sx={{ flexShrink: 0, maxWidth: '48%' }}>
          {summary === undefined ? <Skeleton width={80} /> : <Approval status={row.status} approval={summary?.approval ?? null} />}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mt: 0.75, fontSize: 13.5, fontVariantNumeric: 'tabular-nums' }}>
        {crop ? (
          <span>
            <DeliveredOf crop={crop} of={expected(crop).of} />
          </span>
        ) : null}
        <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
          {finding || !summary?.lastVisitOn ? '' : t('visited {{date}}', { date: format.recentDay(summary.lastVisitOn) })}
        </Box>
      </Box>
      {crop ? <Gauge crop={crop} height={8} /> : null}
      {finding ? (
        <Box sx={{ mt: 0.75 }}>
          <ToneText tone={finding.severity === 'INFO' ? 'progress' : 'pending'} label={t(finding)} />
        </Box>
      ) : null}
    </>
  )
}

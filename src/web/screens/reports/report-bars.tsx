// A chart of a report: bars with their labels and figures, largest first.
import Box from '@mui/material/Box'
import type { AnyReport, ReportAnswer } from '#domain/reports/report.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'

const mostBars = 8

export function ReportBars({ report, chart, index }: { report: AnyReport; chart: ReportAnswer['charts'][number]; index: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const declared = report.charts?.[index]
  const [by, sum] = [report.columns[declared?.by ?? ''], report.columns[declared?.sum ?? '']]
  const points = chart.points.slice(0, mostBars)
  const most = Math.max(0, ...points.map(({ value }) => value))
  // One bar compares with nothing.
  if (!by || !sum || points.length < 2 || most <= 0) return null
  return (
    <Panel title={t(chart.title)} note={chart.points.length > mostBars ? t('The largest {{number}}', { number: format.number(mostBars) }) : undefined}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {points.map(({ label, value }) => (
          <Box
            component="li"
            key={label}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '96px minmax(0, 1fr) auto', sm: '160px minmax(0, 1fr) 110px' },
              gap: 1,
              alignItems: 'center',
              fontSize: 13,
            }}
          >
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {formatValue(by, label, { t, format }) || t('Unknown')}
            </Box>
            <Box aria-hidden sx={{ height: 12, borderRadius: '3px', bgcolor: 'brand.ink', width: `${Math.max(1, (100 * value) / most)}%` }} />
            <Box component="span" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {formatValue(sum, value, { t, format })}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

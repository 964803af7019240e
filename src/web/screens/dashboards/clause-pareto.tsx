// Non-conformities by clause, most first, with the share that all down to a line make together: which few causes are behind most of them.
import Box from '@mui/material/Box'
import { severities } from '#domain/kernel/terms.ts'
import type { SeasonCharts } from '#domain/reports/season-charts-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { linkOf } from './opens.ts'

type Severity = keyof typeof severities
const fills: Readonly<Record<Severity, string>> = { CRITICAL: '#B3362B', MAJOR: '#D98880', MINOR: '#C9A227', RECOMMENDATION: '#B9C3BD' }
const order = Object.keys(fills) as Severity[]
const mostClauses = 8

export function ClausePareto({ clauses }: { clauses: NonNullable<SeasonCharts['clauses']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const counts = clauses.map(({ severities: parts }) => parts.reduce((sum, { count }) => sum + count, 0))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...counts)
  let reached = 0
  return (
    <Panel
      title={t('Non-conformities by clause')}
      note={t('and the share of all down to here')}
      action={<TextLink {...linkOf(operator, { report: 'nonconformity-log' })}>{t('All of them')}</TextLink>}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {clauses.slice(0, mostClauses).map(({ clause, rules, severities: parts }, at) => {
          const count = counts[at] ?? 0
          reached += count
          return (
            <Box
              component="li"
              key={clause}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '104px minmax(0, 1fr) 28px 44px', sm: '168px minmax(0, 1fr) 32px 48px' },
                gap: 1,
                alignItems: 'center',
                fontSize: 13,
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              <TextLink
                {...linkOf(operator, { entity: 'nonconformity', search: { 'filter[rule]': rules.join(',') } })}
                title={clause}
                sx={{
                  color: 'text.primary',
                  fontWeight: 400,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                  minHeight: { xs: 32, sm: 0 },
                  lineHeight: { xs: '32px', sm: 'inherit' },
                }}
              >
                {clause}
              </TextLink>
              <Box aria-hidden sx={{ display: 'flex', gap: '1px', height: 12, width: `${(100 * count) / most}%`, minWidth: 4 }}>
                {order.map((severity) => {
                  const found = parts.find((one) => one.severity === severity)
                  return found ? <Box key={severity} sx={{ flexGrow: found.count, flexBasis: 2, bgcolor: fills[severity], borderRadius: '2px' }} /> : null
                })}
              </Box>
              <Box component="span" sx={{ textAlign: 'right', fontWeight: 600 }}>
                {format.number(count)}
              </Box>
              <Box component="span" sx={{ textAlign: 'right', color: 'text.secondary' }}>
                {format.wholeShare(reached / total)}
              </Box>
            </Box>
          )
        })}
      </Box>
      <Box
        component="ul"
        aria-label={t('Severity')}
        sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5, color: 'text.secondary' }}
      >
        {order
          .filter((severity) => clauses.some(({ severities: parts }) => parts.some((one) => one.severity === severity)))
          .map((severity) => (
            <Box component="li" key={severity} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: fills[severity] }} />
              {t(severities[severity][0])}
            </Box>
          ))}
      </Box>
    </Panel>
  )
}

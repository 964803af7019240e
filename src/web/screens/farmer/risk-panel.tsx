// The risk of a farmer (BR-34): the class, its points, and the reason for each of them.
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { FarmersSummary } from '#domain/people/farmers-summary-answer.ts'
import { riskClasses } from '#domain/rules/risk.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function RiskPanel({ farmerId }: { farmerId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data } = useQuery<FarmersSummary, ApiProblem>({
    queryKey: [operator, 'farmer', 'risk', farmerId],
    queryFn: ({ signal }) => call(entityPath(operator, 'reports', 'farmers-summary'), { signal, query: new URLSearchParams({ farmerIds: farmerId }) }),
  })
  const risk = data?.items[0]?.risk
  if (!risk) return null
  const [label, tone] = riskClasses[risk.riskClass]
  return (
    <Panel title={t('Risk')} action={<StatusChip tone={tone} label={t(label)} />}>
      {risk.reasons.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('Nothing speaks of a risk.')}</Box> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {risk.reasons.map(({ message, points }) => (
          <Box component="li" key={message} sx={{ display: 'flex', gap: 1.5 }}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{t(message)}</Box>
            <Box sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums', color: 'text.secondary', flexShrink: 0 }}>{`+${format.number(points)}`}</Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

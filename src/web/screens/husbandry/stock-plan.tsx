// The plan of a flock or a pond: what its package asks for against what was done.
import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { linesOfSteps, planFields } from '../planevent/plan-bars.ts'
import { PlanChart, PlanKey } from '../planevent/plan-chart.tsx'

export function StockPlan({ record, of }: { record: RecordAnswer; of: 'poultryBatchId' | 'aquaCropId' }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const isFollowing = typeof record.popId === 'string'
  const { items } = useList('planevent', { filters: { [of]: [record.id] }, sort: 'due' }, { limit: 200, fields: planFields, enabled: isFollowing })
  const requested = items.filter(({ status }) => status !== 'NOT_APPLICABLE')
  if (!isFollowing || requested.length === 0) return null
  const done = requested.filter(({ status }) => status === 'DONE_ON_TIME' || status === 'DONE_LATE').length
  return (
    <Panel title={t('Plan and actual')} note={t('{{done}} of {{all}} steps done', { done: format.number(done), all: format.number(requested.length) })}>
      <Box sx={{ mb: 1 }}>
        <PlanKey />
      </Box>
      <PlanChart
        lines={linesOfSteps(items)}
        label={t('Plan and actual')}
        today={format.today()}
        onOpen={(id) => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'planevent', id } })}
      />
    </Panel>
  )
}

// The ledger waterfall of one lot: of the fullest first, of any other by searching for it.

import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { listParams } from '#web/api/list-query.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { ReferencePicker } from '#web/fields/reference-picker.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useLedger } from '../productbatch/queries.ts'
import { waterfall } from '../productbatch/waterfall.ts'
import { WaterfallChart } from '../productbatch/waterfall-chart.tsx'

export function LotLedgerPanel() {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data } = useQuery<ListAnswer, ApiProblem>({
    queryKey: [...keys.list(operator, 'productbatch', { sort: '-onHandKg' }), 'waterfall'],
    queryFn: ({ signal }) => call<ListAnswer>(entityPath(operator, 'productbatch'), { signal, query: listParams({ sort: '-onHandKg' }, { limit: '1' }) }),
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const lotId = chosen ?? data?.items[0]?.id
  if (!lotId) return null
  return (
    <Panel title={t('Where the kilograms went')}>
      <Box sx={{ maxWidth: 420, mb: 1.5, mt: 0.5 }}>
        <ReferencePicker target="productbatch" label={t('Lot')} value={lotId} onChange={setChosen} />
      </Box>
      <Waterfall id={lotId} />
    </Panel>
  )
}

function Waterfall({ id }: { id: string }) {
  const operator = useOperator()
  const navigate = useNavigate()
  const ledger = useLedger(id)
  const open = () =>
    void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'productbatch', id }, search: { tab: 'ledger' } as never })
  return ledger.data ? <WaterfallChart steps={waterfall(ledger.data)} onOpen={open} /> : <Box sx={{ height: 150 }} />
}

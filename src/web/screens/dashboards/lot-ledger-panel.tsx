// The ledger waterfall of one lot, beside the others: the fullest first, any other by choosing it.

import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { listParams } from '#web/api/list-query.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useLedger } from '../productbatch/queries.ts'
import { waterfall } from '../productbatch/waterfall.ts'
import { WaterfallChart } from '../productbatch/waterfall-chart.tsx'

const mostLots = 20

export function LotLedgerPanel() {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data } = useQuery<ListAnswer, ApiProblem>({
    queryKey: [...keys.list(operator, 'productbatch', { sort: '-onHandKg' }), 'waterfall'],
    queryFn: ({ signal }) =>
      call<ListAnswer>(entityPath(operator, 'productbatch'), { signal, query: listParams({ sort: '-onHandKg' }, { limit: String(mostLots) }) }),
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const lots = data?.items ?? []
  const lot = lots.find(({ id }) => id === chosen) ?? lots[0]
  if (!lot) return null
  return (
    <Panel
      title={t('Where the kilograms went')}
      action={
        <TextField select size="small" variant="standard" label="" aria-label={t('Lot')} value={lot.id} onChange={({ target }) => setChosen(target.value)}>
          {lots.map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      }
    >
      <Waterfall id={lot.id} />
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

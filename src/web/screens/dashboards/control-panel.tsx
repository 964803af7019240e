// The control chart of one line: each run against the usual band, mean ± 2σ of its own history, and the rolling mean of 30 runs (BR-10).
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunHistory } from '#domain/chain/chain-reports.ts'
import type { LineSummary } from '#domain/processing/processing-summary-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LineHistory, useOpenRun } from '../processingsystem/line-history.tsx'

export function ControlPanel({ lines }: { lines: readonly LineSummary[] }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const charted = lines.filter(({ runs, norm }) => runs > 0 && norm)
  const [chosen, setChosen] = useState<string | null>(null)
  const line = charted.find(({ id }) => id === chosen) ?? charted.toSorted((one, other) => other.runs - one.runs)[0]
  const { data } = useQuery<RunHistory, ApiProblem>({
    queryKey: [...keys.one(operator, 'processingsystem', line?.id ?? ''), 'run-history'],
    queryFn: ({ signal }) => call<RunHistory>(entityPath(operator, 'processingsystem', line?.id ?? '', 'run-history'), { signal }),
    enabled: line !== undefined,
  })
  const openRun = useOpenRun(operator, line?.id ?? '')
  if (!line) return null
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TextField
        select
        size="small"
        label={t('Line')}
        value={line.id}
        onChange={({ target }) => setChosen(target.value)}
        sx={{ maxWidth: 360, bgcolor: '#fff' }}
      >
        {charted.map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {data ? <LineHistory answer={data} now={null} onOpen={openRun} /> : <Box sx={{ height: 230 }} />}
    </Box>
  )
}

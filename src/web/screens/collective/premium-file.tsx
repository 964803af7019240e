// A premium's list out of a file: read by the server, which names the line of each fault; what it holds is then chosen as if it had been ticked.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { PremiumFile as Answer } from '#domain/people/premium-answer.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'

type Props = { groupId: string; seasonId: string; perKg: number; onRead: (kilograms: ReadonlyMap<string, number>) => void }

export function PremiumFile({ groupId, seasonId, perKg, onRead }: Props) {
  const { t } = useTranslation()
  const operator = useOperator()
  const [isReading, setReading] = useState(false)
  const [faults, setFaults] = useState<readonly string[]>([])
  const read = async (file: File) => {
    setReading(true)
    setFaults([])
    try {
      const text = await file.text()
      const { list } = await call<Answer>(entityPath(operator, 'collective', groupId, 'premium-list'), { method: 'POST', body: { seasonId, perKg, text } })
      onRead(new Map(list.map(({ farmerId, kg }) => [farmerId, kg])))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const named = error.fields?.map((one) => t(one)) ?? []
      setFaults(named.length ? named : [t(error)])
    } finally {
      setReading(false)
    }
  }
  return (
    <Box sx={{ mb: 1 }}>
      <Button component="label" size="small" variant="outlined" color="inherit" loading={isReading}>
        {t('List out of a file')}
        <input
          hidden
          type="file"
          accept=".csv,text/csv"
          aria-label={t('List out of a file')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file, corrected, may be chosen again.
            target.value = ''
            if (file) void read(file)
          }}
        />
      </Button>
      <Box component="span" sx={{ ml: 1, fontSize: 13, color: 'text.secondary' }}>
        {t('CSV with the columns member_no and kg.')}
      </Box>
      {faults.length > 0 ? (
        <Alert severity="error" sx={{ mt: 1 }}>
          {faults.map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        </Alert>
      ) : null}
    </Box>
  )
}

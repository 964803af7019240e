// A premium's list out of a file: read by the server, which names the line of each fault; what it holds is then chosen as if it had been ticked.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { encodingOf, notInUtf8 } from '#domain/exchange/text-file.ts'
import type { PremiumFile as Answer } from '#domain/people/premium-answer.ts'
import { ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'

type Props = { groupId: string; seasonId: string; perKg: number; onRead: (kilograms: ReadonlyMap<string, number>) => void }

/** Null: it is in another encoding than Farmbook reads. Throws what the browser does where the file is not there any more. */
async function textOf(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export function PremiumFile({ groupId, seasonId, perKg, onRead }: Props) {
  const { t } = useTranslation()
  const operator = useOperator()
  const [isReading, setReading] = useState(false)
  const [faults, setFaults] = useState<readonly string[]>([])
  const read = async (file: File) => {
    setReading(true)
    setFaults([])
    try {
      const text = await textOf(file)
      if (text === null) return setFaults([t(notInUtf8)])
      const { list } = await call<Answer>(entityPath(operator, 'collective', groupId, 'premium-list'), { method: 'POST', body: { seasonId, perKg, text } })
      onRead(new Map(list.map(({ farmerId, kg }) => [farmerId, kg])))
    } catch (error) {
      // What is no answer of the server is a file that cannot be read any more: it was moved, or a key was drawn.
      if (!(error instanceof ApiProblem)) return setFaults([t('The file cannot be read any more: choose it again.')])
      const named = error.fields?.map((one) => t(one)) ?? []
      setFaults(named.length ? named : [t(error)])
    } finally {
      setReading(false)
    }
  }
  return (
    <Box sx={{ mb: 1 }}>
      <Button component="label" size="small" variant="outlined" color="inherit" loading={isReading}>
        {t('List from a file')}
        <input
          hidden
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label={t('List from a file')}
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

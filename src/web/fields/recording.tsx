// A spoken instruction where its step is shown: fetched when somebody wants to hear it, and played in place with the browser's own controls. Fetched with the first
// page that has one.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiProblem } from '#web/api/client.ts'
import { fetchFile, useAddressOf } from '#web/api/files.ts'
import { useOperator } from '#web/api/operator.ts'
import { PlayArrowOutlined as Play } from '#web/icons/play-arrow-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'

/** `of`: what is explained, for those who do not see where the button stands. */
export function Recording({ id, of }: { id: string; of: string }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const [isWanted, setWanted] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['file', operator, id],
    enabled: isWanted,
    // What a file is never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => fetchFile(operator, id),
  })
  const address = useAddressOf(data)
  if (address)
    return (
      <Box
        component="audio"
        controls
        autoPlay
        src={address}
        aria-label={t('Spoken instruction: {{step}}', { step: of })}
        sx={{ height: 40, maxWidth: '100%' }}
      />
    )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<Play />}
        loading={isWanted && !error}
        aria-label={t('Listen: {{step}}', { step: of })}
        onClick={() => (error ? void refetch() : setWanted(true))}
      >
        {t('Listen')}
      </Button>
      {error ? (
        <Box role="alert" sx={{ color: 'error.main', fontSize: 13 }}>
          {t('The file could not be fetched. {{reason}}', { reason: t(asApiProblem(error)) })}
        </Box>
      ) : null}
    </Box>
  )
}

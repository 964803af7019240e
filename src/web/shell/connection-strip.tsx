// Said above a private page while the server does not answer what became of the session: nobody is signed out by bad reception,
// and what is typed stays. It goes by itself as soon as the server answers.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ComponentType, lazy, Suspense, useContext, useSyncExternalStore } from 'react'
import { onOutboxChange, unsentCount } from '#web/api/outbox/store.ts'
import { CloudOffOutlined as CloudOff } from '#web/icons/cloud-off-outlined.ts'
import { fetchWords } from '#web/locales/i18n.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { AccessContext } from '#web/session/use-access.ts'
import { useUser } from '#web/session/use-user.ts'

const againMs = 30_000
// With its words. Where it cannot be fetched the page goes on without it, and it is fetched again: it is what sends.
const fetchStrip = async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await Promise.all([import('#web/engine/outbox/outbox-strip.tsx'), ...fetchWords()]))[0].OutboxStrip }
  } catch {
    await new Promise((resolve) => setTimeout(resolve, againMs))
    return fetchStrip()
  }
}
const OutboxStrip = lazy(fetchStrip)

export function ConnectionStrip() {
  const { t } = useTranslation()
  const { isOffline, lookAgain } = useContext(AccessContext)
  const { id } = useUser()
  const unsent = useSyncExternalStore(onOutboxChange, () => unsentCount(id))
  // The place is there before it is filled, or its first words would not be read aloud.
  return (
    <Box role="status">
      <Suspense fallback={null}>{unsent > 0 ? <OutboxStrip /> : null}</Suspense>
      {isOffline ? (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            mb: 2,
            p: '8px 16px',
            borderRadius: 1,
            bgcolor: 'tone.pending.soft',
            color: 'tone.pending.ink',
            fontSize: 14,
            lineHeight: '20px',
          }}
        >
          <CloudOff aria-hidden sx={{ fontSize: 20 }} />
          <Box component="span" sx={{ flex: '1 1 240px' }}>
            {t('There is no connection to the server. You stay signed in; this page looks again by itself.')}
          </Box>
          <Button size="small" variant="outlined" color="inherit" onClick={lookAgain}>
            {t('Look again')}
          </Button>
        </Box>
      ) : null}
    </Box>
  )
}

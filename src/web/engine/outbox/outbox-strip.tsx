// Above each page while something that was entered here is not sent: how much, what was refused, and the way to it. It also does the sending.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useLocation } from '@tanstack/react-router'
import { useOperator } from '#web/api/operator.ts'
import { CloudOffOutlined as CloudOff } from '#web/icons/cloud-off-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { useFlushing } from './use-flushing.ts'
import { useOutbox } from './use-outbox.ts'

export function OutboxStrip() {
  const { t } = useTranslation()
  const operator = useOperator()
  // The page that lists it has its own button, and is where the other leads.
  const isThere = useLocation({ select: ({ pathname }) => pathname.endsWith('/waiting-to-be-sent') })
  const items = useOutbox() ?? []
  const { flush, isSending } = useFlushing({ automatically: true })
  const waiting = items.filter(({ state }) => state === 'WAITING').length
  const refused = items.filter(({ state }) => state === 'REFUSED').length
  if (waiting + refused === 0) return null
  const tone = refused > 0 ? 'error' : 'pending'
  return (
    <Box
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2, p: '8px 16px', borderRadius: 1 },
        ...{ bgcolor: `tone.${tone}.soft`, color: `tone.${tone}.ink`, fontSize: 14, lineHeight: '20px' },
      }}
    >
      <CloudOff aria-hidden sx={{ fontSize: 20 }} />
      <Box component="span" sx={{ flex: '1 1 240px' }}>
        {[
          waiting > 0 ? t('Stored on this device, waiting to be sent: {{count}}.', { count: waiting }) : '',
          refused > 0 ? t('Refused by the server: {{count}}.', { count: refused }) : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </Box>
      {waiting > 0 && !isThere ? (
        <Button size="small" variant="outlined" color="inherit" loading={isSending} onClick={flush}>
          {t('Send now')}
        </Button>
      ) : null}
      {isThere ? null : (
        <LinkButton size="small" variant="outlined" color="inherit" to="/private/farmbook/$operator/waiting-to-be-sent" params={{ operator }}>
          {t('Show')}
        </LinkButton>
      )}
    </Box>
  )
}

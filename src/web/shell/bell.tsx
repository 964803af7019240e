// The bell of the frame: how much is unread, followed live, and the way to the inbox. What is critical says so at once.

import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { InboxSummary } from '#domain/notifications/inbox-answer.ts'
import { inboxKey, refreshInbox, useInboxSummary } from '#web/api/inbox.ts'
import { useOperator } from '#web/api/operator.ts'
import { NotificationsNoneOutlined as Bell } from '#web/icons/notifications-none-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkIconButton } from '#web/ui/links.tsx'

const CriticalToast = lazy(async () => ({ default: (await import('./critical-toast.tsx')).CriticalToast }))
const most = 99

export function NotificationBell() {
  const { t } = useTranslation()
  const operator = useOperator()
  const summary = useInboxSummary()
  const arrived = useFollowedInbox()
  const unread = summary?.unread ?? 0
  // The name says what the badge shows (WCAG 2.5.3).
  const shown = unread > most ? `${most}+` : String(unread)
  const words = unread > 0 ? t('Notifications, {{number}} unread', { number: shown }) : t('Notifications')
  return (
    <>
      <LinkIconButton to="/private/farmbook/$operator/notifications/list" params={{ operator }} aria-label={words} title={words} sx={{ position: 'relative' }}>
        <Bell />
        {unread > 0 ? (
          <Box
            component="span"
            aria-hidden
            sx={{
              position: 'absolute',
              top: 'calc(50% - 17px)',
              right: 0,
              minWidth: 16,
              height: 16,
              px: '3px',
              borderRadius: '10px',
              border: '2px solid',
              borderColor: 'background.paper',
              bgcolor: summary?.critical ? 'tone.error.ink' : 'brand.ink',
              color: '#fff',
              fontSize: 11,
              fontWeight: 600,
              lineHeight: '12px',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {shown}
          </Box>
        ) : null}
      </LinkIconButton>
      <Suspense fallback={null}>{arrived ? <CriticalToast key={arrived.id} notice={arrived} /> : null}</Suspense>
    </>
  )
}

/** Follows the inbox while the frame stands; answers the last critical notification that came meanwhile. */
function useFollowedInbox(): InboxSummary['newest'] {
  const client = useQueryClient()
  const { id } = useUser()
  const [arrived, setArrived] = useState<InboxSummary['newest']>(null)
  useEffect(() => {
    const end = new AbortController()
    const hear = (summary: InboxSummary) => {
      if (end.signal.aborted) return
      const before = client.getQueryData<InboxSummary>(inboxKey)
      client.setQueryData(inboxKey, summary)
      if (!before || JSON.stringify(before) === JSON.stringify(summary)) return
      void refreshInbox(client)
      if (summary.newest?.severity === 'CRITICAL' && summary.newest.id !== before.newest?.id && summary.unread > before.unread) setArrived(summary.newest)
    }
    void import('#web/api/inbox-stream.ts').then(({ followInbox }) => followInbox(id, hear, end.signal))
    return () => end.abort()
  }, [client, id])
  return arrived
}

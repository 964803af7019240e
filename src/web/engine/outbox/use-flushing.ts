// Sends what is stored on this device: at once, when the network is back, when the page is looked at again, every half minute, and when its person wants it.
// Background Sync is not relied on: Safari has none.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushOutbox } from '#web/api/outbox/flush.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { showToast } from '#web/ui/toasts.tsx'

const everyMs = 30_000

/** `automatically`: without being asked, too; one place of a page does. `flush` says where the server is not reached. */
export function useFlushing({ automatically }: { automatically: boolean }): { flush: () => void; isSending: boolean } {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id: owner } = useUser()
  const current = useRef<string | null>(owner)
  current.current = owner
  const [isSending, setSending] = useState(false)
  const run = useCallback(
    async (byHand: boolean) => {
      if (owner === '') return
      if (byHand) setSending(true)
      const flushed = await flushOutbox(owner, () => current.current === owner).catch(() => null)
      if (byHand) setSending(false)
      if (!flushed) {
        if (byHand) showToast({ severity: 'info', message: t('It is being sent already.') })
        return
      }
      // An event may touch anything that is on the screen.
      if (flushed.sent > 0) {
        showToast({ severity: 'success', message: t('Sent: {{count}}', { count: flushed.sent }) })
        await client.invalidateQueries()
      } else if (byHand && flushed.isOther)
        showToast({ severity: 'warning', message: t('Somebody else is signed in in this browser, or nobody. It stays stored until you sign in again.') })
      else if (byHand && flushed.isSilent) showToast({ severity: 'warning', message: t('The server was not reached. It stays stored on this device.') })
    },
    [owner, client, t],
  )
  useEffect(
    () => () => {
      // A page that is left sends nothing more; the next one does.
      current.current = null
    },
    [],
  )
  useEffect(() => {
    if (!automatically) return
    const begin = () => void run(false)
    const whenSeen = () => {
      if (document.visibilityState === 'visible') begin()
    }
    begin()
    const timer = setInterval(begin, everyMs)
    addEventListener('online', begin)
    addEventListener('focus', begin)
    document.addEventListener('visibilitychange', whenSeen)
    return () => {
      clearInterval(timer)
      removeEventListener('online', begin)
      removeEventListener('focus', begin)
      document.removeEventListener('visibilitychange', whenSeen)
    }
  }, [automatically, run])
  return { flush: () => void run(true), isSending }
}

// Something critical came while somebody works: one sentence at the edge. Fetched when the first one comes.
import { useEffect } from 'react'
import type { InboxSummary } from '#domain/notifications/inbox-answer.ts'

import { useSentence } from '#web/format/use-sentence.ts'
import { showToast } from '#web/ui/toasts.tsx'

export function CriticalToast({ notice }: { notice: NonNullable<InboxSummary['newest']> }) {
  const sentence = useSentence()
  // Once for each: whoever shows it gives each a key of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is no other notification
  useEffect(() => showToast({ severity: 'warning', message: sentence(notice) }), [])
  return null
}

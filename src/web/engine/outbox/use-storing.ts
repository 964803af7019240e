// A form of what may be entered without a network: it is stored on this device before it is sent, under the id and key with which it is tried, and stays there
// when no answer comes.
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { useOperator } from '#web/api/operator.ts'
import { isUnreached } from '#web/api/outbox/outcome.ts'
import type { NewItem, OutboxItem } from '#web/api/outbox/store.ts'
import { tryItem } from '#web/api/outbox/trying.ts'
import { useUser } from '#web/session/use-user.ts'

/** The pages that are needed without a network are fetched while there is one. */
const fetchAhead = () => Promise.all([import('./outbox-strip.tsx'), import('./outbox-page.tsx')]).catch(() => undefined)

/** `isOn`: of this kind of record or event. `draft`: of the form, which goes when it is stored. `former`: what is corrected. */
export function useStoring(isOn: boolean, draft: { forget: () => void; again?: () => void }, former: OutboxItem | undefined) {
  const { id: owner } = useUser()
  const operator = useOperator()
  const [stored, setStored] = useState<OutboxItem | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  /** Sent or stored: leaving needs no question. */
  const isDone = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    if (isOn) void fetchAhead()
    return () => {
      isOpen.current = false
    }
  }, [isOn])
  const isReady = isOn && owner !== ''
  /** Sends what may be stored. */
  const attempt = async <A>(item: Omit<NewItem, 'operator' | 'capturedAt'>, send: () => Promise<A>): Promise<A> => {
    let isStored = false
    setProblem(null)
    try {
      return await tryItem(owner, { ...item, operator, capturedAt: new Date().toISOString() }, former !== undefined, send, {
        onStored: () => {
          isStored = true
          draft.forget()
        },
        onAnswer: () => {
          isDone.current = true
          draft.forget()
        },
        onWaiting: (waiting) => {
          isDone.current = true
          draft.forget()
          setStored(waiting)
        },
        onNotStored: ({ isFull }) => {
          const message = isFull
            ? /* i18n */ 'There is no connection to the server, and no room left on this device.'
            : /* i18n */ 'There is no connection to the server, and this browser stores nothing here.'
          setProblem(new ApiProblem('OFFLINE', 0, message))
        },
        isOpen: () => isOpen.current,
      })
    } catch (error) {
      // What the server refused is in the form alone again.
      if (isStored && !isDone.current && isOpen.current) draft.again?.()
      throw error
    }
  }
  /** What the form shows of a try that failed. */
  const shown = (failed: ApiProblem | null): ApiProblem | null => (failed && isReady && isUnreached(failed) ? problem : failed)
  return { isOn: isReady, filesOf: isReady ? owner : undefined, stored, attempt, shown, isDone }
}

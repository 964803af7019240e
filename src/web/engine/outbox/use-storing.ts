// A form that the server could not be reached for: what it holds is stored on this device and sent later, under the id and key with which it was tried, so that
// a try whose answer was lost is not done twice.
import { useEffect, useState } from 'react'
import { ApiProblem } from '#web/api/client.ts'
import { useOperator } from '#web/api/operator.ts'
import { type NewItem, NotStored, type OutboxItem, storeItem } from '#web/api/outbox/store.ts'
import { useUser } from '#web/session/use-user.ts'

/** The pages that are needed without a network are fetched while there is one. */
const fetchAhead = () => Promise.all([import('./outbox-strip.tsx'), import('./outbox-page.tsx')]).catch(() => undefined)

/** `isOn`: of this kind of record or event. */
export function useStoring(isOn: boolean) {
  const { id: owner } = useUser()
  const operator = useOperator()
  const [opened] = useState(() => new Date().toISOString())
  const [stored, setStored] = useState<OutboxItem | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  useEffect(() => {
    if (isOn) void fetchAhead()
  }, [isOn])
  /** True: it is stored. False: `problem` says why it could not be; what was entered is still in the form. */
  const store = async (item: Omit<NewItem, 'operator' | 'capturedAt'>): Promise<boolean> => {
    try {
      setStored(await storeItem(owner, { ...item, operator, capturedAt: new Date().toISOString() }))
      setProblem(null)
      return true
    } catch (error) {
      const isFull = error instanceof NotStored && error.isFull
      setProblem(
        new ApiProblem(
          'OFFLINE',
          0,
          isFull
            ? /* i18n */ 'There is no connection to the server, and no room left on this device.'
            : /* i18n */ 'There is no connection to the server, and this browser stores nothing here.',
        ),
      )
      return false
    }
  }
  return { isOn: isOn && owner !== '', owner, opened, stored, problem, store }
}

// What the person signed in has stored on this device, as it is now: read anew whenever any tab stores, sends or deletes something.
import { useEffect, useState } from 'react'
import { type OutboxItem, onOutboxChange, readOutbox } from '#web/api/outbox/store.ts'
import { useUser } from '#web/session/use-user.ts'

/** Null until it has been read. */
export function useOutbox(): readonly OutboxItem[] | null {
  const { id: owner } = useUser()
  const [read, setRead] = useState<{ owner: string; items: readonly OutboxItem[] } | null>(null)
  useEffect(() => {
    let isOver = false
    const look = () =>
      readOutbox(owner).then(
        (items) => {
          if (!isOver) setRead({ owner, items })
        },
        () => {
          if (!isOver) setRead({ owner, items: [] })
        },
      )
    void look()
    const end = onOutboxChange(() => void look())
    return () => {
      isOver = true
      end()
    }
  }, [owner])
  // Of the person before nothing is shown, not even for a moment.
  return read?.owner === owner ? read.items : null
}

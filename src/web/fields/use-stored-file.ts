// A file that is on this device alone, for whoever shows it.
import { useEffect, useState } from 'react'
import { readStoredFile } from '#web/api/outbox/files.ts'

type Found = Awaited<ReturnType<typeof readStoredFile>>

/** Undefined until it has been looked up; null: it is not here, or it is not this person's. */
export function useStoredFile(owner: string, id: string | null): Found | undefined {
  const isWanted = owner !== '' && id !== null
  const [found, setFound] = useState<{ id: string; owner: string; file: Found } | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const found = (file: Found) => {
      if (!isOver) setFound({ id, owner, file })
    }
    readStoredFile(owner, id).then(found, () => found(null))
    return () => {
      isOver = true
    }
  }, [isWanted, owner, id])
  if (!isWanted) return null
  return found?.id === id && found.owner === owner ? found.file : undefined
}

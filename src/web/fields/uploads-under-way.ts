// Files of a form that are on their way: whoever sends one adds it here, and saving waits for all of them instead of being refused.
// What failed is then refused at its field.
import { createContext, useEffect, useRef, useState } from 'react'

/** Each ends when its file is stored, has failed or was taken out. */
type UploadsUnderWay = Set<Promise<void>>
export const UploadsContext = createContext<UploadsUnderWay | null>(null)

/** Those, too, that begin while the others are waited for. */
async function ended(underWay: UploadsUnderWay): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay)
}

/** `underWay`: the value of the context around the form's editors. `afterUploads`: saves, at once where nothing is on its way. */
export function useUploadsFirst(save: () => void) {
  const [underWay] = useState<UploadsUnderWay>(() => new Set())
  const [stage, setStage] = useState<'idle' | 'waiting' | 'ended'>('idle')
  // What is saved is what the form says then, not when the button was pressed; a form that was left saves nothing.
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (stage !== 'ended') return
    setStage('idle')
    latest.current()
  }, [stage])
  const afterUploads = (): void => {
    if (stage !== 'idle') return
    if (underWay.size === 0) latest.current()
    else {
      setStage('waiting')
      void ended(underWay).then(() => setStage('ended'))
    }
  }
  return { underWay, isWaiting: stage === 'waiting', afterUploads }
}

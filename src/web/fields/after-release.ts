// Leaving a field may add or take away a line under it. While a pointer is down that moves what the person is about to press from under
// it, and the click is lost; so it waits until the pointer is up and the click has reached its target.
import { useEffect, useRef } from 'react'

let isDown = false
const ups = ['pointerup', 'pointercancel'] as const
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isDown = true), { capture: true })
  for (const up of ups) window.addEventListener(up, () => (isDown = false), { capture: true })
}

function afterRelease(run: () => void): void {
  if (!isDown) {
    run()
    return
  }
  const release = () => {
    for (const up of ups) window.removeEventListener(up, release)
    setTimeout(run)
  }
  for (const up of ups) window.addEventListener(up, release)
}

/** `run` once no pointer is down; not at all if what was pressed took the field away. */
export function useAfterRelease(run: () => void): () => void {
  const latest = useRef<(() => void) | null>(run)
  useEffect(() => {
    latest.current = run
    return () => {
      latest.current = null
    }
  }, [run])
  return () => afterRelease(() => latest.current?.())
}

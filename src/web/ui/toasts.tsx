// Short messages at the edge. Each carries a severity, stays 15 seconds, and is not closed by a click
// elsewhere: what was said while somebody clicked must still be readable.
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { Toast } from './toast-bar.tsx'

/** Specification, section 9: toasts hide by themselves after 15 seconds. */
export const toastMilliseconds = 15_000

type Shown = Toast & { id: number }

let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()
const set = (next: readonly Shown[]) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message; several wait in line, but what is done now makes what was done before it old news. May be called from anywhere, also outside React. */
export function showToast(toast: Toast): void {
  lastId += 1
  // Saying the same twice helps nobody.
  if (shown.some((one) => one.message === toast.message)) return
  const others = toast.severity === 'success' ? shown.filter((one) => one.severity !== 'success' || one.action) : shown
  set([...others, { ...toast, id: lastId }])
}
const close = (id: number) => set(shown.filter((one) => one.id !== id))

const fetchBar = () => import('./toast-bar.tsx')
const ToastBar = lazy(async () => ({ default: (await fetchBar()).ToastBar }))

export function Toasts() {
  const [first] = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  useEffect(() => {
    // Behind the first drawing, and before it is needed: a message may be about the lost connection.
    fetchBar().catch(() => undefined)
  }, [])
  if (!first) return null
  return (
    <Suspense fallback={null}>
      <ToastBar key={first.id} toast={first} milliseconds={toastMilliseconds} onClose={() => close(first.id)} />
    </Suspense>
  )
}

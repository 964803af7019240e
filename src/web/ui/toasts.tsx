// Short messages at the edge. Each carries a severity, stays 15 seconds, and is not closed by a click
// elsewhere: what was said while somebody clicked must still be readable.
import Alert, { type AlertColor } from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useSyncExternalStore } from 'react'

/** Specification, section 9: toasts hide by themselves after 15 seconds. */
export const toastMilliseconds = 15_000

export type Toast = { severity: AlertColor; message: string; action?: { label: string; run: () => void } }
type Shown = Toast & { id: number }

let shown: readonly Shown[] = []
let lastId = 0
const listeners = new Set<() => void>()
const set = (next: readonly Shown[]) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message; several wait in line. May be called from anywhere, also outside React. */
export function showToast(toast: Toast): void {
  lastId += 1
  // Saying the same twice helps nobody.
  if (shown.some((one) => one.message === toast.message)) return
  set([...shown, { ...toast, id: lastId }])
}
const close = (id: number) => set(shown.filter((one) => one.id !== id))

export function Toasts() {
  const [first] = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
  if (!first) return null
  return (
    <Snackbar
      key={first.id}
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      autoHideDuration={toastMilliseconds}
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') close(first.id)
      }}
      sx={{ mb: { xs: 'calc(60px + env(safe-area-inset-bottom))', sm: 0 } }}
    >
      <Alert
        severity={first.severity}
        variant="filled"
        onClose={() => close(first.id)}
        sx={{ alignItems: 'center', maxWidth: 560 }}
        {...(first.action
          ? {
              action: (
                <Button
                  size="small"
                  color="inherit"
                  onClick={() => {
                    first.action?.run()
                    close(first.id)
                  }}
                >
                  {first.action.label}
                </Button>
              ),
            }
          : {})}
      >
        {first.message}
      </Alert>
    </Snackbar>
  )
}

// One message at the bottom edge. A file of its own: pages are drawn before it has arrived.
import Alert, { type AlertColor } from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { measures } from '#web/theme/tokens.ts'

export type Toast = { severity: AlertColor; message: string; action?: { label: string; run: () => void } }

export function ToastBar({ toast: { severity, message, action }, milliseconds, onClose }: { toast: Toast; milliseconds: number; onClose: () => void }) {
  return (
    <Snackbar
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      autoHideDuration={milliseconds}
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') onClose()
      }}
      // On a phone above the page's one action, which must stay within reach while this is read.
      sx={{ mb: { xs: `calc(${measures.bottomBar + measures.buttonPhone + 16}px + env(safe-area-inset-bottom))`, sm: 0 } }}
    >
      <Alert
        severity={severity}
        variant="filled"
        onClose={onClose}
        sx={{ alignItems: 'center', maxWidth: 560 }}
        {...(action
          ? {
              action: (
                <Button
                  size="small"
                  color="inherit"
                  onClick={() => {
                    action.run()
                    onClose()
                  }}
                >
                  {action.label}
                </Button>
              ),
            }
          : {})}
      >
        {message}
      </Alert>
    </Snackbar>
  )
}

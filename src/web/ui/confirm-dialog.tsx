// A question before something is lost or decided. What cannot be undone asks for a typed word.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'

type ConfirmDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  confirm: string
  cancel?: string
  /** Must be typed before the button works. */
  typed?: string
  dangerous?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({ open, title, children, confirm, cancel, typed, dangerous = false, busy = false, onConfirm, onCancel }: ConfirmDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [word, setWord] = useState('')
  const blocked = typed !== undefined && word.trim() !== typed
  return (
    <Dialog open={open} onClose={onCancel} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Typography component="div" color="textSecondary">
          {children}
        </Typography>
        {typed === undefined ? null : (
          <TextField
            sx={{ mt: 2 }}
            label={t('Type {{word}} to confirm', { word: typed })}
            value={word}
            onChange={(event) => setWord(event.target.value)}
            autoComplete="off"
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onCancel}>
          {cancel ?? t('Cancel')}
        </Button>
        <Button variant="contained" color={dangerous ? 'error' : 'primary'} disabled={blocked || busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

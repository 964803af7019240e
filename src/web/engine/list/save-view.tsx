// Asks for the name under which a person keeps what a list shows now.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'

export function SaveView({ onSave, onCancel }: { onSave: (name: string) => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  return (
    <Dialog open onClose={onCancel} fullWidth maxWidth="xs" aria-labelledby="save-view">
      <DialogTitle id="save-view">{t('Save view')}</DialogTitle>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (name) onSave(name)
        }}
      >
        <DialogContent>
          <TextField
            autoFocus
            label={t('Name of the view')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            helperText={t('Keeps search, filters and order on this device.')}
            slotProps={{ htmlInput: { maxLength: 40 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!name}>
            {t('Save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

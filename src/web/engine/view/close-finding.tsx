// Closing a finding: why, and in one's own words what was decided.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import type { Flag } from '#web/api/answers.ts'
import { type ClosingReason, useCloseFinding } from '#web/api/mutations.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { Refusal } from '../refusal.tsx'

const reasons: Record<ClosingReason, string> = {
  CORRECTED: /* said */ 'Corrected',
  ACCEPTED: /* said */ 'Accepted as an exception',
  NO_ISSUE: /* said */ 'Checked: nothing is wrong',
}

export function CloseFinding({ entity, id, flag }: { entity: string; id: string; flag: Flag & { id: string } }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" onClick={() => setOpen(true)} sx={{ mt: 0.5 }}>
        {t('Close finding')}
      </Button>
      {open ? (
        <Dialog open onClose={() => setOpen(false)} maxWidth="sm" fullWidth aria-labelledby={titleId}>
          <DialogTitle id={titleId}>{t('Close finding')}</DialogTitle>
          <ClosingForm entity={entity} id={id} flag={flag} onClose={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  )
}

function ClosingForm({ entity, id, flag, onClose }: { entity: string; id: string; flag: Flag & { id: string }; onClose: () => void }) {
  const { t } = useTranslation()
  const close = useCloseFinding(entity, id, flag.id)
  const [reason, setReason] = useState<ClosingReason>('CORRECTED')
  const [note, setNote] = useState('')
  const [isRequested, setIsRequested] = useState(false)
  const isNoteNeeded = flag.severity === 'REVIEW'
  const isMissing = isNoteNeeded && note.trim() === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setIsRequested(true)
    if (isMissing) return
    close.mutate(
      { reason, ...(note.trim() ? { note: note.trim() } : {}) },
      {
        onSuccess: () => {
          showToast({ severity: 'success', message: t('The finding is closed.') })
          onClose()
        },
      },
    )
  }
  return (
    <form onSubmit={send} noValidate>
      <DialogContent sx={{ pt: 0 }}>
        {close.error ? <Refusal problem={close.error} /> : null}
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {t(flag)}
        </Typography>
        <RadioGroup value={reason} onChange={(_, value) => setReason(value as ClosingReason)} aria-label={t('Why it is closed')}>
          {Object.entries(reasons).map(([value, label]) => (
            <FormControlLabel key={value} value={value} control={<Radio />} label={t(label)} />
          ))}
        </RadioGroup>
        <TextField
          sx={{ mt: 1 }}
          label={t('What was decided')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          required={isNoteNeeded}
          error={isRequested && isMissing}
          helperText={isRequested && isMissing ? t('Please fill this in.') : ''}
          slotProps={{ htmlInput: { maxLength: 500 } }}
          multiline
          minRows={2}
          fullWidth
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={close.isPending}>
          {t('Close finding')}
        </Button>
      </DialogActions>
    </form>
  )
}

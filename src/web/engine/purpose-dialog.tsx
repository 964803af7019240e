// Asks what the personal data of a file are for before it is made (BR-35); the last answer on this device is chosen already.

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
import { useId, useState } from 'react'
import { type ChosenPurpose, type ExportPurpose, exportPurposes, longestPurposeNote } from '#domain/people/export-purposes.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { lastPurpose, rememberPurpose } from './last-purpose.ts'

const isPurpose = (text: string): text is ExportPurpose => Object.hasOwn(exportPurposes, text)

export function PurposeDialog({ onChosen, onCancel }: { onChosen: (purpose: ChosenPurpose) => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [last] = useState(lastPurpose)
  const [purpose, setPurpose] = useState<ExportPurpose | ''>(last?.purpose ?? '')
  const [note, setNote] = useState(last?.purposeNote ?? '')
  const words = note.trim()
  const isComplete = purpose !== '' && (purpose !== 'OTHER' || words !== '')
  const choose = () => {
    if (!isComplete) return
    const chosen = { purpose, ...(words ? { purposeNote: words } : {}) }
    rememberPurpose(chosen)
    onChosen(chosen)
  }
  return (
    <Dialog open onClose={onCancel} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{t('What is this file for?')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('It has personal data. That you took them out, and what for, stays in your history.')}
        </Typography>
        <form
          id={`${id}-form`}
          onSubmit={(event) => {
            event.preventDefault()
            choose()
          }}
        >
          <RadioGroup aria-labelledby={`${id}-title`} value={purpose} onChange={(_event, next) => setPurpose(isPurpose(next) ? next : '')}>
            {Object.entries(exportPurposes).map(([code, label]) => (
              <FormControlLabel key={code} value={code} control={<Radio />} label={t(label)} sx={{ minHeight: 44 }} />
            ))}
          </RadioGroup>
          <TextField
            fullWidth
            sx={{ mt: 1 }}
            label={purpose === 'OTHER' ? t('For what?') : t('More about it (optional)')}
            required={purpose === 'OTHER'}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: longestPurposeNote } }}
          />
        </form>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" form={`${id}-form`} variant="contained" disabled={!isComplete}>
          {t('Make the file')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

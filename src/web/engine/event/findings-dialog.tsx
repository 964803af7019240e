// After an event was recorded with findings: it is saved, and this is what was noticed.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import type { EventAnswer } from '#web/api/answers.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { FlagsPanel } from '../view/flags-panel.tsx'

export function FindingsDialog({ answer, label, onClose }: { answer: EventAnswer | null; label: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open={answer !== null} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="findings">
      <DialogTitle id="findings">{t('Recorded: {{event}}', { event: label })}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('It is saved. This was noticed and stays open until somebody settles it:')}
        </Typography>
        <FlagsPanel flags={answer?.findings ?? []} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('Understood')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

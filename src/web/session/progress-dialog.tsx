// 'Logging in...' and 'Logging out...' while it happens (specification section 2): modal, because nothing
// else makes sense meanwhile, and without a way to close it, because it ends by itself.
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

export function ProgressDialog({ progress }: { progress: 'in' | 'out' }) {
  const { t } = useTranslation()
  const words = progress === 'out' ? t('Logging out...') : t('Logging in...')
  return (
    <Dialog
      open
      aria-labelledby="session-progress"
      transitionDuration={{ enter: 120, exit: 0 }}
      slotProps={{ paper: { sx: { flexDirection: 'row', alignItems: 'center', gap: 2, p: 3, width: 'auto' } } }}
    >
      <CircularProgress size={24} aria-hidden sx={{ color: 'brand.ink' }} />
      <Typography id="session-progress" role="status">
        {words}
      </Typography>
    </Dialog>
  )
}

// What signing out takes with it, before it does: work that was never saved on this device, and, on every device, the API keys of the person
// where they want that. Fetched when there is something to ask.

import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** `drafts`: never saved here. `unsent`: stored on this device and not sent. `keys`: valid API keys that could end with it. */
export type Leaving = { drafts: number; unsent: number; keys: number }

export function LeaveDialog({ of: { drafts, unsent, keys }, onLeave, onStay }: { of: Leaving; onLeave: (endsKeys: boolean) => void; onStay: () => void }) {
  const { t } = useTranslation()
  const [endsKeys, setEndsKeys] = useState(false)
  const isLost = drafts + unsent > 0
  return (
    <ConfirmDialog
      open
      dangerous={isLost}
      title={isLost ? t('Sign out without your unsent work?') : t('Sign out on every device?')}
      confirm={isLost ? t('Sign out and delete') : t('Sign out')}
      cancel={t('Stay')}
      onConfirm={() => onLeave(endsKeys)}
      onCancel={onStay}
    >
      {unsent > 0 ? (
        <Typography component="p" sx={{ mb: drafts > 0 ? 1 : 0 }}>
          {t('Entered without a network and not sent yet: {{count}}. It is on this device alone, and signing out deletes it.', { count: unsent })}
        </Typography>
      ) : null}
      {drafts > 0
        ? t('Begun on this device and never saved: {{count}}. Signing out deletes it, so that the next person here does not find it.', { count: drafts })
        : null}
      {keys > 0 ? (
        <>
          <FormControlLabel
            sx={{ mt: isLost ? 2 : 0, color: 'text.primary' }}
            control={<Checkbox checked={endsKeys} onChange={(event) => setEndsKeys(event.target.checked)} />}
            label={t('End my valid API keys, too: {{count}}', { count: keys })}
          />
          <Typography variant="caption" component="div">
            {t('Do it when somebody else may know one. Programs that use them are refused from now on.')}
          </Typography>
        </>
      ) : null}
    </ConfirmDialog>
  )
}

// Stopping an import that waits or runs: what is in stays in, so it is asked once before.
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { type ImportJob, useCancelImport } from '#web/api/imports.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'

const ConfirmDialog = lazy(async () => ({ default: (await import('#web/ui/confirm-dialog.tsx')).ConfirmDialog }))

export function CancelImport({ operator, entity, job }: { operator: string; entity: string; job: ImportJob }) {
  const { t } = useTranslation()
  const [isRequested, setIsRequested] = useState(false)
  const cancelling = useCancelImport(operator, entity)
  const cancel = () => {
    setIsRequested(false)
    cancelling.mutate(job.id, { onError: (problem) => showToast({ severity: 'error', message: t(problem) }) })
  }
  // Nothing stands of a trial, or of what has not started.
  const asks = !job.isDryRun && job.state === 'RUNNING'
  return (
    <>
      <Button variant="outlined" color="inherit" size="small" loading={cancelling.isPending} onClick={asks ? () => setIsRequested(true) : cancel}>
        {t('Stop')}
      </Button>
      {isRequested ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title={t('Stop bringing in {{file}}?', { file: job.fileName })}
            confirm={t('Stop')}
            cancel={t('Go on')}
            onConfirm={cancel}
            onCancel={() => setIsRequested(false)}
          >
            {t('Rows that are in stay in. The others can be brought in later with the same file: what is there is recognised.')}
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </>
  )
}

// How an import stands: its progress while it runs, and afterwards its counts, the columns nobody knew, and the
// rows that came back.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { asApiProblem } from '#web/api/client.ts'
import { fetchRejects, type ImportJob } from '#web/api/imports.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { CancelImport } from './cancel-import.tsx'
import { ImportProblems } from './import-problems.tsx'
import { doneOf, newOrKnown, shareOf } from './recent-imports.tsx'

/** A bar with its sentence; `share` 0..1, unknown = it only moves. */
export function ImportProgress({ label, note, share }: { label: string; note?: string; share?: number }) {
  return (
    <Box sx={{ py: 3 }}>
      <Typography role="status" sx={{ fontWeight: 500, mb: 1, overflowWrap: 'anywhere' }}>
        {label}
      </Typography>
      <LinearProgress
        aria-label={label}
        sx={{ height: 8, borderRadius: 4 }}
        {...(share === undefined ? {} : { variant: 'determinate' as const, value: Math.round(share * 100) })}
      />
      {note ? (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 1 }}>
          {note}
        </Typography>
      ) : null}
    </Box>
  )
}

export function RunningImport({ entity, job, isCut }: { entity: AnyEntity; job: ImportJob; isCut: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const label =
    job.state === 'QUEUED'
      ? t('{{file}} waits for its turn', { file: job.fileName })
      : job.isDryRun
        ? t('Trying {{file}}', { file: job.fileName })
        : t('Bringing in {{file}}', { file: job.fileName })
  const rest = isCut ? t('No connection just now; looking again.') : t('You may close this. It goes on, and is found again here.')
  return (
    <>
      <ImportProgress label={label} note={`${doneOf(job, t, format)}. ${rest}`} {...(job.state === 'QUEUED' ? {} : { share: shareOf(job) })} />
      <CancelImport operator={operator} entity={entity.name} job={job} />
    </>
  )
}

export function ImportResult({ entity, job }: { entity: AnyEntity; job: ImportJob }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const [busy, setBusy] = useState(false)
  const problems = job.problems ?? []
  const rejected = problems.filter(({ outcome }) => outcome === 'REJECTED')
  const rejectedRows = new Set(rejected.map(({ row }) => row)).size
  const saveRejects = async () => {
    setBusy(true)
    try {
      saveAs(await fetchRejects(operator, entity.name, job.id), `${job.fileName.replace(/\.[a-z]+$/i, '')}-rejects.csv`)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' }, gap: 1, m: 0 }}>
        <Count label={t('Rows read')} value={format.number(job.rows)} />
        <Count
          label={job.isDryRun ? t('Good') : t('Brought in')}
          value={format.number(job.accepted)}
          ink={job.accepted > 0 ? 'tone.success.ink' : undefined}
          note={newOrKnown(job, t, format).join(', ')}
        />
        <Count label={t('Came back')} value={format.number(job.rejected)} ink={job.rejected > 0 ? 'tone.error.ink' : undefined} />
        <Count label={t('To look at')} value={format.number(job.flagged)} ink={job.flagged > 0 ? 'tone.pending.ink' : undefined} />
      </Box>
      {job.ignoredColumns.length > 0 ? (
        <Typography color="textSecondary" sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
          {t('Left out, because these columns are not known: {{columns}}', { columns: format.list(job.ignoredColumns) })}
        </Typography>
      ) : null}
      <ImportProblems title={t('Rows that came back')} heading={t('What is wrong')} problems={rejected} />
      {job.rejected > 0 ? (
        <Box sx={{ mt: 1.5 }}>
          {job.rejected > rejectedRows ? (
            <Typography color="textSecondary" sx={{ mb: 1 }}>
              {t('These are the first {{shown}} of {{total}} rows; all are in the file.', {
                shown: format.number(rejectedRows),
                total: format.number(job.rejected),
              })}
            </Typography>
          ) : null}
          <Button variant="outlined" color="inherit" startIcon={<Download />} loading={busy} loadingPosition="start" onClick={() => void saveRejects()}>
            {t('Download rejects.csv')}
          </Button>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 0.75 }}>
            {t('Your rows with what is wrong beside them. Mend them there and send that file.')}
          </Typography>
        </Box>
      ) : null}
      <ImportProblems
        title={job.isDryRun ? t('Good, with something to look at') : t('Brought in, with something to look at')}
        heading={t('What was noticed')}
        problems={problems.filter(({ outcome }) => outcome === 'FLAGGED')}
      />
    </>
  )
}

function Count({ label, value, note, ink }: { label: string; value: string; note?: string; ink?: string | undefined }) {
  return (
    <Box sx={{ p: 1.25, borderRadius: 1, border: '1px solid', borderColor: 'divider', minWidth: 0 }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Box sx={{ fontSize: 22, fontWeight: 600, lineHeight: 1.25, ...(ink ? { color: ink } : {}) }}>{value}</Box>
        {note ? (
          <Typography variant="caption" color="textSecondary">
            {note}
          </Typography>
        ) : null}
      </Box>
    </Box>
  )
}

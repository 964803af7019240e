// Long exports of this person: how far each is, stopping it, and saving its file while it is there.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { findEntity } from '#domain/entities.ts'
import type { ExportJob } from '#domain/exchange/export-answer.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { asApiProblem } from '#web/api/client.ts'
import { fetchExport, isMaking, useCancelExport, useOwnExports } from '#web/api/exports.ts'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'

/** Nothing is drawn where there is none. */
export function ExportsPanel() {
  const { t } = useTranslation()
  const { data = [] } = useOwnExports()
  if (data.length === 0) return null
  return (
    <Panel title={t('Exports')} note={t('Files are there for thirty days, for you alone.')} flush>
      {data.map((job) => (
        <Export key={job.id} job={job} />
      ))}
    </Panel>
  )
}

function Export({ job }: { job: ExportJob }) {
  const { t } = useTranslation()
  const format = useFormat()
  const cancelling = useCancelExport()
  const [busy, setBusy] = useState(false)
  const entity = findEntity(job.entity)
  const complain = (error: unknown) => showToast({ severity: 'error', message: t(asApiProblem(error)) })
  const save = async () => {
    setBusy(true)
    try {
      saveAs(await fetchExport(job), job.fileName)
    } catch (error) {
      complain(error)
    } finally {
      setBusy(false)
    }
  }
  const rows =
    job.state === 'RUNNING' && job.totalRows !== null
      ? t('{{done}} of {{total}} rows', { done: format.number(job.rows), total: format.number(job.totalRows) })
      : job.state === 'QUEUED'
        ? t('Waits for its turn')
        : t('{{number}} rows written', { number: format.number(job.rows) })
  const size = job.size === null ? [] : [job.size < 100_000 ? `${format.number(job.size / 1000, 1)} kB` : `${format.number(job.size / 1_000_000, 1)} MB`]
  return (
    <Box sx={{ px: 2, py: 1.5, '& + &': { borderTop: '1px solid', borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {job.fileName}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
            {[entity ? t(entity.plural) : job.entity, job.operator?.name, format.ago(job.createdAt)].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Box sx={{ flexShrink: 0 }}>
          <StatusChip {...stateOf(job)} />
        </Box>
      </Box>
      {job.state === 'RUNNING' ? (
        <LinearProgress
          aria-label={t('Writing {{file}}', { file: job.fileName })}
          sx={{ height: 8, borderRadius: 4, my: 1 }}
          {...(job.totalRows ? { variant: 'determinate' as const, value: Math.min(100, Math.round((100 * job.rows) / job.totalRows)) } : {})}
        />
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, mt: 0.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ minWidth: 0 }}>
          {job.message ? t(job) : [rows, ...size].join(' · ')}
        </Typography>
        {job.isReady ? (
          <Button variant="outlined" color="inherit" size="small" startIcon={<Download />} loading={busy} loadingPosition="start" onClick={() => void save()}>
            {t('Save the file')}
          </Button>
        ) : isMaking(job) ? (
          <Button variant="outlined" color="inherit" size="small" loading={cancelling.isPending} onClick={() => cancelling.mutate(job, { onError: complain })}>
            {t('Stop')}
          </Button>
        ) : null}
      </Box>
    </Box>
  )

  function stateOf({ state, isReady }: ExportJob): { label: string; tone: Tone } {
    if (state === 'QUEUED') return { label: t('Waiting'), tone: 'pending' }
    if (state === 'RUNNING') return { label: t('Being made'), tone: 'progress' }
    if (state === 'CANCELLED') return { label: t('Cancelled'), tone: 'neutral' }
    if (state === 'FAILED') return { label: t('Stopped'), tone: 'error' }
    return isReady ? { label: t('Ready'), tone: 'success' } : { label: t('Removed'), tone: 'neutral' }
  }
}

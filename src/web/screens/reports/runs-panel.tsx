// Files of reports that the reader had made: how far each is, and where it is saved from while it is there.

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { findReport } from '#domain/reports/all.ts'
import { type AnyReport, reportFormats, runStates } from '#domain/reports/report.ts'
import type { ReportRun } from '#domain/reports/run-answer.ts'
import { asApiProblem } from '#web/api/client.ts'
import { useReportRuns, useRunActions } from '#web/api/reports.ts'
import { useFormat } from '#web/format/use-format.ts'
import { CloseOutlined as Close } from '#web/icons/close-outlined.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { NoneYet } from './none-yet.tsx'

/** `report`: of this one alone. `none`: what is said where there is none; absent: nothing is drawn then. */
export function RunsPanel({ report, most = 5, none }: { report?: AnyReport; most?: number; none?: string }) {
  const { t } = useTranslation()
  const { data } = useReportRuns()
  const title = report ? t('Your files') : t('Recent runs')
  const runs = (data ?? []).filter((run) => !report || run.report === report.id).slice(0, most)
  if (runs.length === 0) return none && data ? <NoneYet title={title} says={none} /> : null
  return (
    <Panel title={title} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {runs.map((run) => (
          <Run key={run.id} run={run} isNamed={!report} />
        ))}
      </Box>
    </Panel>
  )
}

function Run({ run, isNamed }: { run: ReportRun; isNamed: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { cancel, file } = useRunActions()
  const [label, tone] = runStates[run.state]
  const isOpen = run.state === 'QUEUED' || run.state === 'RUNNING'
  const attempt = (work: () => Promise<void>) => void work().catch((error: unknown) => showToast({ severity: 'error', message: t(asApiProblem(error)) }))
  const title = [isNamed ? t(findReport(run.report)?.title ?? run.report) : null, reportFormats[run.format]].filter(Boolean).join(', ')
  const facts = [format.ago(run.createdAt), run.rowCount === null ? null : t('Rows: {{number}}', { number: format.number(run.rowCount) })]
  return (
    <Box component="li" sx={{ px: 2, py: 1, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {facts.filter(Boolean).join(' · ')}
          </Typography>
          <ToneText label={t(label)} tone={tone} />
        </Box>
        {run.state === 'DONE' ? (
          <IconButton
            aria-label={t('Save {{name}}', { name: run.fileName ?? title })}
            onClick={() => attempt(async () => saveAs(await file(run), run.fileName ?? 'report'))}
          >
            <Download />
          </IconButton>
        ) : isOpen ? (
          <IconButton aria-label={t('Cancel')} onClick={() => attempt(() => cancel(run))}>
            <Close />
          </IconButton>
        ) : null}
      </Box>
      {isOpen ? (
        <LinearProgress
          variant={run.state === 'RUNNING' && run.progress > 0 ? 'determinate' : 'indeterminate'}
          value={run.progress * 100}
          aria-label={t(label)}
          sx={{ mt: 0.5, borderRadius: 1 }}
        />
      ) : null}
      {run.message ? (
        <Typography variant="caption" component="div" color="error">
          {t(run)}
        </Typography>
      ) : null}
    </Box>
  )
}

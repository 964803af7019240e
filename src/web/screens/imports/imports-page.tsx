// …/imports: what this person has brought in or tried, of all kinds: how far what runs is, what became of the rest, and the rows
// that came back; and their long exports. All of it goes on without anybody looking.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { findEntity } from '#domain/entities.ts'
import type { OwnImport } from '#domain/exchange/import-answer.ts'
import { asApiProblem } from '#web/api/client.ts'
import { fetchRejects, isUnderway, useOwnImports } from '#web/api/imports.ts'
import { useOperator } from '#web/api/operator.ts'
import { CancelImport } from '#web/engine/import/cancel-import.tsx'
import { doneOf, newOrKnown, shareOf, stateOf } from '#web/engine/import/recent-imports.tsx'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { FileDownloadOutlined as Download } from '#web/icons/file-download-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { saveAs } from '#web/ui/save-as.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { ExportsPanel } from './exports-panel.tsx'

export function ImportsPage() {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data, error, refetch } = useOwnImports()
  if (error && !data) return <LoadError isPage problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data) return <PageLoader />
  const running = data.filter(isUnderway)
  const ended = data.filter((job) => !isUnderway(job))
  return (
    <Box sx={{ maxWidth: 1000 }}>
      <PageHeader
        title={t('Your imports and exports')}
        note={t('Files that you have brought in, tried or taken out. They go on when you leave, and are listed for thirty days.')}
      />
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <ExportsPanel />
        {data.length === 0 ? (
          <EmptyState
            title={t('Nothing brought in yet')}
            reason={t('A list has a button “Import” for whoever may bring records in.')}
            actions={
              <LinkButton to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: 'farmer' }} variant="contained">
                {t('To the farmers')}
              </LinkButton>
            }
          />
        ) : (
          <>
            {running.length > 0 ? (
              <Panel title={t('Imports under way')} flush>
                {running.map((job) => (
                  <Running key={job.id} job={job} />
                ))}
              </Panel>
            ) : null}
            {ended.length > 0 ? (
              <Panel title={t('Imports that have ended')} flush>
                {ended.map((job) => (
                  <Ended key={job.id} job={job} />
                ))}
              </Panel>
            ) : null}
          </>
        )}
      </Box>
    </Box>
  )
}

const row = { px: 2, py: 1.5, '& + &': { borderTop: '1px solid', borderColor: 'divider' } } as const

/** Of whom the file was, and where it went. */
function Title({ job }: { job: OwnImport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const entity = findEntity(job.entity)
  const operator = job.operator?.code ?? '-'
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {job.fileName}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
        <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: job.entity }} color="inherit">
          {entity ? t(entity.plural) : job.entity}
        </TextLink>
        {[job.operator?.name, format.ago(job.createdAt)].filter(Boolean).map((words) => ` · ${words}`)}
      </Typography>
    </Box>
  )
}

function Running({ job }: { job: OwnImport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isWaiting = job.state === 'QUEUED'
  const label = job.isDryRun ? t('Trying {{file}}', { file: job.fileName }) : t('Bringing in {{file}}', { file: job.fileName })
  return (
    <Box sx={row}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5 }}>
        <Title job={job} />
        <Box sx={{ flexShrink: 0 }}>
          <StatusChip {...stateOf(job, t, format)} />
        </Box>
      </Box>
      {isWaiting ? null : (
        <LinearProgress aria-label={label} variant="determinate" value={Math.round(shareOf(job) * 100)} sx={{ height: 8, borderRadius: 4, my: 1 }} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="caption" color="textSecondary">
          {isWaiting ? t('Waits for its turn') : doneOf(job, t, format)}
        </Typography>
        <CancelImport operator={job.operator?.code ?? '-'} entity={job.entity} job={job} />
      </Box>
    </Box>
  )
}

function Ended({ job }: { job: OwnImport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const operator = job.operator?.code ?? '-'
  const saveRejects = async () => {
    setBusy(true)
    try {
      saveAs(await fetchRejects(operator, job.entity, job.id), `${job.fileName.replace(/\.[a-z]+$/i, '')}-rejects.csv`)
    } catch (error) {
      showToast({ severity: 'error', message: t('The file could not be made. {{reason}}', { reason: t(asApiProblem(error)) }) })
    } finally {
      setBusy(false)
    }
  }
  const kinds = newOrKnown(job, t, format)
  const counts = [
    job.isDryRun ? t('{{number}} good', { number: format.number(job.accepted) }) : t('{{number}} brought in', { number: format.number(job.accepted) }),
    ...(job.isDryRun || kinds.length < 2 ? [] : kinds),
    ...(job.rejected ? [t('{{number}} came back', { number: format.number(job.rejected) })] : []),
    ...(job.flagged ? [t('{{number}} to look at', { number: format.number(job.flagged) })] : []),
  ]
  // Where something is still to be brought in.
  const isOpen = job.isDryRun || job.rejected > 0 || job.state !== 'DONE'
  return (
    <Box sx={row}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1.5 }}>
        <Title job={job} />
        <Box sx={{ flexShrink: 0 }}>
          <StatusChip {...stateOf(job, t, format)} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'flex-end', columnGap: 2, rowGap: 1, mt: 0.5 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2">{counts.join(' · ')}</Typography>
          {job.message ? (
            <Typography variant="body2" color="textSecondary">
              {t(job)}
            </Typography>
          ) : null}
        </Box>
        {isOpen ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {job.rejected > 0 ? (
              <Button
                variant="outlined"
                color="inherit"
                size="small"
                startIcon={<Download />}
                loading={busy}
                loadingPosition="start"
                onClick={() => void saveRejects()}
              >
                {t('Rows that came back')}
              </Button>
            ) : null}
            <LinkButton
              to="/private/farmbook/$operator/$entity/list"
              params={{ operator, entity: job.entity }}
              hash="import"
              variant="outlined"
              color="inherit"
              size="small"
            >
              {t('Import again')}
            </LinkButton>
          </Box>
        ) : null}
      </Box>
    </Box>
  )
}

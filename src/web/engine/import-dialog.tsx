// A file of records brought in: choose it, try it without writing, import what is good, and take the rows that came back.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import type { Kind } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { type ColumnMapping, type ImportJob, isUnderway, useImport, useSendFile } from '#web/api/imports.ts'
import { useOperator } from '#web/api/operator.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { ChooseFile } from './import/choose-file.tsx'
import { ImportProgress, ImportResult, RunningImport } from './import/import-result.tsx'
import { MatchColumns } from './import/match-columns.tsx'
import { RecentImports } from './import/recent-imports.tsx'

type ImportDialogProps = { entity: AnyEntity; kinds: readonly Kind[]; open: boolean; onClose: () => void }

export function ImportDialog({ entity, kinds, open, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const titleId = useId()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'records')
  const [file, setFile] = useState<File | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const [mapping, setMapping] = useState<ColumnMapping>({})
  const [isMatching, setIsMatching] = useState(false)
  const sending = useSendFile(entity.name)
  const looked = useImport(entity.name, jobId)
  const job = looked.data

  const transmit = (chosen: File, isDryRun: boolean, columns: ColumnMapping = mapping) => {
    setFile(chosen)
    setJobId(null)
    setMapping(columns)
    setIsMatching(false)
    sending.mutate({ file: chosen, kind, isDryRun, mapping: columns }, { onSuccess: ({ id }) => setJobId(id) })
  }
  const again = () => {
    sending.reset()
    setFile(null)
    setJobId(null)
    setMapping({})
    setIsMatching(false)
  }
  const openRecent = (one: ImportJob) => {
    setKind(one.kind)
    setJobId(one.id)
  }
  const retry = file && sending.variables ? () => transmit(file, sending.variables.isDryRun) : undefined
  const hasEnded = job !== undefined && !isUnderway(job)
  const mayImport = hasEnded && job.state === 'DONE' && job.isDryRun && job.created + job.changed > 0

  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="md"
      aria-labelledby={titleId}
      slotProps={isPhone ? { paper: { sx: { '&&': { m: 0, width: '100%', maxWidth: '100%' } } } } : {}}
    >
      <DialogTitle id={titleId}>{t('Import {{things}}', { things: inSentence(t(entity.plural), format.language) })}</DialogTitle>
      <DialogContent>{content()}</DialogContent>
      <DialogActions
        sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 }, '& > .MuiButton-contained': { flex: { xs: '1 0 100%', sm: 'none' } } }}
      >
        {job && hasEnded ? (
          <Button variant="outlined" color="inherit" onClick={again} sx={{ mr: 'auto' }}>
            {t('Another file')}
          </Button>
        ) : null}
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('Close')}
        </Button>
        {mayImport && file && !isMatching ? (
          <Button variant="contained" onClick={() => transmit(file, false)}>
            {job.accepted === 1 ? t('Import the 1 good row') : t('Import the {{number}} good rows', { number: format.number(job.accepted) })}
          </Button>
        ) : null}
        {hasEnded && job.state === 'DONE' && !job.isDryRun ? (
          <LinkButton
            to="/private/farmbook/$operator/$entity/list"
            params={{ operator, entity: entity.name }}
            search={{ sort: '-updatedAt' }}
            variant="contained"
            onClick={() => {
              onClose()
              again()
            }}
          >
            {t('See them in the list')}
          </LinkButton>
        ) : null}
      </DialogActions>
    </Dialog>
  )

  function content() {
    if (isMatching && file)
      return (
        <MatchColumns
          entity={entity}
          kind={kind}
          file={file}
          mapping={mapping}
          onTry={(columns) => transmit(file, true, columns)}
          onCancel={() => setIsMatching(false)}
        />
      )
    if (sending.isPending) return <ImportProgress label={t('Sending {{file}}', { file: file?.name ?? '' })} />
    if (sending.error && jobId === null)
      return (
        <NotSent
          problem={sending.error}
          retry={retry}
          again={again}
          match={file && sending.error.code === 'VALIDATION' ? () => setIsMatching(true) : undefined}
        />
      )
    if (jobId === null)
      return (
        <>
          <ChooseFile entity={entity} kinds={kinds} kind={kind} onKind={setKind} onFile={(chosen) => transmit(chosen, true, {})} />
          <RecentImports entity={entity} open={open} onOpen={openRecent} />
        </>
      )
    if (!job)
      return looked.error ? <NotSent problem={looked.error} retry={() => void looked.refetch()} again={again} /> : <ImportProgress label={t('Loading')} />
    if (!hasEnded) return <RunningImport entity={entity} job={job} isCut={looked.error !== null} />
    return (
      <>
        <Typography role="status" sx={{ fontWeight: 500, mb: 1.5, overflowWrap: 'anywhere' }}>
          {summary(job)}
        </Typography>
        {job.state === 'DONE' ? null : (
          <Complaint
            words={[job.message === null ? t('The import stopped.') : t(job)]}
            actions={
              retry ? (
                <Button variant="contained" onClick={retry}>
                  {t('Try again')}
                </Button>
              ) : null
            }
          />
        )}
        <ImportResult entity={entity} job={job} />
        {job.isDryRun && job.ignoredColumns.length > 0 && file ? (
          <Button variant="outlined" color="inherit" size="small" sx={{ mt: 1.5 }} onClick={() => setIsMatching(true)}>
            {t('Match the columns')}
          </Button>
        ) : null}
        {mayImport && !file ? <Typography sx={{ mt: 2 }}>{t('To bring these rows in, choose the file once more.')}</Typography> : null}
      </>
    )
  }

  function summary(one: ImportJob): string {
    if (one.state === 'CANCELLED')
      return one.isDryRun ? t('Trying {{file}} was stopped', { file: one.fileName }) : t('Bringing in {{file}} was stopped', { file: one.fileName })
    if (one.state !== 'DONE') return t('{{file}} was not read to its end', { file: one.fileName })
    if (!one.isDryRun) return t('{{file}} is in', { file: one.fileName })
    if (one.accepted === 0) return t('No row of {{file}} can be brought in as it is', { file: one.fileName })
    if (one.created + one.changed === 0) return t('All good rows of {{file}} are in already; nothing would change', { file: one.fileName })
    return t('{{file}} was tried; nothing is written yet', { file: one.fileName })
  }
}

/** The file was refused before any row was read, or never arrived: why, by column where the columns do not fit. */
function NotSent({
  problem,
  retry,
  again,
  match,
}: {
  problem: ApiProblem
  retry: (() => void) | undefined
  again: () => void
  match?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  // A dozen missing columns are one sentence, not a dozen.
  const columns = Map.groupBy(problem.fields, (field) => t(field))
  const fields = [...columns].map(([message, paths]) => {
    const named = paths.map(({ path }) => path).filter((path) => path !== 'file')
    return `${named.length > 0 ? `${named.join(', ')}: ` : ''}${message}`
  })
  const mayPass = problem.isPassing && retry !== undefined
  return (
    <Complaint
      words={[t(problem), ...fields]}
      reference={problem.requestId}
      actions={
        <>
          {mayPass ? (
            <Button variant="contained" onClick={retry}>
              {t('Try again')}
            </Button>
          ) : null}
          {match ? (
            <Button variant="contained" onClick={match}>
              {t('Match the columns')}
            </Button>
          ) : null}
          <Button {...(mayPass || match ? { variant: 'outlined', color: 'inherit' } : { variant: 'contained' })} onClick={again}>
            {t('Another file')}
          </Button>
        </>
      }
    />
  )
}

function Complaint({ words: [first, ...more], reference, actions }: { words: string[]; reference?: string | undefined; actions: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box role="alert" sx={{ p: 2, mb: 2, borderRadius: 1, border: '1px solid', borderColor: 'error.light', bgcolor: 'tone.error.soft' }}>
      <Typography sx={{ fontWeight: 600, color: 'tone.error.ink' }}>{first}</Typography>
      {more.length > 0 ? (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          {more.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      ) : null}
      {reference ? (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 0.5 }}>
          {t('Reference {{reference}}', { reference })}
        </Typography>
      ) : null}
      {actions ? <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>{actions}</Box> : null}
    </Box>
  )
}

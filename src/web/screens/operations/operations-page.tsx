// Operations, for administrators: whether what is done later is done, what failed and why, how much is stored, and what runs. First
// what somebody has to look at, then the figures.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { can } from '#domain/access.ts'
import type { Tone } from '#domain/kernel/field.ts'
import type { Operations } from '#domain/tenancy/operations-answer.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { RefreshOutlined as Refresh } from '#web/icons/refresh-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { Failures, Rounds, Topics } from './job-panels.tsx'
import { operationsKey, useOperations } from './queries.ts'
import { sizeOf } from './sizes.ts'
import { StoredFiles } from './stored-files.tsx'
import { TableSizes } from './table-sizes.tsx'

export function OperationsPage() {
  const { t } = useTranslation()
  const isAdministrator = can(useUser(), 'client', 'E')
  const queries = useQueryClient()
  const { data, error, isFetching, refetch } = useOperations(isAdministrator)
  if (!isAdministrator) return <NotFound />
  if (error && !data) return <LoadError isPage problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!data) return <PageLoader />
  return (
    <>
      <PageHeader
        title={t('Operations')}
        note={t('What this programme leaves to be done later, what it stores, and how the installation does.')}
        actions={
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Refresh />}
            disabled={isFetching}
            onClick={() => void queries.invalidateQueries({ queryKey: operationsKey })}
          >
            {t('Look again')}
          </Button>
        }
      />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Tiles {...data} />
        <Failures failures={data.jobs.failures} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
          <Topics topics={data.jobs.topics} />
          <Rounds rounds={data.jobs.rounds} />
        </Box>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
          <StoredFiles />
          <TableSizes />
        </Box>
        <Installed {...data} />
      </Box>
    </>
  )
}

type Remark = { words: string; tone: Tone }

function Tiles({ jobs, mail, files, database }: Operations) {
  const { t } = useTranslation()
  const format = useFormat()
  const sum = (of: 'waiting' | 'running' | 'failed') => jobs.topics.reduce((total, topic) => total + topic[of], 0)
  const [waiting, failed] = [sum('waiting') + sum('running'), sum('failed')]
  const isBroken = jobs.rounds.some(({ isFailing }) => isFailing)
  const isUnended = jobs.rounds.some(({ unendedSince }) => unendedSince !== null)
  const mailRemark: Remark = !mail.isSent
    ? { words: t('No mail is sent here'), tone: 'neutral' }
    : mail.failed > 0
      ? { words: t('{{figure}} not delivered', { figure: format.number(mail.failed) }), tone: 'error' }
      : { words: t('Nothing failed'), tone: 'success' }
  const share = files.quotaBytes > 0 ? files.bytes / files.quotaBytes : 1
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' } }}>
      <Figure
        label={t('Jobs that wait or run')}
        figure={format.number(waiting)}
        remark={
          failed > 0
            ? { words: t('{{figure}} failed', { figure: format.number(failed) }), tone: 'error' }
            : isBroken
              ? { words: t('A round fails'), tone: 'error' }
              : isUnended
                ? { words: t('A round has not ended'), tone: 'error' }
                : { words: t('Nothing failed'), tone: 'success' }
        }
      />
      <Figure label={t('Mail that waits')} figure={format.number(mail.waiting)} remark={mailRemark} />
      <Figure
        label={t('Files')}
        figure={sizeOf(files.bytes, format)}
        share={share}
        remark={{ words: t('of {{total}}', { total: sizeOf(files.quotaBytes, format) }), tone: share > 0.9 ? 'error' : 'neutral' }}
      />
      <Figure
        label={t('Database')}
        figure={`${format.number(database.answerMs, 1)} ms`}
        remark={
          database.waiting > 0
            ? { words: t('{{figure}} calls wait', { figure: format.number(database.waiting) }), tone: 'pending' }
            : { words: t('Answering'), tone: 'success' }
        }
      />
    </Box>
  )
}

function Figure({ label, figure, share, remark }: { label: string; figure: string; share?: number; remark: Remark }) {
  return (
    <Card sx={{ p: 1.75, pb: 1.5, minWidth: 0 }}>
      <Typography variant="caption" component="div" color="textSecondary">
        {label}
      </Typography>
      <Typography variant="h4" component="div" noWrap>
        {figure}
      </Typography>
      <Box aria-hidden sx={{ height: 6, borderRadius: 3, my: 1, bgcolor: share === undefined ? 'transparent' : gaugeColours.track, overflow: 'hidden' }}>
        <Box sx={{ height: '100%', width: `${Math.min(1, Math.max(0, share ?? 0)) * 100}%`, bgcolor: gaugeColours.delivered }} />
      </Box>
      <ToneText label={remark.words} tone={remark.tone} />
    </Card>
  )
}

function Installed({ version, node, database, mail, messages, files }: Operations) {
  const { t } = useTranslation()
  const format = useFormat()
  const where: Record<string, string> = { database: t('The database'), folder: t('A folder'), s3: t('An object store') }
  return (
    <Panel title={t('Installation')}>
      <PropertyList
        properties={[
          { key: 'version', label: t('Version'), value: `${version} (Node ${node.replace(/^v/, '')})` },
          {
            key: 'database',
            label: t('Database'),
            value: database.engine === 'pglite' ? t('Embedded, PostgreSQL {{version}}', { version: database.version }) : `PostgreSQL ${database.version}`,
          },
          { key: 'schema', label: t('Schema'), value: database.lastMigration?.replace(/\.sql$/, '') ?? '–' },
          { key: 'connections', label: t('Connections in use'), value: `${format.number(database.running)} / ${format.number(database.connections)}` },
          { key: 'files', label: t('New files go into'), value: where[files.into] ?? files.into },
          { key: 'unattached', label: t('Files that nothing names'), value: format.number(files.unattached) },
          { key: 'sent', label: t('Mail sent'), value: mail.isSent ? format.number(mail.sent) : '–' },
          {
            key: 'messages',
            label: t('Messages to telephones and browsers'),
            value: [
              t('{{figure}} wait', { figure: format.number(messages.waiting) }),
              t('{{figure}} done', { figure: format.number(messages.sent) }),
              t('{{figure}} failed', { figure: format.number(messages.failed) }),
            ].join(' · '),
            wide: true,
          },
          ...(mail.oldestWaitingAt ? [{ key: 'oldest', label: t('Oldest mail that waits'), value: format.time(mail.oldestWaitingAt) }] : []),
          ...(mail.lastReason ? [{ key: 'reason', label: t('What the mail server said last'), value: mail.lastReason, wide: true }] : []),
        ]}
      />
    </Panel>
  )
}

// What is done later: what failed, with its reason and another try; what each kind of job is doing; what begins by itself.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Operations } from '#domain/tenancy/operations-answer.ts'
import { asApiProblem } from '#web/api/client.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ReplayOutlined as Again } from '#web/icons/replay-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { operationsKey, tryAgain } from './queries.ts'

/** A topic as people call it; a new one shows its own name until it stands here. */
const topicNames: Readonly<Record<string, string>> = {
  mail: /* i18n */ 'Mail',
  import: /* i18n */ 'Imports',
  export: /* i18n */ 'Exports',
  report: /* i18n */ 'Reports',
  deliver: /* i18n */ 'Messages',
  clock: /* i18n */ 'What follows from the day',
  maintenance: /* i18n */ 'Tidying up',
}

type Jobs = Operations['jobs']

export function Failures({ failures }: { failures: Jobs['failures'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const [requested, setRequested] = useState<string | null>(null)
  const again = async (id: string) => {
    setRequested(id)
    try {
      await tryAgain(id)
      showToast({ severity: 'success', message: t('It is tried again now.') })
    } catch (error) {
      showToast({ severity: 'error', message: t(asApiProblem(error)) })
    } finally {
      setRequested(null)
      await queries.invalidateQueries({ queryKey: operationsKey })
    }
  }
  return (
    <Panel title={t('What did not succeed')} flush={failures.length > 0}>
      {failures.length === 0 ? <ToneText tone="success" label={t('Everything that was asked for has been done, or waits for its turn.')} /> : null}
      <List>
        {failures.map(({ id, topic, at, tries, isGivenUp, reason }) => (
          <Row
            key={id}
            title={t(topicNames[topic] ?? topic)}
            about={reason ?? t('No reason was given.')}
            note={`${format.time(at)} · ${t('{{count}} tries', { count: tries })}`}
            end={
              isGivenUp ? (
                <>
                  <StatusChip tone="error" label={t('Given up')} />
                  <Button
                    variant="outlined"
                    color="inherit"
                    startIcon={<Again />}
                    disabled={requested !== null}
                    onClick={() => void again(id)}
                    aria-label={t('Try again: {{what}}', { what: t(topicNames[topic] ?? topic) })}
                  >
                    {t('Try again')}
                  </Button>
                </>
              ) : (
                <StatusChip tone="pending" label={t('Will be tried again')} />
              )
            }
          />
        ))}
      </List>
    </Panel>
  )
}

export function Topics({ topics }: { topics: Jobs['topics'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('Asked for by this programme')} note={t('Of the last week')} flush={topics.length > 0}>
      {topics.length === 0 ? <Typography color="textSecondary">{t('Nothing was left to be done later yet.')}</Typography> : null}
      <List>
        {topics.map(({ topic, waiting, running, failed, done, lastAt }) => (
          <Row
            key={topic}
            title={t(topicNames[topic] ?? topic)}
            about={[
              t('{{figure}} wait', { figure: format.number(waiting) }),
              t('{{figure}} running', { figure: format.number(running) }),
              t('{{figure}} done', { figure: format.number(done) }),
            ].join(' · ')}
            note={lastAt ? t('Last: {{moment}}', { moment: format.time(lastAt) }) : ''}
            end={
              failed > 0 ? (
                <StatusChip tone="error" label={t('{{figure}} failed', { figure: format.number(failed) })} />
              ) : (
                <StatusChip tone="success" label={t('In order')} />
              )
            }
          />
        ))}
      </List>
    </Panel>
  )
}

export function Rounds({ rounds }: { rounds: Jobs['rounds'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Panel title={t('Begins by itself')} note={t('For all programmes of this installation')} flush={rounds.length > 0}>
      {rounds.length === 0 ? <ToneText tone="error" label={t('No worker has run here yet. Whoever runs the installation starts one.')} /> : null}
      <List>
        {rounds.map(({ topic, lastAt, isFailing, unendedSince }) => (
          <Row
            key={topic}
            title={t(topicNames[topic] ?? topic)}
            note={lastAt ? t('Last: {{moment}}', { moment: format.time(lastAt) }) : t('Not yet')}
            {...(unendedSince ? { about: t('It began at {{moment}} and has not ended.', { moment: format.time(unendedSince) }) } : {})}
            end={
              unendedSince ? (
                <StatusChip tone="error" label={t('Not ended')} />
              ) : isFailing ? (
                <StatusChip tone="error" label={t('Failing')} />
              ) : lastAt ? (
                <StatusChip tone="success" label={t('In order')} />
              ) : (
                <StatusChip tone="neutral" label={t('Not yet')} />
              )
            }
          />
        ))}
      </List>
    </Panel>
  )
}

export const List = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {children}
  </Box>
)

export function Row({ title, about, note, end }: { title: string; about?: string; note?: string; end: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1,
        minHeight: 56,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Typography component="div" sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        {about ? (
          <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
            {about}
          </Typography>
        ) : null}
        {note ? (
          <Typography variant="caption" component="div" color="textSecondary">
            {note}
          </Typography>
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, flexShrink: 0 }}>{end}</Box>
    </Box>
  )
}

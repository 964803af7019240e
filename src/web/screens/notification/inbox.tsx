// The notifications of a person as an inbox: what is new stands out, what is grave has its colour and sign, and each leads
// to what it is about. Opening one marks it as read.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import type { RecordAnswer } from '#web/api/answers.ts'
import { asApiProblem, call } from '#web/api/client.ts'
import { refreshInbox, useMarkAllRead } from '#web/api/inbox.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { useListState } from '#web/engine/list/list-state.ts'
import { SavedViews } from '#web/engine/list/saved-views.tsx'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { ScreenProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { DoneAllOutlined as DoneAll } from '#web/icons/done-all-outlined.ts'
import { TuneOutlined as Tune } from '#web/icons/tune-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { KindFilter } from './kind-filter.tsx'
import { Message } from './message.tsx'
import { SeverityFilter } from './severity-filter.tsx'

export function Inbox({ entity }: ScreenProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const client = useQueryClient()
  const state = useListState(entity)
  const list = useList(entity.name, state.sent)
  const unread = list.items.some(({ may }) => may?.includes('READ'))
  const markAll = useMarkAllRead()
  const severity = state.query.filters.severity ?? []
  const change = async (rows: readonly RecordAnswer[], eventType: string) => {
    try {
      for (const row of rows)
        await call(entityPath(operator, entity.name, row.id, 'events'), {
          method: 'POST',
          body: { eventType, occurredAt: new Date().toISOString(), data: {} },
          idempotencyKey: crypto.randomUUID(),
        })
    } catch (error) {
      showToast({ severity: 'error', message: t(asApiProblem(error)) })
    }
    await refreshInbox(client)
  }
  return (
    <Box sx={{ maxWidth: 900 }}>
      <PageHeader
        title={t(entity.plural)}
        aside={list.total === undefined ? undefined : t('{{total}} in all', { total: format.number(list.total) })}
        actions={
          <>
            {unread ? (
              <Button variant="outlined" color="inherit" startIcon={<DoneAll />} loading={markAll.isPending} onClick={() => markAll.mutate()}>
                {t('Mark all as read')}
              </Button>
            ) : null}
            <LinkButton to="/private/farmbook/$operator/notifications/settings" params={{ operator }} variant="outlined" color="inherit" startIcon={<Tune />}>
              {t('Settings')}
            </LinkButton>
          </>
        }
      />
      <SavedViews entity={entity} state={state} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 2, alignItems: 'center', mb: 2 }}>
        <SeverityFilter chosen={severity} onChange={(values) => state.setFilter('severity', values)} />
        <KindFilter chosen={state.query.filters.subjectType?.[0] ?? ''} onChange={(values) => state.setFilter('subjectType', values)} />
      </Box>
      {list.isPending ? (
        <Card>
          <ListSkeleton rows={6} columns={2} />
        </Card>
      ) : list.error && list.items.length === 0 ? (
        <LoadError problem={list.error} title={t('The list could not be loaded')} retry={() => void list.refetch()} />
      ) : list.items.length === 0 ? (
        <Card>
          <EmptyState
            title={Object.keys(state.query.filters).length > 0 ? t('Nothing is left here') : t('No notifications yet')}
            reason={t('What comes in, what is due and what is wrong appears here.')}
          />
        </Card>
      ) : (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {byDay(list.items, format.dayOf).map(([day, rows]) => (
            <Box component="section" key={day} aria-labelledby={`day-${day}`}>
              <Typography component="h2" id={`day-${day}`} sx={{ fontSize: 13, fontWeight: 500, color: 'text.secondary', mb: 0.75, px: 0.5 }}>
                {format.date(day)}
              </Typography>
              <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {rows.map((row) => (
                  <Message key={row.id} entity={entity} row={row} onChange={(eventType) => void change([row], eventType)} />
                ))}
              </Card>
            </Box>
          ))}
          {list.hasNextPage ? (
            <Button
              variant="outlined"
              color="inherit"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
              sx={{ justifySelf: 'start' }}
            >
              {t('Load more')}
            </Button>
          ) : null}
        </Box>
      )}
    </Box>
  )
}

/** In the order they come, newest first. */
function byDay(rows: readonly RecordAnswer[], dayOf: (moment: string) => string): [day: string, rows: RecordAnswer[]][] {
  const days = new Map<string, RecordAnswer[]>()
  for (const row of rows) days.set(dayOf(row.createdAt), [...(days.get(dayOf(row.createdAt)) ?? []), row])
  return [...days]
}

// A record's events and, for those who read the audit log, its whole history with every change of a field, page by page.
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { maySeeHistory } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useEvents } from '#web/api/queries.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx'
import { LoadError } from '../problem-view.tsx'
import { useSlots } from '../slots.ts'
import { type EventTools, eventEntry } from './event-lines.tsx'
import { useOpenTab } from './page-tabs.tsx'

type HistoryProps = { entity: AnyEntity; record: RecordAnswer }
/** Events, newest first, among changes of fields where the person reads those too. */
function useHistory({ entity, record }: HistoryProps, { changes = true }: { changes?: boolean } = {}) {
  const user = useUser()
  return useEvents(entity.name, record.id, { history: changes && maySeeHistory(user, entity, record as Row) })
}

function useWorded({ entity, record }: HistoryProps): EventTools['worded'] {
  const { eventWords } = useSlots(entity.name)
  return eventWords && { Part: eventWords, record }
}

/** `changes`: those of fields too. `until`: only what had happened by the end of that day. */
export function HistoryList({ entity, record, changes = false, until }: HistoryProps & { changes?: boolean; until?: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { events, refs, ...paging } = useHistory({ entity, record }, { changes })
  const worded = useWorded({ entity, record })
  return (
    <EventPages
      {...paging}
      entries={events
        .filter(({ occurredAt }) => until === undefined || format.dayOf(occurredAt) <= until)
        .map((event) => eventEntry(event, { entity, id: record.id, operator, refs, t, format, worded }))}
      lost={t('The history could not be loaded')}
      none={t('What happens to this is recorded as dated events, and shown here.')}
      title={until === undefined ? null : t('Events')}
    />
  )
}

type Paging = Pick<ReturnType<typeof useEvents>, 'isPending' | 'error' | 'hasNextPage' | 'isFetchingNextPage'>
type EventPagesProps = Paging & { refetch(): Promise<unknown>; fetchNextPage(): Promise<unknown> } & {
  entries: readonly TimelineEntry[]
  lost: string
  none: string
  /** Where they stand among other panels. */
  title?: string | null
}

/** Events page by page, whosever they are: while they are fetched, when they are lost, and when there is none. */
export function EventPages({ entries, lost, none, title = null, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage }: EventPagesProps) {
  const { t } = useTranslation()
  if (isPending)
    return (
      <Panel title={title}>
        <ListSkeleton rows={4} columns={2} />
      </Panel>
    )
  if (error && entries.length === 0) return <LoadError problem={error} title={lost} retry={() => void refetch()} />
  // Of a past day the latest page may be all later ones: those before can still be fetched.
  if (entries.length === 0 && !hasNextPage)
    return (
      <Panel title={title}>
        <EmptyState title={t('Nothing recorded yet')} reason={none} />
      </Panel>
    )
  return (
    <Panel title={title}>
      <Timeline entries={entries} />
      {hasNextPage ? (
        <Button variant="outlined" color="inherit" size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Load earlier ones')}
        </Button>
      ) : null}
    </Panel>
  )
}

/** The latest few, for the side of the overview. `began`: what stands for its making, for those too who do not read the audit log. */
export function LatestEvents({ entity, record, began }: HistoryProps & { began?: TimelineEntry }) {
  const open = useOpenTab('overview')
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const history = useHistory({ entity, record })
  const worded = useWorded({ entity, record })
  const { refs, isPending, error, refetch } = history
  const events = began ? history.events.filter(({ eventType }) => eventType !== 'CREATED') : history.events
  const isWhole = events.length <= 6 && !history.hasNextPage
  if (isPending)
    return (
      <Panel title={t('Timeline')}>
        <ListSkeleton rows={3} columns={1} />
      </Panel>
    )
  if (error && events.length === 0) return <LoadError problem={error} title={t('The history could not be loaded')} retry={() => void refetch()} />
  const entries = [
    ...events.slice(0, 6).map((event) => eventEntry(event, { entity, id: record.id, operator, refs, t, format, worded, brief: true })),
    ...(began && isWhole ? [began] : []),
  ]
  if (entries.length === 0)
    return (
      <Panel title={t('Timeline')}>
        <Typography variant="body2" color="textSecondary">
          {t('Nothing recorded yet')}
        </Typography>
      </Panel>
    )
  return (
    <Panel
      title={t('Timeline')}
      action={
        <Button variant="text" size="small" onClick={() => open('history')}>
          {t('All')}
        </Button>
      }
    >
      <Timeline entries={entries} />
    </Panel>
  )
}

// What people wrote to each other about a task: who, when and what, the latest last, and the place to answer. Each is an event, so that none is written over.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEvents } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { type Choice, Decide } from '../decide.tsx'

const commenting: readonly Choice[] = [{ type: 'COMMENT', words: 'text', look: 'plain' }]

export function TaskComments({ entity, record: task }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { events, refs, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useEvents(entity.name, task.id, { types: ['COMMENT'] })
  if (error && events.length === 0) return <LoadError problem={error} title={t('The comments could not be loaded')} retry={() => void refetch()} />
  const isShown = isPending || events.length > 0 || task.may.includes('COMMENT')
  if (!isShown) return null
  return (
    <Panel title={t('Comments')}>
      {isPending ? <ListSkeleton rows={2} columns={1} /> : null}
      {hasNextPage ? (
        <Button variant="outlined" color="inherit" size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} sx={{ mb: 1.5 }}>
          {t('Load earlier ones')}
        </Button>
      ) : null}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {events.toReversed().map(({ id, data, occurredAt, recordedBy }) => (
          <Box component="li" key={id} sx={{ minWidth: 0 }}>
            <Typography variant="caption" color="textSecondary" component="div">
              {recordedBy ? <RefLink id={recordedBy} refs={refs} /> : null} · {format.time(occurredAt)}
            </Typography>
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{String(data.text)}</Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ pt: events.length > 0 ? 1.5 : 0 }}>
        <Decide entity={entity} record={task} choices={commenting} label={t('Comment')} />
      </Box>
    </Panel>
  )
}

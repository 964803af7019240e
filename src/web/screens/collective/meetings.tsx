// Meetings of the internal control, the newest first: day, agenda, who was there, the minutes and what is attached. Evidence for whoever certifies.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useOperator } from '#web/api/operator.ts'
import { useEvents } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { ShowFiles } from '#web/fields/show-files.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'

const type = 'ICS_MEETING'
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export function Meetings({ record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { events, refs, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEvents('collective', record.id, { types: [type] })
  const add = record.may.includes(type) ? (
    <LinkButton
      variant="outlined"
      color="inherit"
      size="small"
      to="/private/farmbook/$operator/$entity/$id/create-event"
      params={{ operator, entity: 'collective', id: record.id }}
      search={{ type } as never}
    >
      {t('Record a meeting')}
    </LinkButton>
  ) : null
  if (error && events.length === 0) return <LoadError problem={error} title={t('The meetings could not be loaded')} retry={() => void refetch()} />
  return (
    <Panel title={t('Meetings')} action={add} flush>
      {isPending ? (
        <ListSkeleton rows={4} columns={2} />
      ) : events.length === 0 ? (
        <EmptyState
          title={t('No meeting is recorded yet')}
          reason={t('Meetings of the internal control are evidence: their agenda, who was present, and the minutes.')}
        />
      ) : (
        <Box component="ul" aria-label={t('Meetings')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {events.map(({ id: eventId, occurredAt, data }) => {
            const { agenda, attendees, attendeeIds, farmerIds, minutes, files } = data as Record<string, unknown>
            const people = texts(attendeeIds).map((id) => refs[id]?.title ?? '')
            const present = [`${t('People present')}: ${format.number(Number(attendees))}`, people.filter(Boolean).join(', ')]
            const members = texts(farmerIds).length
            return (
              <Box
                component="li"
                key={eventId}
                sx={{ display: 'grid', gap: 0.75, px: 2, py: 1.5, borderTop: '1px solid', borderColor: 'divider', minWidth: 0 }}
              >
                <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: 'collective', id: record.id, eventId }}>
                  {format.fullDate(format.dayOf(occurredAt))}
                </TextLink>
                <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{String(agenda ?? '')}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {[...present, members ? `${t('Members present')}: ${format.number(members)}` : ''].filter(Boolean).join(' · ')}
                </Typography>
                {minutes ? <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{String(minutes)}</Typography> : null}
                {texts(files).length ? <ShowFiles ids={texts(files)} refs={refs} label={t('Minutes and attendance list')} /> : null}
              </Box>
            )
          })}
          {hasNextPage ? (
            <Box component="li" sx={{ px: 2, py: 1.5 }}>
              <Button variant="outlined" color="inherit" size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('Load earlier ones')}
              </Button>
            </Box>
          ) : null}
        </Box>
      )}
    </Panel>
  )
}

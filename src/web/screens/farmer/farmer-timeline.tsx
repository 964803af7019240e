// What happened to a farmer and on this season's crops, in one line of time: visits and payments beside sowing and picking.
import Button from '@mui/material/Button'
import { useQueries } from '@tanstack/react-query'
import { crop as cropEntity } from '#domain/cropping/crop.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { EventItem, EventsAnswer, RecordAnswer, Refs } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, useEvents } from '#web/api/queries.ts'
import { eventEntry } from '#web/engine/view/event-lines.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { type Line, latestOf } from './latest.ts'

const mostShown = 8
/** Crops beyond so many are on their own pages. */
const mostCrops = 8

/** The latest events of several crops, each known by its crop. */
function useCropEvents(crops: readonly RecordAnswer[]): { lines: Line[]; refs: Refs } {
  const operator = useOperator()
  const requested = crops.slice(0, mostCrops)
  return useQueries({
    queries: requested.map(({ id }) => ({
      queryKey: [...keys.one(operator, 'crop', id), 'events', 'latest'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<EventsAnswer>(entityPath(operator, 'crop', id, 'events'), { signal, query: new URLSearchParams({ limit: String(mostShown) }) }),
    })),
    combine: (results) => ({
      lines: results.flatMap(({ data }, index) => (data?.items ?? []).map((event: EventItem): Line => ({ event, of: requested[index] ?? null }))),
      refs: Object.assign({}, ...results.map(({ data }) => data?.refs)) as Refs,
    }),
  })
}

export function FarmerTimeline({
  entity,
  farmer,
  crops,
  onAll,
}: {
  entity: AnyEntity
  farmer: RecordAnswer
  crops: readonly RecordAnswer[]
  onAll: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const own = useEvents('farmer', farmer.id)
  const grown = useCropEvents(crops)
  if (own.isPending)
    return (
      <Panel title={t('Timeline')}>
        <ListSkeleton rows={4} columns={1} />
      </Panel>
    )
  const refs = { ...own.refs, ...grown.refs }
  const lines = latestOf([...own.events.map((event): Line => ({ event, of: null })), ...grown.lines], mostShown)
  return (
    <Panel
      title={t('Timeline')}
      action={
        <Button variant="text" size="small" onClick={onAll}>
          {t('All')}
        </Button>
      }
    >
      {lines.length === 0 ? t('Nothing recorded yet') : null}
      <Timeline
        entries={lines.map(({ event, of }) => {
          const entry = eventEntry(event, { entity: of ? cropEntity : entity, id: of?.id ?? farmer.id, operator, refs, t, format })
          return of ? { ...entry, note: [of.title, entry.note].filter(Boolean).join(' · ') } : entry
        })}
      />
    </Panel>
  )
}

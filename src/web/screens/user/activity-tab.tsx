// What somebody did, and what was done about them: two lists beside each other.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { findEntity } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { Activity } from '#domain/tenancy/person-answers.ts'
import type { Refs } from '#web/api/answers.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { EventPages, HistoryList } from '#web/engine/view/history.tsx'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { TimelineEntry } from '#web/ui/timeline.tsx'
import { useActivity } from './queries.ts'

export function ActivityTab({ entity, record: person }: PanelProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, gap: 1.5, alignItems: 'start' }}>
      <section aria-labelledby="did">
        <Typography variant="h3" component="h2" id="did" sx={{ mb: 1 }}>
          {t('What they did')}
        </Typography>
        <Did id={person.id} />
      </section>
      <section aria-labelledby="done">
        <Typography variant="h3" component="h2" id="done" sx={{ mb: 1 }}>
          {t('What was done about them')}
        </Typography>
        <HistoryList entity={entity} record={person} changes />
      </section>
    </Box>
  )
}

function Did({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { items, refs, ...paging } = useActivity(id)
  const entries = items.map((one) => {
    const of = findEntity(one.subjectType)
    const label = of ? t(eventLabel(of, one.eventType)) : one.eventType
    const note = [
      of ? t(of.label) : '',
      format.time(one.recordedAt),
      one.status === 'RECORDED' ? '' : one.status === 'SUPERSEDED' ? t('corrected') : t('taken back'),
    ]
      .filter(Boolean)
      .join(' · ')
    return entryOf(one, label, note, refs)
  })
  return <EventPages {...paging} entries={entries} lost={t('This could not be loaded')} none={t('What they register, change and record is listed here.')} />
}

const entryOf = (one: Activity, label: string, note: string, refs: Refs): TimelineEntry => ({
  key: one.id,
  icon: <EventIcon type={one.eventType} icon={(findEntity(one.subjectType)?.events as Record<string, EventSpec> | undefined)?.[one.eventType]?.icon} />,
  struck: one.status !== 'RECORDED',
  title: (
    // A link within words is recognised by its line, not by its colour alone.
    <Box component="span" sx={{ '& a': { textDecoration: 'underline' } }}>
      {label}: <RefLink id={one.subjectId} refs={refs} />
    </Box>
  ),
  note,
})

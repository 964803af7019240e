// A record as it was on a past day (M10): its fields, its findings of then, what had happened by then. Nothing can be done with it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordSkeleton } from '#web/ui/skeletons.tsx'
import { breadcrumbsOf } from '../breadcrumbs.tsx'
import { LoadError } from '../problem-view.tsx'
import { everyRecord, titleOf, useSlots } from '../slots.ts'
import { FlagsPanel } from '../view/flags-panel.tsx'
import { HistoryList } from '../view/history.tsx'
import { RecordSections } from '../view/record-sections.tsx'
import { PastBar } from './past-bar.tsx'
import { type PastDay, type PastRecordAnswer, usePastRecord } from './past-day.ts'

export function PastRecord({ entity, id, past }: { entity: AnyEntity; id: string; past: PastDay }) {
  const { t } = useTranslation()
  const { data: record, error, refetch } = usePastRecord(entity.name, id, past)
  return (
    <>
      <PastBar past={past} />
      {error?.code === 'NOT_FOUND' ? (
        <EmptyState title={t('Nothing is known of this by that day')} reason={t('Choose a later day, or go back to today.')} />
      ) : error ? (
        <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
      ) : record ? (
        <Page entity={entity} record={record} past={past} />
      ) : (
        <RecordSkeleton />
      )}
    </>
  )
}

function Page({ entity, record, past }: { entity: AnyEntity; record: PastRecordAnswer; past: PastDay }) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const slots = useSlots(entity.name)
  const first = useSlots(everyRecord).panels ?? []
  const status = fieldOf(entity, 'status')
  const readable = (slots.panels ?? []).filter(({ isFor }) => isFor?.(user, entity, record as Row) ?? true)
  const panels = readable.filter(({ inPast }) => inPast)
  const ofToday = readable.flatMap(({ inPast, label }) => (inPast ? [] : [t(label)]))
  const open = record.past.notDerived.flatMap((name) => (entity.fields[name] ? [t(entity.fields[name].label)] : []))
  return (
    <>
      <PageHeader
        title={titleOf(record, slots, { t, format, refs: record.refs })}
        status={status ? <ShowValue field={status} value={record.status} /> : null}
        note={record.code}
        breadcrumbs={breadcrumbsOf(entity, [])}
      />
      <FlagsPanel flags={record.flags ?? []} of={{ entity: entity.name, id: record.id }} />
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        {[...first, ...panels].map(({ id, part: Part }) => (
          <Suspense key={id} fallback={null}>
            <Part entity={entity} record={record} past={past} />
          </Suspense>
        ))}
        <RecordSections entity={entity} record={record} />
        {open.length > 0 ? (
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, px: 0.5 }}>
            {t('Not worked out for the past')}: {open.join(', ')}
          </Typography>
        ) : null}
        {ofToday.length > 0 ? (
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, px: 0.5 }}>
            {t('On the page of today alone')}: {ofToday.join(', ')}
          </Typography>
        ) : null}
        {/* What was taken back since counted then, and is in no list of events: by the knowledge of then there is none. */}
        {past.isKnownThen ? null : <HistoryList entity={entity} record={record} until={past.day} />}
      </Box>
    </>
  )
}

// The page of one record: what it is, how it is doing, what to do next; then its facts, references and history.

import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { can, maySeeHistory } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity, EventSpec, Row } from '#domain/kernel/entity.ts'
import { type Field, refersToOne } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { EditOutlined as Edit } from '#web/icons/edit-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { KeyHint } from '#web/ui/key-hint.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PhoneAction } from '#web/ui/phone-action.tsx'
import { OverviewSkeleton, RecordSkeleton } from '#web/ui/skeletons.tsx'
import { breadcrumbsOf } from '../breadcrumbs.tsx'
import { EventIcon } from '../event-icons.tsx'
import { part } from '../part.ts'
import { pastDayOf } from '../past/past-day.ts'
import { LoadError } from '../problem-view.tsx'
import { titleOf, useSlots } from '../slots.ts'
import { ToListButton } from '../to-list.tsx'
import { firstEvent } from './first-event.ts'
import { FlagsPanel } from './flags-panel.tsx'
import { HistoryList, LatestEvents } from './history.tsx'
import { MoreMenu } from './more-menu.tsx'
import { onlyEnds, possibleEvents } from './next-action.ts'
import { PageTabs, useOpenTab } from './page-tabs.tsx'
import { RecordNotice } from './record-notice.tsx'
import { RecordFacts, RecordSections } from './record-sections.tsx'
import { Related } from './related.tsx'

const PastRecord = part(() => import('../past/past-record.tsx'), 'PastRecord')
const OpenRequests = part(() => import('./open-requests.tsx'), 'OpenRequests')
const SentInAbout = part(() => import('./sent-in-about.tsx'), 'SentInAbout')

/** As it is, or as it was on the day in the address. */
export function EntityView({ entity, id }: { entity: AnyEntity; id: string }) {
  const past = pastDayOf(useSearch({ strict: false }) as FlatSearch, useFormat().today())
  return past ? (
    <Suspense fallback={<RecordSkeleton />}>
      <PastRecord entity={entity} id={id} past={past} />
    </Suspense>
  ) : (
    <PresentRecord entity={entity} id={id} />
  )
}

function PresentRecord({ entity, id }: { entity: AnyEntity; id: string }) {
  const { t } = useTranslation()
  const { data: record, error, refetch } = useOne(entity.name, id)
  if (error && !record) {
    return (
      <LoadError
        isPage
        problem={error}
        title={error.code === 'NOT_FOUND' ? t('There is nothing here') : t('This could not be loaded')}
        retry={() => void refetch()}
        actions={<ToListButton entity={entity} />}
      />
    )
  }
  return record ? <RecordPage entity={entity} record={record} /> : <RecordSkeleton />
}

function RecordPage({ entity, record }: { entity: AnyEntity; record: RecordAnswer }) {
  const user = useUser()
  const slots = useSlots(entity.name)
  const search = useSearch({ strict: false }) as FlatSearch
  const panels = (slots.panels ?? []).filter(({ isFor }) => isFor?.(user, entity, record as Row) ?? true)
  // With a hand-made overview, the fields as entered have a tab of their own.
  const CustomOverview = slots.overview
  const tabs = [
    { id: 'overview', label: 'Overview' },
    ...panels.filter(({ place }) => place === 'tab'),
    ...(CustomOverview ? [{ id: 'details', label: 'Details' }] : []),
    { id: 'events', label: 'Events' },
    ...(maySeeHistory(user, entity, record as Row) ? [{ id: 'history', label: 'History' }] : []),
  ]
  // Whoever does not read changes of fields is shown the events under the address of the history.
  const tab = tabs.find((one) => one.id === search.tab)?.id ?? (search.tab === 'history' ? 'events' : 'overview')
  const open = useOpenTab('overview')
  const own = panels.find((panel) => panel.place === 'tab' && panel.id === tab)
  return (
    <>
      <RecordHeader entity={entity} record={record} />
      <RecordNotice entity={entity} status={record.status} />
      {entity.certified?.in.includes(record.status) && can(user, 'submission', 'L') ? (
        <Suspense fallback={null}>
          <OpenRequests record={record} />
        </Suspense>
      ) : null}
      {slots.isSentIn && can(user, 'submission', 'L') ? (
        <Suspense fallback={null}>
          <SentInAbout entity={entity} record={record} />
        </Suspense>
      ) : null}
      <PageTabs tabs={tabs} open={tab} onOpen={open}>
        {tab === 'overview' && CustomOverview ? (
          <>
            <FlagsPanel flags={record.flags ?? []} of={{ entity: entity.name, id: record.id }} />
            <Suspense fallback={<OverviewSkeleton />}>
              <CustomOverview entity={entity} record={record} />
            </Suspense>
          </>
        ) : null}
        {tab === 'details' || (tab === 'overview' && !CustomOverview) ? <Overview entity={entity} record={record} /> : null}
        {tab === 'events' ? <HistoryList entity={entity} record={record} /> : null}
        {tab === 'history' ? <HistoryList entity={entity} record={record} changes /> : null}
        {own ? (
          <Suspense fallback={<OverviewSkeleton />}>
            <own.part entity={entity} record={record} />
          </Suspense>
        ) : null}
      </PageTabs>
    </>
  )
}

/** Title, status and actions; hand-made view pages use it too. */
export function RecordHeader({ entity, record }: { entity: AnyEntity; record: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const slots = useSlots(entity.name)
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const status = fieldOf(entity, 'status')
  const possible = possibleEvents(entity, record)
  const next = firstEvent(entity, record, slots, format.today())
  const mayEdit = record.may.includes('edit')
  const here = { operator, entity: entity.name, id: record.id }
  const toEvent = () => void navigate({ to: '/private/farmbook/$operator/$entity/$id/create-event', params: here })
  const toEdit = () => void navigate({ to: '/private/farmbook/$operator/$entity/$id/edit', params: here })
  useHotkeys([
    ...(possible.length > 0 ? [{ keys: 'e', label: t('Record event'), group: t('On this page'), run: toEvent }] : []),
    ...(mayEdit ? [{ keys: 'E', label: t('Edit'), group: t('On this page'), run: toEdit }] : []),
  ])
  const edit = (look: 'contained' | 'outlined') => (
    <LinkButton
      to="/private/farmbook/$operator/$entity/$id/edit"
      params={here}
      variant={look}
      {...(look === 'outlined' ? { color: 'inherit' } : {})}
      fullWidth={isPhone && look === 'contained'}
      startIcon={<Edit />}
    >
      {t('Edit')}
    </LinkButton>
  )
  const mainlyEdits = mayEdit && !slots.suggestedEvent && !slots.defaultEvent && onlyEnds(entity, record)
  const primary = mainlyEdits ? (
    edit('contained')
  ) : next ? (
    <LinkButton
      to="/private/farmbook/$operator/$entity/$id/create-event"
      params={here}
      search={{ type: next }}
      variant="contained"
      fullWidth={isPhone}
      startIcon={<EventIcon type={next} icon={(entity.events as Record<string, EventSpec>)[next]?.icon} />}
    >
      {t((entity.events as Record<string, EventSpec>)[next]?.label ?? next)}
    </LinkButton>
  ) : possible.length > 0 ? (
    <LinkButton to="/private/farmbook/$operator/$entity/$id/create-event" params={here} variant="contained" fullWidth={isPhone} startIcon={<Add />}>
      {t('Record event')}
      <KeyHint>e</KeyHint>
    </LinkButton>
  ) : null
  const under = [
    record.code,
    ...(entity.subtitle ?? []).flatMap((name: string) => {
      const field = fieldOf(entity, name)
      const words = field ? formatValue(field, record[name], { t, format, refs: record.refs }) : ''
      return words ? [words] : []
    }),
  ]
  return (
    <>
      <PageHeader
        title={titleOf(record, slots, { t, format, refs: record.refs })}
        status={status ? <ShowValue field={status} value={record.status} /> : null}
        note={[...new Set(under)].join(' · ')}
        breadcrumbs={breadcrumbsOf(entity, parentsOf(entity, record))}
        actions={
          <>
            <MoreMenu entity={entity} record={record} primary={next} />
            {slots.actions?.map(({ id, part: Part }) => (
              <Suspense key={id} fallback={null}>
                <Part entity={entity} record={record} />
              </Suspense>
            ))}
            {mayEdit && !mainlyEdits ? edit('outlined') : null}
            {(next && possible.length > 1) || (slots.suggestedEvent && possible.length > 0) ? (
              <LinkButton to="/private/farmbook/$operator/$entity/$id/create-event" params={here} variant="outlined" color="inherit" startIcon={<Add />}>
                {t('Record event')}
                <KeyHint>e</KeyHint>
              </LinkButton>
            ) : null}
            {isPhone || slots.suggestedEvent ? null : primary}
          </>
        }
      />
      {isPhone && primary && !slots.hasInlineActions ? <PhoneAction>{primary}</PhoneAction> : null}
    </>
  )
}

/** What it belongs to, when that is one thing: the farmer of a parcel, the unit of an animal. What stands in the settings (seasons, breeds) owns nothing. */
function parentsOf(entity: AnyEntity, record: RecordAnswer): { id: string; title: string; entity: string }[] {
  const first = Object.entries(entity.fields as Record<string, Field>).find(
    ([, field]) => refersToOne(field) && field.required && field.by === 'person' && findEntity(field.target ?? '')?.group !== 'Settings',
  )
  const id = first ? record[first[0]] : undefined
  const ref = typeof id === 'string' ? record.refs?.[id] : undefined
  return ref && typeof id === 'string' ? [{ id, title: ref.title, entity: ref.entity }] : []
}

function Overview({ entity, record }: { entity: AnyEntity; record: RecordAnswer }) {
  const slots = useSlots(entity.name)
  const panels = slots.panels ?? []
  const at = (place: 'top' | 'side') =>
    panels
      .filter((panel) => panel.place === place)
      .map(({ id, part: Part }) => (
        <Suspense key={id} fallback={null}>
          <Part entity={entity} record={record} />
        </Suspense>
      ))
  return (
    <>
      {slots.overview ? null : <FlagsPanel flags={record.flags ?? []} of={{ entity: entity.name, id: record.id }} />}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {at('top')}
          <RecordSections entity={entity} record={record} />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {at('side')}
          <Related entity={entity} id={record.id} />
          <LatestEvents entity={entity} record={record} />
          <RecordFacts record={record} />
        </Box>
      </Box>
    </>
  )
}

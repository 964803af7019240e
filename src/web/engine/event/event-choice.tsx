// What happened? The events possible now, ordinary ones first, what changes the state apart.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkCard } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { breadcrumbsOf } from '../breadcrumbs.tsx'
import { EventIcon } from '../event-icons.tsx'
import { useSlots } from '../slots.ts'
import { firstEvent } from '../view/first-event.ts'
import { isGrave, notNow, possibleEvents } from '../view/next-action.ts'

type EventChoiceProps = {
  entity: AnyEntity
  record: RecordAnswer /** Of these types alone. */
  only?: readonly string[]
  title?: string /** On this device alone. */
  isUnsent?: boolean
}

export function EventChoice({ entity, record, only, title: heading, isUnsent = false }: EventChoiceProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const events = entity.events as Record<string, EventSpec>
  const possible = possibleEvents(entity, record).filter((type) => !only || only.includes(type))
  const next = firstEvent(entity, record, useSlots(entity.name), useFormat().today())
  const ordinary = possible.filter((type) => !isGrave(entity, events[type] as EventSpec)).sort((one, other) => Number(other === next) - Number(one === next))
  const grave = possible.filter((type) => !ordinary.includes(type))
  const group = (title: string, types: readonly string[]) =>
    types.length === 0 ? null : (
      <Box component="section" aria-label={title} sx={{ mb: 2.5 }}>
        <Typography variant="subtitle2" component="h2" color="textSecondary" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(270px, 1fr))' }, gap: 1 }}
        >
          {types.map((type) => (
            <li key={type}>
              <EventCard entity={entity} record={record} type={type} isNext={type === next} operator={operator} />
            </li>
          ))}
        </Box>
      </Box>
    )
  return (
    <Box sx={{ maxWidth: 900 }}>
      <PageHeader
        title={heading ?? t('What happened?')}
        note={`${record.title} · ${isUnsent ? t('Provisional') : record.code}`}
        breadcrumbs={breadcrumbsOf(entity, isUnsent ? [] : [record])}
      />
      {group(t('To record'), ordinary)}
      {group(t('Changes its status'), grave)}
      {isUnsent ? null : <NotNow entity={entity} record={record} {...(only ? { only } : {})} />}
    </Box>
  )
}

/** What this person records at other times, each with what stands against it now: nobody looks for it in vain, or fills it in for nothing. */
function NotNow({ entity, record, only }: Pick<EventChoiceProps, 'entity' | 'record' | 'only'>) {
  const { t } = useTranslation()
  const user = useUser()
  const closed = notNow(entity, record, user).filter(({ type }) => !only || only.includes(type))
  const events = entity.events as Record<string, EventSpec>
  const line = (label: string, why: string) => (
    <Box component="li" key={label} sx={{ py: 0.75 }}>
      <Typography component="span" sx={{ fontWeight: 500 }}>
        {label}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary">
        {why}
      </Typography>
    </Box>
  )
  // One reason often stands against several: it is said once.
  const byReason = Map.groupBy(
    closed.flatMap(({ type, why }) => ('need' in why ? [{ type, need: why.need }] : [])),
    ({ need }) => need,
  )
  const needs = [...byReason].map(([need, types]) => line(types.map(({ type }) => t(events[type]?.label ?? type)).join(', '), t(need)))
  const states = closed.flatMap(({ type, why }) =>
    'state' in why
      ? [
          line(
            t(events[type]?.label ?? type),
            t('Possible when it is: {{states}}', {
              states: (events[type]?.from ?? []).map((state) => t(entity.states[state]?.label ?? state)).join(', ') || '–',
            }),
          ),
        ]
      : [],
  )
  if (closed.length === 0) return null
  const list = (lines: readonly React.ReactNode[]) => (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {lines}
    </Box>
  )
  return (
    <Box component="section" aria-label={t('Not possible now')} sx={{ mb: 2.5 }}>
      <Typography variant="subtitle2" component="h2" color="textSecondary" sx={{ mb: 0.5 }}>
        {t('Not possible now')}
      </Typography>
      {needs.length > 0 ? list(needs) : null}
      {states.length > 0 ? (
        <Box component="details" sx={{ mt: 0.5 }}>
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 44, display: 'list-item', alignContent: 'center', color: 'text.secondary' }}>
            {t('In another state: {{count}}', { count: states.length })}
          </Box>
          {list(states)}
        </Box>
      ) : null}
    </Box>
  )
}

function EventCard({ entity, record, type, isNext, operator }: { entity: AnyEntity; record: RecordAnswer; type: string; isNext: boolean; operator: string }) {
  const { t } = useTranslation()
  const event = (entity.events as Record<string, EventSpec>)[type]
  const state = event?.to && event.to !== record.status ? entity.states[event.to] : undefined
  const under = event?.help ? t(event.help) : state ? t('Then: {{state}}', { state: t(state.label) }) : ''
  return (
    <Card sx={{ height: '100%', ...(isNext ? { borderColor: 'brand.ink', bgcolor: 'brand.softer' } : {}) }}>
      <LinkCard
        to="/private/farmbook/$operator/$entity/$id/create-event"
        params={{ operator, entity: entity.name, id: record.id }}
        search={{ type }}
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: 1.5, minHeight: 60, height: '100%' }}
      >
        <Box sx={{ width: 34, height: 34, borderRadius: 1, display: 'grid', placeItems: 'center', flexShrink: 0, bgcolor: 'brand.soft', color: 'brand.ink' }}>
          <EventIcon type={type} icon={event?.icon} />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1" component="div">
            {t(event?.label ?? type)}
          </Typography>
          {under ? (
            <Typography variant="caption" component="div" color="textSecondary">
              {under}
            </Typography>
          ) : null}
        </Box>
        <ChevronRight aria-hidden sx={{ color: 'ink3' }} />
      </LinkCard>
    </Card>
  )
}

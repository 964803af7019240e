// …/productionsystem/{id}/{species}/create-event: what happened to the dairy as a whole, or to one animal or pond of the
// system. The event itself is recorded at the address of what it happened to.

import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { entityOf } from '#domain/entities.ts'
import { dairyEvents } from '#domain/husbandry/dairy-events.ts'
import type { State } from '#domain/kernel/entity.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList, useOne } from '#web/api/queries.ts'
import { breadcrumbsOf } from '#web/engine/breadcrumbs.tsx'
import { EventChoice } from '#web/engine/event/event-choice.tsx'
import { LoadError } from '#web/engine/problem-view.tsx'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, LinkListItem } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

/** The word in the address, and the entity whose records it chooses among; a dairy is recorded as a whole. */
const speciesEntities: Readonly<Record<string, string>> = { cow: 'cow', goats: 'goat', sheep: 'sheep', aquaculture: 'aquacrop' }

export function SpeciesEvent() {
  const { id, species } = useParams({ strict: false }) as { id: string; species: string }
  if (species === 'dairy') return <DairyEvent id={id} />
  const entity = speciesEntities[species]
  return entity ? <ChooseOne key={`${entity} ${id}`} entityName={entity} id={id} /> : <NotFound />
}

function DairyEvent({ id }: { id: string }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data: record, error, refetch } = useOne('productionsystem', id)
  if (error && !record) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (!record) return <FormSkeleton />
  const only = Object.keys(dairyEvents)
  if (record.may.some((type) => only.includes(type)))
    return <EventChoice entity={entityOf('productionsystem')} record={record} only={only} title={t('What happened at the dairy?')} />
  return (
    <EmptyState
      isPage
      title={t('No milk can be recorded here now')}
      reason={t('It is no dairy, it is not active, or your role does not record events on it.')}
      actions={
        <LinkButton to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'productionsystem', id }} variant="contained">
          {t('Back to {{title}}', { title: record.title })}
        </LinkButton>
      }
    />
  )
}

function ChooseOne({ entityName, id }: { entityName: string; id: string }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const entity = entityOf(entityName)
  const [q, setQ] = useState('')
  const { data: system, error, refetch } = useOne('productionsystem', id)
  const living = Object.keys(entity.states).filter((status) => !entity.final?.includes(status) && status !== 'OFF_FARM')
  const list = useList(entityName, { q, filters: { productionSystemId: [id], status: living }, sort: 'title' }, { enabled: system !== undefined })
  const problem = (error && !system ? error : null) ?? (list.error && list.items.length === 0 ? list.error : null)
  if (problem) return <LoadError problem={problem} title={t('This could not be loaded')} retry={() => void Promise.all([refetch(), list.refetch()])} />
  if (!system) return <FormSkeleton />
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageHeader
        title={t('{{kind}}: to which one did it happen?', { kind: t(entity.plural) })}
        note={`${t(entity.plural)} · ${system.title} · ${system.code}`}
        breadcrumbs={breadcrumbsOf(entityOf('productionsystem'), [system])}
        actions={
          <LinkButton
            to="/private/farmbook/$operator/$entity/$id/create-event"
            params={{ operator, entity: 'productionsystem', id }}
            variant="outlined"
            color="inherit"
          >
            {t('To all of it')}
          </LinkButton>
        }
      />
      <TextField
        type="search"
        size="small"
        fullWidth
        value={q}
        onChange={(event) => setQ(event.target.value)}
        placeholder={t('Name, code or number')}
        slotProps={{ htmlInput: { 'aria-label': t('Search') } }}
        sx={{ mb: 1.5 }}
      />
      <Panel flush>
        {list.isPending ? <FormSkeleton /> : null}
        {list.items.map((one) => {
          const state = (entity.states as Record<string, State>)[one.status]
          return (
            <LinkListItem
              key={one.id}
              to="/private/farmbook/$operator/$entity/$id/create-event"
              params={{ operator, entity: entityName, id: one.id }}
              sx={{ gap: 1.5, minHeight: 56, borderBottom: '1px solid', borderColor: 'divider' }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{one.title}</Typography>
                <Typography variant="caption" color="textSecondary">
                  {one.code}
                </Typography>
              </Box>
              {state ? <StatusChip label={t(state.label)} tone={state.tone} /> : null}
              <ChevronRight aria-hidden sx={{ color: 'ink3' }} />
            </LinkListItem>
          )
        })}
        {!list.isPending && list.items.length === 0 ? (
          <EmptyState
            title={q ? t('Nothing is called “{{words}}” here', { words: q }) : t('None of these are kept here now')}
            reason={t('What is recorded stands with each animal or pond: enter it first.')}
            actions={
              <LinkButton to="/private/farmbook/$operator/$entity/create" params={{ operator, entity: entityName }} variant="contained">
                {t('Enter the first one')}
              </LinkButton>
            }
          />
        ) : null}
      </Panel>
      {list.hasNextPage ? (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {t('More are there than shown: type a name or number.')}
        </Typography>
      ) : null}
    </Box>
  )
}

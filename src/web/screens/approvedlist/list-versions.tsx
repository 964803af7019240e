// The versions of an operator's approved farmer lists, the newest first, and the way to draw up another.
import Box from '@mui/material/Box'
import type { Tone } from '#domain/kernel/field.ts'
import { approvedlist } from '#domain/people/approvedlist.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { line } from '../record-line.ts'

const states: Readonly<Record<string, { label: string; tone?: Tone }>> = approvedlist.states
export function ListVersions({ record: collective }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { items, refs, isPending, error, refetch } = useList('approvedlist', { filters: { operatorId: [collective.id] }, sort: '-createdAt' }, { limit: 50 })
  const step = (type: string, label: string) =>
    collective.may?.includes(type) ? (
      <LinkButton
        variant="outlined"
        color="inherit"
        size="small"
        to="/private/farmbook/$operator/$entity/$id/create-event"
        params={{ operator, entity: 'collective', id: collective.id }}
        search={{ type } as never}
      >
        {label}
      </LinkButton>
    ) : null
  const steps = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {step('APPROVAL_COMMITTEE', t('Approval committee'))}
      {step('LIST_DRAWN_UP', t('Draw up a version'))}
    </Box>
  )
  if (error) return <LoadError problem={error} title={t('The lists could not be loaded')} retry={() => void refetch()} />
  const nameOf = (id: unknown) => (typeof id === 'string' ? (refs[id]?.title ?? '') : '')
  return (
    <Panel title={t('Approved farmer lists')} action={steps} flush>
      {isPending ? (
        <ListSkeleton rows={4} columns={3} />
      ) : items.length === 0 ? (
        <EmptyState
          title={t('No list has been drawn up yet')}
          reason={t('Once every member is inspected and the committee has decided, the manager draws up the list and signs it.')}
        />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((list) => (
            <Box component="li" key={list.id} sx={line}>
              <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'approvedlist', id: list.id }}>
                  {t('Version {{version}}', { version: Number(list.versionNo) })}
                </TextLink>
                <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{[nameOf(list.schemeId), nameOf(list.seasonId)].filter(Boolean).join(' · ')}</Box>
              </Box>
              <Box sx={{ fontSize: 14, fontVariantNumeric: 'tabular-nums' }}>
                {[
                  t('as of {{day}}', { day: format.fullDate(String(list.asOf)) }),
                  `${t('Farmers')}: ${format.number(Number(list.farmersCount ?? 0))}`,
                  format.hectares(Number(list.areaHa ?? 0)),
                ].join(' · ')}
              </Box>
              <StatusChip
                {...(states[list.status]?.tone ? { tone: states[list.status]?.tone as Tone } : {})}
                label={t(states[list.status]?.label ?? list.status)}
              />
            </Box>
          ))}
        </Box>
      )}
    </Panel>
  )
}

// What waits for somebody: records in a state that asks for a decision, and records with open findings.

import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import type { StatusCounts } from '#domain/kernel/status-counts.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronRightOutlined as ChevronRight } from '#web/icons/chevron-right-outlined.ts'
import { ScheduleOutlined as Clock } from '#web/icons/schedule-outlined.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkListItem } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useOpenOverlaps } from '../landparcel/queries.ts'
import { filterSearch } from './opens.ts'

/** States out of which an approving event leads, and that wait for it. */
export const waitingStates = (entity: AnyEntity): string[] => {
  const decisions = Object.values(entity.events as Record<string, EventSpec>).filter((event) => event.right === 'approve' && event.from)
  return Object.keys(entity.states).filter((status) => entity.states[status]?.tone === 'pending' && decisions.some((event) => event.from?.includes(status)))
}

/** What waits, most urgent kind first: findings, then decisions. `statusCounts` undefined while it is being counted. */
export function Decisions({ statusCounts, more = [] }: { statusCounts: readonly StatusCounts[] | undefined; more?: readonly LineProps[] }) {
  const { t } = useTranslation()
  const counted = (statusCounts ?? []).flatMap(({ entity: name, counts, flagged, within }): LineProps[] => {
    const entity = entityOf(name)
    const plural = t(entity.plural)
    const waiting = waitingStates(entity).filter((status) => counts[status])
    return [
      ...(flagged
        ? [
            {
              tone: 'error' as const,
              entity: name,
              search: { ...filterSearch(within), 'filter[flag]': 'any' },
              title: t('{{plural}} with open findings', { plural }),
              count: flagged,
            },
          ]
        : []),
      ...waiting.map((status) => ({
        tone: 'pending' as const,
        entity: name,
        search: { ...filterSearch(within), 'filter[status]': status },
        title: `${plural}: ${t(entity.states[status]?.label ?? status)}`,
        count: counts[status] ?? 0,
      })),
    ]
  })
  const lines = statusCounts ? [...counted, ...more] : []
  return (
    <Panel title={t('Needs a decision')} note={lines.length > 0 ? String(lines.reduce((sum, { count }) => sum + count, 0)) : null} flush>
      {statusCounts ? null : <Skeleton variant="rectangular" height={156} />}
      {statusCounts && lines.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('Nothing waits for you.')}</Box> : null}
      {lines
        .toSorted((one, other) => Number(other.tone === 'error') - Number(one.tone === 'error'))
        .map((line) => (
          <Line key={`${line.entity} ${line.title}`} {...line} />
        ))}
    </Panel>
  )
}

/** The overlaps in which this person's word is missing: no record counts them, so that they are asked for by themselves. */
export function useOverlapLine(): readonly LineProps[] {
  const { t } = useTranslation()
  const { items = [] } = useOpenOverlaps({ enabled: can(useUser(), 'landparcel', 'V') })
  const count = items.filter(({ isYours }) => isYours).length
  return count ? [{ tone: 'pending', entity: 'landparcel', search: { mode: 'overlaps' }, title: t('Overlaps: your turn'), count }] : []
}

type LineProps = { tone: Tone; entity: string; search: Record<string, string>; title: string; count: number }

function Line({ tone, entity, search, title, count }: LineProps) {
  const format = useFormat()
  const operator = useOperator()
  const Icon = tone === 'error' ? Warning : Clock
  return (
    <LinkListItem
      to="/private/farmbook/$operator/$entity/list"
      params={{ operator, entity }}
      search={search}
      sx={{ gap: 1.5, minHeight: 52, borderBottom: '1px solid', borderColor: 'divider' }}
    >
      <Box sx={{ width: 26, height: 26, borderRadius: 1, display: 'grid', placeItems: 'center', bgcolor: `tone.${tone}.soft`, color: `tone.${tone}.ink` }}>
        <Icon aria-hidden sx={{ fontSize: 16 }} />
      </Box>
      <Typography sx={{ flex: 1, fontWeight: 500 }}>{title}</Typography>
      <Typography sx={{ fontWeight: 600 }}>{format.number(count)}</Typography>
      <ChevronRight aria-hidden sx={{ color: 'ink3' }} />
    </LinkListItem>
  )
}

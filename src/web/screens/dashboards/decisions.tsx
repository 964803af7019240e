// What waits for somebody: records in a state that asks for a decision, and records with open findings.
import ChevronRight from '@mui/icons-material/ChevronRightOutlined'
import Clock from '@mui/icons-material/ScheduleOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import { useCount } from '#web/api/queries.ts'
import { narrow } from '#web/engine/list/list-state.ts'
import { seasonField, useSeason } from '#web/engine/season.ts'
import { useFormat } from '#web/format/use-format.ts'
import { LinkListItem } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useStatusCounts } from './standing.tsx'

/** States out of which an approving event leads, and that wait for it. */
export const waitingStates = (entity: AnyEntity): string[] => {
  const decisions = Object.values(entity.events as Record<string, EventSpec>).filter((event) => event.right === 'approve' && event.from)
  return Object.keys(entity.states).filter((status) => entity.states[status]?.tone === 'pending' && decisions.some((event) => event.from?.includes(status)))
}

export function Decisions({ entities }: { entities: readonly AnyEntity[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Needs a decision')} flush>
      <Box sx={{ '&:not(:has(a))::after': { content: `"${t('Nothing waits for you.')}"`, display: 'block', p: 2, color: 'text.secondary' } }}>
        {entities.map((entity) => (
          <Lines key={entity.name} entity={entity} />
        ))}
      </Box>
    </Panel>
  )
}

function Lines({ entity }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  const season = useSeason()
  const waiting = waitingStates(entity)
  const counts = useStatusCounts(entity, waiting.length > 0)
  const flagged = useCount(entity.name, narrow({ q: '', sort: '', filters: { flag: ['any'] } }, seasonField(entity), season.id))
  const plural = t(entity.plural)
  return (
    <>
      {counts
        .filter(({ status, count }) => waiting.includes(status) && count)
        .map(({ status, label, count }) => (
          <Line key={status} tone="pending" entity={entity.name} search={{ 'filter[status]': status }} title={`${plural}: ${t(label)}`} count={count ?? 0} />
        ))}
      {flagged.data ? (
        <Line
          tone="error"
          entity={entity.name}
          search={{ 'filter[flag]': 'any' }}
          title={t('{{plural}} with open findings', { plural })}
          count={flagged.data}
        />
      ) : null}
    </>
  )
}

function Line({ tone, entity, search, title, count }: { tone: Tone; entity: string; search: Record<string, string>; title: string; count: number }) {
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

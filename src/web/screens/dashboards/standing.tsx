// Where everything stands: each entity's records by status on one bar, every part leading to its list.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnyEntity, State } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import type { ListAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { type ListQuery, listParams } from '#web/api/list-query.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { narrow } from '#web/engine/list/list-state.ts'
import { seasonField, useSeason } from '#web/engine/season.ts'
import { useFormat } from '#web/format/use-format.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'

export type StatusCount = { status: string; label: string; tone: Tone; count: number | undefined }

/** How many records stand in each state, within the season chosen at the top where there is one. */
export function useStatusCounts(entity: AnyEntity, enabled = true): StatusCount[] {
  const operator = useOperator()
  const season = useSeason()
  const states = Object.entries(entity.states as Record<string, State>)
  const query = (status: string): ListQuery => narrow({ q: '', sort: '', filters: { status: [status] } }, seasonField(entity), season.id)
  const results = useQueries({
    queries: states.map(([status]) => ({
      queryKey: [...keys.list(operator, entity.name, query(status)), 'count'],
      enabled,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call<ListAnswer>(entityPath(operator, entity.name), { signal, query: listParams(query(status), { limit: '1', count: 'true' }) })).total,
    })),
  })
  return states.map(([status, { label, tone }], at) => ({ status, label, tone, count: results[at]?.data }))
}

/** Bars are drawn in the fuller ink of a status; the words beside carry the meaning. */
const fill: Record<Tone, string> = {
  success: '#2B7A4B',
  error: '#B3362B',
  progress: '#1E67A8',
  pending: '#C9A227',
  neutral: '#B9C3BD',
  organic: '#2B7A4B',
  ic2: '#7FA644',
  ic1: '#C9A227',
  conventional: '#8C9490',
}

export function Standing({ entities }: { entities: readonly AnyEntity[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Where everything stands')} flush>
      {entities.map((entity) => (
        <Bar key={entity.name} entity={entity} />
      ))}
    </Panel>
  )
}

function Bar({ entity }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const counts = useStatusCounts(entity)
  const isCounting = counts.some(({ count }) => count === undefined)
  const some = counts.filter(({ count }) => (count ?? 0) > 0)
  const total = some.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '150px minmax(0, 1fr)' },
        columnGap: 2,
        rowGap: 0.75,
        px: 2,
        py: 1.25,
        borderBottom: '1px solid',
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1 }}>
        <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: entity.name }} sx={{ color: 'text.primary' }}>
          {t(entity.plural)}
        </TextLink>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {isCounting ? '' : format.number(total)}
        </Box>
      </Box>
      <Box>
        {isCounting ? (
          <Skeleton height={16} />
        ) : (
          <Box
            aria-hidden
            sx={{ display: 'flex', gap: '2px', height: 10, mt: 0.5, borderRadius: 1, overflow: 'hidden', bgcolor: total === 0 ? 'divider' : 'transparent' }}
          >
            {some.map(({ status, tone, count }) => (
              <Box key={status} sx={{ flexGrow: count ?? 0, flexBasis: 3, bgcolor: fill[tone] }} />
            ))}
          </Box>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 0.75, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, fontSize: 13 }}>
          {some.map(({ status, label, tone, count }) => (
            <li key={status}>
              <TextLink
                to="/private/farmbook/$operator/$entity/list"
                params={{ operator, entity: entity.name }}
                search={{ 'filter[status]': status }}
                sx={{ color: 'text.secondary', fontWeight: 400, display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: { xs: 32, sm: 20 } }}
              >
                <Box aria-hidden component="span" sx={{ width: 9, height: 9, borderRadius: '2px', bgcolor: fill[tone] }} />
                {t(label)}{' '}
                <Box component="span" sx={{ color: 'text.primary', fontWeight: 600 }}>
                  {format.number(count ?? 0)}
                </Box>
              </TextLink>
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  )
}

// Where everything stands: each entity's records by status on one bar, every part leading to its list.
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { entityOf } from '#domain/entities.ts'
import type { State } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import type { StatusCounts as Counted } from '#domain/kernel/status-counts.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { filterSearch } from './opens.ts'

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

/** `statusCounts` undefined while it is being counted; `expected` bars are drawn then. */
export function StatusBars({ statusCounts, expected }: { statusCounts: readonly Counted[] | undefined; expected: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Where everything stands')} flush>
      {expected.map((name) => (
        <Bar key={name} name={name} counted={statusCounts?.find(({ entity }) => entity === name)} />
      ))}
    </Panel>
  )
}

function Bar({ name, counted }: { name: string; counted: Counted | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const entity = entityOf(name)
  const isCounting = !counted
  const some = Object.entries(entity.states as Record<string, State>)
    .map(([status, { label, tone }]) => ({ status, label, tone, count: counted?.counts[status] ?? 0 }))
    .filter(({ count }) => count > 0)
  const total = some.reduce((sum, { count }) => sum + count, 0)
  const within = filterSearch(counted?.within)
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
        <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: entity.name }} search={within} sx={{ color: 'text.primary' }}>
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
              <Box key={status} sx={{ flexGrow: count, flexBasis: 3, bgcolor: fill[tone] }} />
            ))}
          </Box>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 0.75, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, fontSize: 13 }}>
          {some.map(({ status, label, tone, count }) => (
            <li key={status}>
              <TextLink
                to="/private/farmbook/$operator/$entity/list"
                params={{ operator, entity: entity.name }}
                search={{ ...within, 'filter[status]': status }}
                sx={{ color: 'text.secondary', fontWeight: 400, display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: { xs: 32, sm: 20 } }}
              >
                <Box aria-hidden component="span" sx={{ width: 9, height: 9, borderRadius: '2px', bgcolor: fill[tone] }} />
                {t(label)}{' '}
                <Box component="span" sx={{ color: 'text.primary', fontWeight: 600 }}>
                  {format.number(count)}
                </Box>
              </TextLink>
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  )
}

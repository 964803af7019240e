// The inspector's days: what is overdue, today's visits and the two weeks to come, village by village, each opened with one tap.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { inspectionReasons } from '#domain/certification/inspection-terms.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import type { ListPartProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const ahead = 14

export function InspectionDay({ query }: ListPartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const today = format.today()
  const isInspector = user.grants.some(({ role }) => role === 'INTERNAL_INSPECTOR' || role === 'CERTIFICATION_BODY_AUDITOR')
  const filters = Object.fromEntries(Object.entries(query.filters).filter(([name]) => name !== 'status' && !name.startsWith('plannedOn')))
  const { items, isPending } = useList(
    'inspection',
    {
      q: query.q,
      sort: 'plannedOn',
      filters: { ...filters, ...(isInspector ? { inspectorId: [user.id] } : {}), status: ['PLANNED', 'IN_PROGRESS'], 'plannedOn.lte': [addDays(today, ahead)] },
    },
    { limit: 200 },
  )
  if (isPending) return <ListSkeleton />
  const dayOf = ({ plannedOn }: RecordAnswer) => String(plannedOn)
  const overdue = items.filter((one) => dayOf(one) < today)
  const days = Map.groupBy(
    items.filter((one) => dayOf(one) >= today),
    dayOf,
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 860 }}>
      {overdue.length > 0 ? (
        <Panel title={t('Overdue')} note={t('{{count}} visits', { count: overdue.length })} flush>
          <Visits visits={overdue} withDay />
        </Panel>
      ) : null}
      {[...days].map(([day, visits]) => (
        <Panel key={day} title={day === today ? t('Today') : format.longDay(day)} note={t('{{count}} visits', { count: visits.length })} flush>
          <Visits visits={visits} />
        </Panel>
      ))}
      {items.length === 0 ? (
        <Panel>
          <Box sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>{t('No visit is planned for the coming two weeks.')}</Box>
        </Panel>
      ) : null}
    </Box>
  )
}

function Visits({ visits, withDay = false }: { visits: readonly RecordAnswer[]; withDay?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const inVillages = [...visits].sort((one, other) => String(one.village).localeCompare(String(other.village)) || one.title.localeCompare(other.title))
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {inVillages.map((visit) => (
        <Box
          component="li"
          key={visit.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) auto',
            gap: 1.5,
            alignItems: 'center',
            px: 2,
            py: 1.25,
            borderBottom: '1px solid',
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'inspection', id: visit.id }}>
              {visit.title}
            </TextLink>
            <Typography variant="body2" color="textSecondary">
              {[
                visit.village,
                withDay ? format.recentDay(String(visit.plannedOn)) : null,
                visit.reason ? t(inspectionReasons[visit.reason as keyof typeof inspectionReasons]) : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
          {visit.status === 'IN_PROGRESS' ? (
            <StatusChip
              tone="progress"
              label={t('{{done}} of {{all}} answered', { done: Number(visit.answeredCount ?? 0), all: Number(visit.questionCount ?? 0) })}
            />
          ) : null}
        </Box>
      ))}
    </Box>
  )
}

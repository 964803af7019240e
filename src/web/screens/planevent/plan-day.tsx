// The work of an officer by day: what is due in his villages today and in the days to come, each recorded with one tap. Whose villages
// they are, the server knows.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { addDays } from '#domain/kernel/day.ts'
import type { RecordAnswer, Refs } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import type { ListPartProps } from '#web/engine/slots.ts'
import { Listen } from '#web/engine/view/listen.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { dueFirst, planFields } from './plan-bars.ts'

const ahead = 7
/** Days before the end of a window from which it presses. */
const nearEnd = 3
const mostShown = 25

export function PlanDay({ query }: ListPartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = format.today()
  const filters = Object.fromEntries(Object.entries(query.filters).filter(([name]) => name !== 'status' && !name.startsWith('due')))
  const open = useList('planevent', { q: query.q, sort: 'windowEnd', filters: { ...filters, status: ['DUE'] } }, { limit: 200, fields: planFields })
  const coming = useList(
    'planevent',
    { q: query.q, sort: 'due', filters: { ...filters, status: ['PLANNED'], 'due.lte': [addDays(today, ahead)] } },
    { limit: 200, fields: planFields },
  )
  const refs = { ...open.refs, ...coming.refs }
  const days = Map.groupBy(coming.items, ({ due }) => String(due))
  const isEmpty = open.isSuccess && coming.isSuccess && open.items.length + coming.items.length === 0
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 860 }}>
      {open.items.length > 0 ? (
        <Panel title={t('Today')} note={open.total === undefined ? '' : t('{{count}} steps', { count: open.total })} flush>
          <Steps steps={dueFirst(open.items)} refs={refs} today={today} />
        </Panel>
      ) : null}
      {[...days].map(([day, steps]) => (
        <Panel key={day} title={format.longDay(day)} note={t('{{count}} steps', { count: steps.length })} flush>
          <Steps steps={steps} refs={refs} today={today} />
        </Panel>
      ))}
      {isEmpty ? (
        <Panel>
          <Box sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>{t('Nothing is due today or in the coming week.')}</Box>
        </Panel>
      ) : null}
    </Box>
  )
}

function Steps({ steps: all, refs, today }: { steps: readonly RecordAnswer[]; refs: Refs; today: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const steps = isOpen ? all : all.slice(0, mostShown)
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {steps.map((step) => {
        const names = [step.farmerId, step.cropId ?? step.poultryBatchId ?? step.aquaCropId].flatMap((id) =>
          typeof id === 'string' ? (refs[id]?.title ?? []) : [],
        )
        return (
          <Box
            component="li"
            key={step.id}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 130px auto' },
              columnGap: 1.5,
              rowGap: 0.5,
              alignItems: 'center',
              px: 2,
              py: 1.25,
              borderBottom: '1px solid',
              borderColor: 'divider',
              '&:last-of-type': { borderBottom: 0 },
            }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ fontWeight: 500 }}>{step.title}</Box>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {[...names, step.village].filter(Boolean).join(' · ')}
              </Typography>
              <Listen step={step} />
            </Box>
            <Box sx={{ gridRow: { xs: 2, sm: 'auto' } }}>
              <EndChip step={step} today={today} />
            </Box>
            <Box sx={{ gridRow: { xs: '1 / 3', sm: 'auto' }, gridColumn: { xs: 2, sm: 'auto' } }}>
              <RecordStep step={step} />
            </Box>
          </Box>
        )
      })}
      {steps.length < all.length ? (
        <Box component="li" sx={{ p: 1, textAlign: 'center' }}>
          <Button onClick={() => setOpen(true)}>{t('Show all {{number}}', { number: all.length })}</Button>
        </Box>
      ) : null}
    </Box>
  )
}

/** Work on the ground under all crops of a cropping system. */
const onGround: ReadonlySet<unknown> = new Set(['LAND_PREP', 'INPUT_APPLICATION', 'COVER_CROP'])

/** The form that does it, on what it is planned for. */
function RecordStep({ step }: { step: RecordAnswer }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const subjects = [
    ['croppingsystem', onGround.has(step.eventType) ? step.croppingSystemId : null],
    ['crop', step.cropId],
    ['croppingsystem', step.croppingSystemId],
    ['poultrybatch', step.poultryBatchId],
    ['aquacrop', step.aquaCropId],
  ] as const
  const [entity, id] = subjects.find(([, one]) => typeof one === 'string') ?? []
  if (!entity || typeof id !== 'string') return null
  return (
    <LinkButton
      to="/private/farmbook/$operator/$entity/$id/create-event"
      params={{ operator, entity, id }}
      search={{ plan_event_id: step.id }}
      variant="outlined"
      size="small"
      aria-label={t('Record {{event}}', { event: step.title })}
    >
      {t('Record it')}
    </LinkButton>
  )
}

/** When its window ends, and whether that is near. */
function EndChip({ step, today }: { step: RecordAnswer; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const end = typeof step.windowEnd === 'string' ? step.windowEnd : null
  if (step.status !== 'DUE' || !end) return null
  if (end === today) return <StatusChip tone="error" label={t('Last day')} />
  return <StatusChip tone={end <= addDays(today, nearEnd) ? 'pending' : 'neutral'} label={t('to {{date}}', { date: format.dateWithin(end) })} />
}

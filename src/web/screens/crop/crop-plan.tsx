// The calendar of a crop: what its package asks for against what was done, and the step that is to be done next.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate } from '@tanstack/react-router'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { Listen } from '#web/engine/view/listen.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronRightOutlined as ArrowIcon } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { dueFirst, linesOfSteps, planFields } from '../planevent/plan-bars.ts'
import { PlanChart, PlanKey } from '../planevent/plan-chart.tsx'

export const usePlan = (crop: RecordAnswer) =>
  useList('planevent', { filters: { cropId: [crop.id] }, sort: 'due' }, { limit: 200, fields: planFields, enabled: typeof crop.popId === 'string' })

export function CropPlan({ crop }: { crop: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const { items } = usePlan(crop)
  const popId = typeof crop.popId === 'string' ? crop.popId : null
  const mayFollow = crop.may.includes('PACKAGE_ASSIGNED')
  const params = { operator, entity: 'crop', id: crop.id }
  const follow = (words: string) => (
    <LinkButton size="small" variant="text" to="/private/farmbook/$operator/$entity/$id/create-event" params={params} search={{ type: 'PACKAGE_ASSIGNED' }}>
      {words}
    </LinkButton>
  )
  if (!popId)
    return mayFollow ? (
      <Panel title={t('Plan')} action={follow(t('Follow a package of practices'))}>
        <Box sx={{ color: 'text.secondary' }}>{t('This crop follows no package of practices: nothing is planned.')}</Box>
      </Panel>
    ) : null
  const lines = linesOfSteps(items)
  const done = items.filter(({ status }) => status === 'DONE_ON_TIME' || status === 'DONE_LATE').length
  const requested = items.filter(({ status }) => status !== 'NOT_APPLICABLE').length
  return (
    <Panel
      title={t('Plan and actual')}
      note={requested > 0 ? t('{{done}} of {{all}} steps done', { done: format.number(done), all: format.number(requested) }) : ''}
      action={mayFollow ? follow(t('Follow another package')) : undefined}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 1, justifyContent: 'space-between' }}>
        <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'pop', id: popId }}>
          {crop.refs?.[popId]?.title ?? t('Package of practices')}
        </TextLink>
        <PlanKey />
      </Box>
      <PlanChart
        lines={lines}
        label={t('Plan and actual')}
        today={format.today()}
        onOpen={(id) => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'planevent', id } })}
      />
    </Panel>
  )
}

/** The step whose window ends first; null where nothing of the plan is due. */
export function useDueStep(crop: RecordAnswer): RecordAnswer | null {
  const { items } = usePlan(crop)
  return dueFirst(items)[0] ?? null
}

export function DueStep({ crop, step }: { crop: RecordAnswer; step: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  // At a phone's foot stands the coloured button already.
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const isOnCrop = crop.may.includes(String(step.eventType))
  const [due, end] = [String(step.due), String(step.windowEnd)]
  return (
    <Card sx={{ p: 2, borderColor: 'primary.light', background: 'linear-gradient(to bottom, #FEF4E8, #fff 60%)' }}>
      <Typography variant="subtitle2" sx={{ color: 'brand.text' }}>
        {t('Next')}
      </Typography>
      <Typography variant="h2" sx={{ mt: 0.25 }}>
        {step.title}
      </Typography>
      <Typography sx={{ mt: 0.5, mb: 1.5 }} color="text.secondary">
        {t('Due on {{date}}, window open to {{end}}.', { date: format.dateWithin(due), end: format.dateWithin(end) })}
      </Typography>
      <Box sx={{ mb: 1.5 }}>
        <Listen step={step} />
      </Box>
      <LinkButton
        fullWidth
        variant={isPhone ? 'outlined' : 'contained'}
        endIcon={<ArrowIcon />}
        to="/private/farmbook/$operator/$entity/$id/create-event"
        params={{ operator, entity: isOnCrop ? 'crop' : 'croppingsystem', id: isOnCrop ? crop.id : String(crop.croppingSystemId) }}
        search={{ plan_event_id: step.id }}
      >
        {t('Record it')}
      </LinkButton>
    </Card>
  )
}

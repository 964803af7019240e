// A package of practices on its days: the stages as a band, each step as a mark with its repeats, and what is aimed at as
// curves; the table of steps beside it stays in the details.
import Box from '@mui/material/Box'
import type { Field } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { Related } from '#web/engine/view/related.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useDetailRows } from '../detail-rows.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { boundWords } from '../pop/bound-words.ts'
import { StepLanguages, stepsIn } from '../pop/step-languages.tsx'
import { PopDays } from './pop-days.tsx'
import { PopTargets, type Target } from './pop-targets.tsx'
import type { PopStage, PopStep } from './pop-timeline.ts'

export function PopOverview({ entity, record }: PanelProps) {
  const { t, i18n } = useTranslation()
  const steps = stepsIn(i18n.language, (record.planEvents ?? []) as PopStep[])
  const stages = (record.stages ?? []) as PopStage[]
  const types = (entity.fields.planEvents?.fields?.eventType as Field | undefined)?.choices ?? []
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Panel title={t('Calendar')} note={t('days from: {{anchor}}', { anchor: anchorOf(entity, record, t) })}>
          <PopDays steps={steps} stages={stages} durationDays={Number(record.durationDays)} />
        </Panel>
        <StepList entity={entity.name} steps={steps} typeOf={(type) => t(types.find(({ value }) => value === type)?.label ?? type)} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <About entity={entity} record={record} />
        <Panel title={t('Languages')}>
          <StepLanguages of={record} />
        </Panel>
        <PopTargets targets={(record.targets ?? []) as Target[]} />
        <Related entity={entity} id={record.id} />
      </Box>
    </Box>
  )
}

function anchorOf(entity: PanelProps['entity'], record: RecordAnswer, t: ReturnType<typeof useTranslation>['t']): string {
  const choices = (entity.fields.anchor as Field | undefined)?.choices ?? []
  return t(choices.find(({ value }) => value === record.anchor)?.label ?? '')
}

const details = [
  'birdType',
  'speciesGroup',
  'strainId',
  'managementType',
  'organic',
  'durationDays',
  'regions',
  'season',
  'validFrom',
  'validTo',
  'basedOnId',
  'publishedOn',
] as const

function About({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const detailRows = useDetailRows(entity, record)
  return (
    <Panel
      title={t('What it is for')}
      action={
        <LinkButton
          size="small"
          variant="text"
          to="/private/farmbook/$operator/$entity/create"
          params={{ operator, entity: entity.name }}
          search={{ duplicate_from_id: record.id }}
        >
          {t('Duplicate')}
        </LinkButton>
      }
    >
      <FigureRows rows={detailRows(details)} />
    </Panel>
  )
}

function StepList({ entity, steps, typeOf }: { entity: string; steps: readonly PopStep[]; typeOf: (type: string) => string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const when = ({ offsetDays, repeatEveryDays, repeatUntilDay }: PopStep) => {
    const [from, until] = [offsetDays, repeatUntilDay ?? offsetDays].map((day) => format.number(day))
    if (!repeatEveryDays) return t('day {{day}}', { day: from })
    return repeatEveryDays === 1
      ? t('day {{from}} to {{until}}, every day', { from, until })
      : t('day {{from}} to {{until}}, every {{count}} days', { from, until, count: repeatEveryDays })
  }
  const boundsIn = (step: PopStep) => (step.bounds ?? []).map((bound) => boundWords(bound, { entity, eventType: step.eventType }, { t, format }))
  return (
    <Panel title={t('Steps')} note={format.number(steps.length)}>
      <FigureRows
        rows={[...steps]
          .sort((one, other) => one.offsetDays - other.offsetDays)
          .map((step) => ({
            key: step.code,
            label: step.name,
            note: [typeOf(step.eventType), step.critical ? t('Critical') : '', ...boundsIn(step)].filter(Boolean).join(' · '),
            value: when(step),
            strong: false,
          }))}
      />
    </Panel>
  )
}

// A package of practices as what it is: a calendar in days, with each step and its window; then the steps in words.
import Box from '@mui/material/Box'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { Related } from '#web/engine/view/related.tsx'
import { formatValue } from '#web/fields/format-value.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useDetailRows } from '../detail-rows.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { calendarsOf, type PopStep } from './pop-calendar.ts'
import { ChartKey, PopChart } from './pop-chart.tsx'
import { PopSteps } from './pop-steps.tsx'
import { StepLanguages, stepsIn } from './step-languages.tsx'

export function PopOverview({ entity, record: pop }: PanelProps) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const fields = entity.fields as Fields
  const stepFields = fields.planEvents?.fields ?? {}
  const steps = stepsIn(i18n.language, (pop.planEvents as PopStep[] | null) ?? [])
  const calendars = calendarsOf(steps)
  const refs = pop.refs ?? {}
  const nameOf = (anchor: string) => formatValue(stepFields.anchor as Field, anchor, { t, format, refs })
  const facts = useDetailRows(
    entity,
    pop,
  )(['cropTypeId', 'varietyIds', 'collectiveId', 'regions', 'waterRegimes', 'season', 'durationDays', 'validFrom', 'validTo', 'basedOnId', 'publishedOn'])
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {calendars.map((calendar) => (
        <Panel
          key={calendar.anchor}
          title={calendar.anchor === 'SOWING' ? t('Calendar') : t('Counted from: {{anchor}}', { anchor: nameOf(calendar.anchor) })}
          note={calendar.anchor === 'SOWING' ? t('days from sowing') : undefined}
          action={calendar === calendars[0] ? <ChartKey /> : undefined}
        >
          <PopChart calendar={calendar} nought={nameOf(calendar.anchor)} label={t('Calendar')} />
        </Panel>
      ))}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: 2, lg: 1 } }}>
          {calendars.map((calendar) => (
            <Panel
              key={calendar.anchor}
              title={calendar === calendars[0] ? t('Steps') : t('Counted from: {{anchor}}', { anchor: nameOf(calendar.anchor) })}
              note={t('{{count}} steps', { count: calendar.rows.length })}
              flush
            >
              <PopSteps calendar={calendar} fields={stepFields} refs={refs} />
            </Panel>
          ))}
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0, order: { xs: 1, lg: 2 } }}>
          <Panel title={t('Where and when')}>
            <FigureRows rows={facts} />
          </Panel>
          <Panel title={t('Languages')}>
            <StepLanguages of={pop} />
          </Panel>
          {Array.isArray(pop.inputItemIds) && pop.inputItemIds.length > 0 ? (
            <Panel title={t('Allowed inputs')}>
              <ShowValue field={fields.inputItemIds as Field} value={pop.inputItemIds} refs={refs} />
            </Panel>
          ) : null}
          <Related entity={entity} id={pop.id} />
          <LatestEvents entity={entity} record={pop} />
          <RecordFacts record={pop} />
        </Box>
      </Box>
    </Box>
  )
}

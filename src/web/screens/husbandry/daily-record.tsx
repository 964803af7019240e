// A flock's day on one screen of a phone: what died, what it ate and drank, and the eggs of a flock that lays. Only the
// classes of birds that were placed are asked for; the rest stands behind a button.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useContext, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { FlockCard } from '#domain/husbandry/husbandry-cards.ts'
import { poultrybatch } from '#domain/husbandry/poultrybatch.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useOne } from '#web/api/queries.ts'
import { breadcrumbsOf } from '#web/engine/breadcrumbs.tsx'
import { eventBodySchema, eventFormFields, isRecordedLate } from '#web/engine/event/event-body.ts'
import { FindingsDialog } from '#web/engine/event/findings-dialog.tsx'
import { stepEvidence } from '#web/engine/event/planned.ts'
import { useEventSending } from '#web/engine/event/use-event-sending.ts'
import { FormFrame } from '#web/engine/form/form-frame.tsx'
import { FieldGrid } from '#web/engine/form/form-sections.tsx'
import { formResolver } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import { part } from '#web/engine/part.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { EventFormProps } from '#web/engine/slots.ts'
import { type FormValues, initialFormValues } from '#web/fields/form-values.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { toWallClock } from '#web/format/zone.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { defaultDay } from './default-day.ts'

const StepEvidence = part(() => import('#web/engine/event/step-evidence.tsx'), 'StepEvidence')
const spec = poultrybatch.events.DAILY_RECORD as EventSpec
const formFields = eventFormFields(spec)

export function DailyRecord({ id }: EventFormProps) {
  const { t } = useTranslation()
  const { plan_event_id: planId } = useSearch({ strict: false }) as FlatSearch
  const { data: flock, error, refetch } = useOne('poultrybatch', id)
  const { data: plan, error: noPlan } = useOne('planevent', planId)
  if (error && !flock) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  return flock && (!planId || plan || noPlan) ? <DayForm flock={flock} plan={plan ?? null} /> : <FormSkeleton />
}

/** `plan`: the step of a package that this day is recorded for; what it asks to be shown is asked for here. */
function DayForm({ flock, plan }: { flock: RecordAnswer; plan: RecordAnswer | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timezone: zone } = useContext(FormatSettings)
  const [now] = useState(() => new Date())
  const [withClimate, setWithClimate] = useState(false)
  const card = flock.extra as FlockCard | undefined
  const { classes, lays, last } = defaultDay(flock, card)
  const defaultValues = useMemo((): FormValues => {
    const none = Object.fromEntries(Object.entries(spec.fields).flatMap(([name, { kind, required }]) => (kind === 'integer' && required ? [[name, 0]] : [])))
    return { ...initialFormValues(formFields, { ...none, day: format.today() }, zone), occurredAt: toWallClock(now, zone) }
  }, [format, now, zone])
  const resolver = useMemo(() => formResolver({ fields: formFields, schema: eventBodySchema(spec), zone }, t, format), [zone, t, format])
  const form = useForm<FormValues, unknown, FormValues>({ defaultValues, resolver, mode: 'onTouched' })
  const draft = useDraft(form, `poultrybatch:${flock.id}:DAILY_RECORD${plan ? `:${plan.id}` : ''}`, null)
  const required = stepEvidence(plan)
  const sending = useEventSending({
    ...{ entity: 'poultrybatch', id: flock.id, type: 'DAILY_RECORD', form, fields: formFields, draft },
    ...{ planEventId: plan?.id, withPosition: required.includes('GPS') },
  })
  const occurredAt = useWatch({ control: form.control, name: 'occurredAt' }) as string
  const ask = (...names: readonly string[]) => names.flatMap((name) => (formFields[name] ? [[name, formFields[name]] as const] : []))
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageHeader
        title={t(spec.label)}
        note={`${flock.title} · ${t('{{number}} birds alive', { number: format.number(Number(flock.aliveCount ?? 0)) })}`}
        breadcrumbs={breadcrumbsOf(poultrybatch, [flock])}
      />
      {required.length > 0 ? (
        <Suspense fallback={null}>
          <StepEvidence required={required} control={form.control} zone={zone} without={{ entity: 'poultrybatch', id: flock.id, type: 'DAILY_RECORD' }} />
        </Suspense>
      ) : null}
      <FormFrame
        form={form}
        fields={formFields}
        draft={draft}
        problem={sending.problem}
        submit={t('Record')}
        busy={sending.busy}
        isDone={sending.isDone}
        onSubmit={(values) => sending.send(values, t('Recorded: {{event}}', { event: t(spec.label) }))}
        onCancel={sending.toRecord}
      >
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Panel>
            <FieldGrid fields={ask('day', 'occurredAt', ...(isRecordedLate(occurredAt, format) ? ['lateReason'] : []))} />
          </Panel>
          <Panel title={t('Deaths and culls')}>
            <FieldGrid fields={ask(...classes.flatMap((one) => [`dead${one}`, `culled${one}`]))} />
          </Panel>
          {lays ? (
            <Panel title={t('Eggs')} note={last?.eggs ? t('{{day}}: {{count}} eggs', { count: last.eggs, day: format.date(last.day) }) : ''}>
              <FieldGrid fields={ask('eggsGood', 'eggsCracked', 'eggsDirty', 'eggsBroken', 'averageEggG')} />
            </Panel>
          ) : null}
          <Panel
            title={t('Feed and water')}
            note={last?.feedKg ? t('{{day}}: {{kg}} of feed', { kg: format.kg(last.feedKg), day: format.date(last.day) }) : ''}
          >
            <FieldGrid fields={ask('feedKg', 'waterL')} />
          </Panel>
          {required.some((one) => one !== 'GPS') ? (
            <Panel>
              <FieldGrid fields={ask('files')} />
            </Panel>
          ) : null}
          {withClimate ? (
            <Panel title={t('House and remarks')}>
              <FieldGrid fields={ask('temperatureMinC', 'temperatureMaxC', 'humidityPct', 'lightHours', 'notes')} />
            </Panel>
          ) : (
            <Box>
              <Button variant="text" color="inherit" onClick={() => setWithClimate(true)}>
                {t('Temperature, light and remarks too')}
              </Button>
            </Box>
          )}
        </Box>
      </FormFrame>
      <FindingsDialog answer={sending.answer} label={t(spec.label)} onClose={sending.toRecord} />
    </Box>
  )
}

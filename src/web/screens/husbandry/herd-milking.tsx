// Milking the herd: one row a cow, walked with Enter, her last milking beside it; milk under restriction goes elsewhere by
// itself, and what lies far from usual is marked while it is typed.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import NativeSelect from '@mui/material/NativeSelect'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, useContext, useMemo, useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { milkDestinations } from '#domain/husbandry/animal-terms.ts'
import type { SystemCard } from '#domain/husbandry/husbandry-cards.ts'
import { productionsystem } from '#domain/husbandry/productionsystem.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList, useOne } from '#web/api/queries.ts'
import { breadcrumbsOf } from '#web/engine/breadcrumbs.tsx'
import { eventBodySchema, eventFormFields, isRecordedLate } from '#web/engine/event/event-body.ts'
import { FindingsDialog } from '#web/engine/event/findings-dialog.tsx'
import { useEventSending } from '#web/engine/event/use-event-sending.ts'
import { FormFrame } from '#web/engine/form/form-frame.tsx'
import { formResolver } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { EventFormProps } from '#web/engine/slots.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { type FormValues, initialFormValues } from '#web/fields/form-values.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { toWallClock } from '#web/format/zone.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { KgInput } from '../processingsystem/kg-input.tsx'
import { firstRows, isOdd, type MilkedEntity, type MilkingRow, milkedStates, milkSums, type RestrictedMilk, sentMilking } from './milking-rows.ts'

const spec = productionsystem.events.HERD_MILKING as EventSpec
const formFields = eventFormFields(spec)
type Milked = RecordAnswer & { entity: MilkedEntity }
type Values = FormValues & { occurredAt: string; rows: MilkingRow[] }

export function HerdMilking({ id }: EventFormProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const { data: system, error, refetch } = useOne('productionsystem', id)
  const inMilk = { filters: { productionSystemId: [id], status: ['ALIVE'], lactationStatus: [...milkedStates] }, sort: 'managementTag' }
  const lists = { cow: useList('cow', inMilk, { limit: 200 }), goat: useList('goat', inMilk, { limit: 200 }), sheep: useList('sheep', inMilk, { limit: 200 }) }
  const all = Object.values(lists)
  const problem = (error && !system ? error : null) ?? all.find((list) => list.error && list.items.length === 0)?.error ?? null
  if (problem)
    return (
      <LoadError problem={problem} title={t('This could not be loaded')} retry={() => void Promise.all([refetch(), ...all.map((list) => list.refetch())])} />
    )
  if (!system || all.some((list) => list.isPending)) return <FormSkeleton />
  const animals = Object.entries(lists).flatMap(([entity, list]) => list.items.map((one): Milked => ({ ...one, entity: entity as MilkedEntity })))
  if (animals.length === 0)
    return (
      <EmptyState
        title={t('No animal is in milk here')}
        reason={t('An animal comes into milk with the birth of her young: record that first.')}
        actions={
          <LinkButton to="/private/farmbook/$operator/productionsystem/$id/$species/create-event" params={{ operator, id, species: 'cow' }} variant="contained">
            {t('Choose a cow')}
          </LinkButton>
        }
      />
    )
  const { milkWithdrawn } = system.extra as SystemCard
  const restricted: RestrictedMilk = new Map(milkWithdrawn.map(({ id: animalId, ...one }) => [animalId, one]))
  return <MilkingForm system={system} cows={animals} restricted={restricted} />
}

function MilkingForm({ system, cows, restricted }: { system: RecordAnswer; cows: readonly Milked[]; restricted: RestrictedMilk }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timezone: zone } = useContext(FormatSettings)
  const [now] = useState(() => new Date())
  const defaultValues = useMemo((): FormValues => {
    const occurredAt = toWallClock(now, zone)
    return {
      ...initialFormValues(formFields, {}, zone),
      occurredAt,
      session: Number(occurredAt.slice(11, 13)) < 12 ? 'AM' : 'PM',
      rows: firstRows(cows, restricted),
    }
  }, [cows, restricted, now, zone])
  const resolver = useMemo(() => formResolver({ fields: formFields, schema: eventBodySchema(spec), zone }, t, format, sentMilking), [zone, t, format])
  const form = useForm<FormValues, unknown, FormValues>({ defaultValues, resolver, mode: 'onSubmit' })
  const draft = useDraft(form, `productionsystem:${system.id}:HERD_MILKING`, null)
  const sending = useEventSending({
    entity: 'productionsystem',
    id: system.id,
    type: 'HERD_MILKING',
    form,
    fields: formFields,
    draft,
    sentRows: (formValues) => sentMilking(formValues).rows,
  })
  const values = useWatch({ control: form.control }) as Values
  const sums = milkSums(values.rows)
  const isLate = isRecordedLate(values.occurredAt, format)
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHeader title={t(spec.label)} note={t('Who was not milked stays empty.')} breadcrumbs={breadcrumbsOf(productionsystem, [system])} />
      <FormFrame
        form={form}
        fields={formFields}
        // The sums stand in the bar while somebody types; that a draft is saved can wait until nothing is.
        draft={sums.animals > 0 ? { ...draft, savedAt: null } : draft}
        problem={sending.problem}
        submit={t('Record')}
        busy={sending.busy}
        isDone={sending.isDone}
        onSubmit={(formValues) => sending.send(formValues, t('Recorded: {{event}}', { event: t(spec.label) }))}
        onCancel={sending.toRecord}
        note={
          sums.animals > 0
            ? t('{{animals}} of {{total}}: {{kg}}, into the tank {{tank}}', {
                animals: format.number(sums.animals),
                total: format.number(cows.length),
                kg: format.kg(sums.kg),
                tank: format.kg(sums.tankKg),
              })
            : ''
        }
      >
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Panel>
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2, pt: 1 }}>
              <FormField name="session" field={spec.fields.session as never} />
              <FormField name="occurredAt" field={formFields.occurredAt as never} />
              {isLate ? <FormField name="lateReason" field={{ ...formFields.lateReason, required: true } as never} /> : null}
            </Box>
          </Panel>
          {cows.length >= 200 ? <Alert severity="info">{t('The first 200 animals are shown; record the others from their own pages.')}</Alert> : null}
          <Panel title={t('Animals in milk')} note={t('Enter goes to the next')} flush>
            <MilkingGrid cows={cows} restricted={restricted} rows={values.rows} />
          </Panel>
        </Box>
      </FormFrame>
      <FindingsDialog answer={sending.answer} label={t(spec.label)} onClose={sending.toRecord} />
    </Box>
  )
}

function MilkingGrid({ cows, restricted, rows }: { cows: readonly Milked[]; restricted: RestrictedMilk; rows: readonly MilkingRow[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { register, setFocus } = useFormContext()
  const onEnter = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (index < cows.length - 1) setFocus(`rows.${index + 1}.kg`)
  }
  return (
    <Box component="ol" aria-label={t('Animals in milk')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {cows.map((cow, index) => {
        const own = restricted.get(cow.id)
        const lastKg = typeof cow.lastMilkKg === 'number' ? cow.lastMilkKg : null
        const odd = isOdd(rows[index]?.kg ?? '', lastKg)
        return (
          <Box
            component="li"
            key={cow.id}
            onKeyDown={(event: KeyboardEvent) => onEnter(event, index)}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr) 124px', sm: 'minmax(0, 1fr) 190px 140px' },
              columnGap: 1.5,
              rowGap: 0.5,
              alignItems: 'center',
              px: 2,
              py: 1,
              borderBottom: '1px solid',
              borderColor: 'divider',
              '&:last-of-type': { borderBottom: 0 },
            }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{cow.title}</Typography>
              <Typography variant="caption" component="div" color="textSecondary">
                {own ? (
                  <ToneText tone="error" label={own.until ? t('Milk held back until {{time}}', { time: format.time(own.until) }) : t('Milk held back')} />
                ) : odd && lastKg !== null ? (
                  <ToneText tone="pending" label={t('last {{kg}}: right?', { kg: format.kg(lastKg) })} />
                ) : lastKg === null ? (
                  t('not milked yet')
                ) : (
                  t('last {{kg}}', { kg: format.kg(lastKg) })
                )}
              </Typography>
            </Box>
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, order: { xs: 3, sm: 0 }, display: { xs: own ? 'block' : 'none', sm: 'block' } }}>
              <NativeSelect
                {...register(`rows.${index}.destination`)}
                defaultValue={rows[index]?.destination ?? 'MilkTank'}
                fullWidth
                inputProps={{ 'aria-label': t('Where the milk of {{cow}} goes', { cow: cow.title }) }}
                sx={{ fontSize: 14, minHeight: { xs: 44, sm: 36 } }}
              >
                {Object.entries(milkDestinations).map(([value, label]) => (
                  <option key={value} value={value}>
                    {t(label)}
                  </option>
                ))}
              </NativeSelect>
            </Box>
            <KgInput name={`rows.${index}.kg`} label={t('Milk of {{cow}}', { cow: cow.title })} autoFocus={index === 0} />
          </Box>
        )
      })}
    </Box>
  )
}

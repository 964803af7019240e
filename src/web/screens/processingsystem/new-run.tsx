// "New run" of a gin line: what was fed, what came off, the balance between them as it is typed, and what it becomes.
// The verdict shown is that of the server's own rules (BR-09, BR-10, BR-11), so that a run refused on saving is refused here first.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useSearch } from '@tanstack/react-router'
import { useContext, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { type Claim, claims, processes } from '#domain/kernel/terms.ts'
import { processingsystem } from '#domain/processing/processingsystem.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { eventBodySchema, eventFormFields, isRecordedLate } from '#web/engine/event/event-body.ts'
import { useEventSending } from '#web/engine/event/use-event-sending.ts'
import { formResolver } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import type { EventFormProps } from '#web/engine/slots.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { type FormValues, initialFormValues } from '#web/fields/form-values.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { BalanceGauge } from './balance-gauge.tsx'
import { processOf } from './default-step.ts'
import { gaugeOf } from './gauge-geometry.ts'
import { addable, feedable, lineOf, type OutputProduct, type OwnedLot, outputsOf } from './line.ts'
import { LineForm } from './line-form.tsx'
import { LineHistory } from './line-history.tsx'
import { useRunHistory } from './queries.ts'
import { RunBecomes } from './run-becomes.tsx'
import { RunChecks } from './run-checks.tsx'
import { readKg, readRun } from './run-draft.ts'
import { RunInputs } from './run-inputs.tsx'
import { RunOutputs } from './run-outputs.tsx'
import { RunSide } from './run-side.tsx'
import { defaultTimes, type RunValues, runDraftOf, sentOutputs, startOf, toSend, withoutGone } from './run-values.ts'
import { type StockedLine, WithStock } from './with-stock.tsx'

const spec = processingsystem.events.PROCESS_RUN as EventSpec
const formFields = eventFormFields(spec)
const colours = ['#2F5D47', '#8C7330', '#5B7F9A', '#7A6A86', '#A0613C']

export function NewRun({ id }: EventFormProps) {
  return <WithStock id={id}>{(line) => <RunForm {...line} />}</WithStock>
}

function RunForm({ system, owned, products }: StockedLine) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timezone: zone } = useContext(FormatSettings)
  const search = useSearch({ strict: false }) as FlatSearch
  const history = useRunHistory(system.id)
  // On a phone the checks stand with the balance, below everything that is typed.
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'))
  const process = processOf(system)
  const choices = useMemo(() => feedable(owned, process), [owned, process])
  const outputs = useMemo(() => outputsOf(system, process, products), [system, process, products])
  const [now] = useState(() => new Date())
  const defaultValues = useMemo(
    (): FormValues => ({
      ...initialFormValues(formFields, { process }, zone),
      ...firstValues(choices, outputs, search.batchId),
      ...defaultTimes(now, zone, choices.find(({ lot }) => lot.id === search.batchId)?.lot.receivedAt),
    }),
    [process, choices, outputs, search.batchId, now, zone],
  )
  const resolver = useMemo(() => formResolver({ fields: formFields, schema: eventBodySchema(spec), zone }, t, format, prepared), [zone, t, format])
  const form = useForm<FormValues, unknown, FormValues>({ defaultValues, resolver, mode: 'onSubmit' })
  const draft = useDraft(form, `processingsystem:${system.id}:PROCESS_RUN`, null, (stored) => {
    const { values, gone } = withoutGone(stored, choices)
    return { values, note: gone ? t('Lots of it that are used up by now were left out: {{count}}.', { count: gone }) : null }
  })
  const sending = useEventSending({
    entity: 'processingsystem',
    id: system.id,
    type: 'PROCESS_RUN',
    form,
    fields: formFields,
    draft,
    sentRows: (formValues) => prepared(formValues).rows,
  })
  const values = useWatch({ control: form.control }) as RunValues

  const tolerances = useTolerances()
  const run = runDraftOf(values, process, owned, outputs)
  const line = lineOf(system)
  const fed = run.inputs.map(({ material }) => material)
  const reading = readRun(run, line, startOf(values, zone, now), tolerances)
  const [wasteKg, invisibleKg] = [amount(run.wasteKg), amount(run.invisibleKg)]
  const gauge = gaugeOf(
    run.inputs.map(({ batchId, title, kg }, index) => ({ key: batchId, label: title, kg: amount(kg), colour: colours[index % colours.length] ?? '' })),
    [
      ...reading.outputs.map(({ productId, kg }, index) => ({
        key: productId,
        label: run.outputs[index]?.title ?? '',
        kg,
        colour: colours[index % colours.length] ?? '',
      })),
      { key: 'waste', label: process === 'GINNING' ? t('Trash') : t('Waste'), kg: wasteKg, colour: '#8C9490' },
      { key: 'invisible', label: t('Invisible loss'), kg: invisibleKg, colour: '#8C9490', hollow: true },
    ],
    tolerances.massDifference,
  )
  const main = history.data?.norm ? reading.outputs.find((_one, index) => run.outputs[index]?.material === history.data?.norm?.material) : undefined
  const day = values.endedAt.slice(0, 10)
  const earlierKg = (history.data?.items ?? []).filter(({ at }) => format.dayOf(at) === day).reduce((sum, { inputKg }) => sum + inputKg, 0)
  const isLate = isRecordedLate(values.endedAt, format)
  const isStopped = reading.blocks.length > 0
  const lots = run.outputs.filter(({ kg }) => amount(kg) > 0).length
  const last = line.lastRunClaim ?? (run.inputs[0]?.claim as Claim | undefined) ?? null

  const checks = (
    <Box data-run-checks sx={{ borderTop: reading.inKg > 0 ? '1px solid' : 'none', borderColor: 'divider' }}>
      <RunChecks system={system} line={line} draft={run} reading={reading} invisibleKg={invisibleKg} tolerances={tolerances} earlierKg={earlierKg} />
    </Box>
  )

  const submit = (formValues: FormValues) => {
    if (isStopped) return document.querySelector('[data-run-checks] [role=alert]')?.scrollIntoView({ block: 'center' })
    sending.send(formValues, t('Run saved: {{kg}} taken, lots made: {{count}}', { kg: format.kg(reading.inKg), count: lots }))
  }
  return (
    <Box>
      <LineForm
        system={system}
        spec={spec}
        title={process === 'GINNING' ? t('New ginning run') : t('New run: {{process}}', { process: t(processes[process]) })}
        status={
          line.segregation === 'DEDICATED' && last ? (
            <StatusChip tone={claims[last][1]} label={t('{{claim}}, dedicated line', { claim: t(claims[last][0]) })} />
          ) : null
        }
        form={form}
        fields={formFields}
        draft={draft}
        sending={sending}
        submit={t('Save run')}
        isBlocked={isStopped}
        onSubmit={submit}
        note={
          reading.isComplete
            ? t('Saving takes {{kg}} from {{lots}}. Lots made: {{count}}. It can be undone until one of them is used.', {
                kg: format.kg(reading.inKg),
                lots: format.list(run.inputs.filter(({ kg }) => amount(kg) > 0).map(({ title }) => title)),
                count: lots,
              })
            : t('Type what went in and what came off.')
        }
      >
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 290fr) minmax(0, 370fr) minmax(0, 330fr)' },
            gridTemplateAreas: { xs: '"times" "in" "out" "beam" "becomes" "history"', lg: '"times times times" "in beam out" "history history becomes"' },
          }}
        >
          <Card
            sx={{
              gridArea: 'times',
              px: 2,
              py: 1.25,
              display: 'grid',
              gap: 1.5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr 120px' },
              '& > :last-of-type': isLate ? { gridColumn: '1 / -1' } : {},
            }}
          >
            <FormField name="startedAt" field={spec.fields.startedAt as never} />
            <FormField name="endedAt" field={spec.fields.endedAt as never} />
            <FormField name="shift" field={spec.fields.shift as never} />
            {isLate ? <FormField name="lateReason" field={{ ...formFields.lateReason, required: true } as never} /> : null}
          </Card>
          <RunSide area="in" title={t('In')} note={t('what you fed')} total={t('Total in')} kg={reading.inKg}>
            <RunInputs lines={run.inputs} choices={addable(choices, process, fed)} />
            {isNarrow ? null : checks}
          </RunSide>
          <Box sx={{ gridArea: 'beam', display: 'grid', '& > *': { height: '100%' } }}>
            <Panel title={t('Mass balance')} note={t('moves as you type')}>
              <BalanceGauge gauge={gauge} tolerance={tolerances.massDifference} />
              {isNarrow ? <Box sx={{ mx: -2, mb: -2, mt: 1 }}>{checks}</Box> : null}
            </Panel>
          </Box>
          <RunSide area="out" title={t('Out')} note={t('what came off')} total={t('Total out')} kg={reading.outKg}>
            <RunOutputs draft={run} readings={reading.outputs} inKg={reading.inKg} />
            {reading.needsReason || values.reason ? (
              <Box sx={{ p: 2, borderTop: '1px solid', borderColor: 'divider' }}>
                <FormField name="reason" field={{ ...spec.fields.reason, required: reading.needsReason } as never} />
              </Box>
            ) : null}
          </RunSide>
          <Box sx={{ gridArea: 'history', minWidth: 0 }}>
            {history.data ? (
              <LineHistory answer={history.data} now={main?.share ?? null} />
            ) : (
              <Panel title={t('Runs of this line')}>
                <Box sx={{ height: 170 }} />
              </Panel>
            )}
          </Box>
          <Box sx={{ gridArea: 'becomes', minWidth: 0 }}>
            <RunBecomes draft={run} reading={reading} products={products} />
          </Box>
        </Box>
      </LineForm>
    </Box>
  )
}

const prepared = (formValues: FormValues) => ({ formValues: toSend(formValues as RunValues), rows: { outputs: sentOutputs(formValues as RunValues) } })
const amount = (text: string): number => {
  const kg = readKg(text)
  return Number.isFinite(kg) ? kg : 0
}

/** The lot named in the address, or the only one there is; a row for each product of the line. */
function firstValues(choices: readonly OwnedLot[], outputs: readonly OutputProduct[], requested: string | undefined): FormValues {
  const first = choices.find(({ lot }) => lot.id === requested) ?? (choices.length === 1 ? choices[0] : undefined)
  return {
    inputs: first ? [{ batchId: first.lot.id, kg: '' }] : [],
    outputs: outputs.map(({ productId }) => ({ productId, kg: '', grade: '', batchNo: '' })),
    wasteKg: '',
    invisibleKg: '',
  }
}

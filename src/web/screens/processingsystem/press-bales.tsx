// "Bales pressed": which lint, then one row a bale, numbered on by themselves and walked with Enter; the lint that was
// used against the bales that came of it, and what stays loose.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useSearch } from '@tanstack/react-router'
import { useContext, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import { processingsystem } from '#domain/processing/processingsystem.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { eventBodySchema, eventFormFields, isRecordedLate } from '#web/engine/event/event-body.ts'
import { useEventSending } from '#web/engine/event/use-event-sending.ts'
import { formResolver, type SentRows } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import type { EventFormProps } from '#web/engine/slots.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { type FormValues, initialFormValues } from '#web/fields/form-values.ts'
import { inputId } from '#web/fields/input-id.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { toWallClock } from '#web/format/zone.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { type BaleReading, type BaleRow, baleBounds, numbered, readBales } from './bale-rows.ts'
import { BaleTable } from './bale-table.tsx'
import { KgInput } from './kg-input.tsx'
import { feedable } from './line.ts'
import { LineForm } from './line-form.tsx'
import { LotChoice } from './lot-choice.tsx'
import { readKg } from './run-draft.ts'
import { type StockedLine, WithStock } from './with-stock.tsx'

const spec = processingsystem.events.BALE_PRESSED as EventSpec
const formFields = eventFormFields(spec)
type Values = FormValues & { occurredAt: string; batchId: string | null; lintKg: string; reason: string; bales: BaleRow[] }

export function PressBales({ id }: EventFormProps) {
  return <WithStock id={id}>{(line) => <BaleForm {...line} />}</WithStock>
}

function BaleForm({ system, owned, products }: StockedLine) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timezone: zone } = useContext(FormatSettings)
  const search = useSearch({ strict: false }) as FlatSearch
  const [choosing, setChoosing] = useState(false)
  const choices = useMemo(() => feedable(owned, 'PRESSING'), [owned])
  const bale = products.find(({ material }) => material === 'BALE')
  const [now] = useState(() => new Date())
  const defaultValues = useMemo((): FormValues => {
    const first = choices.find(({ lot }) => lot.id === search.batchId) ?? choices[0]
    return {
      ...initialFormValues(formFields, {}, zone),
      occurredAt: toWallClock(now, zone),
      batchId: first?.lot.id ?? null,
      productId: bale?.id ?? null,
      bales: numbered('', 1),
    }
  }, [choices, search.batchId, zone, now, bale])
  const resolver = useMemo(() => formResolver({ fields: formFields, schema: eventBodySchema(spec), zone }, t, format, prepared), [zone, t, format])
  const form = useForm<FormValues, unknown, FormValues>({ defaultValues, resolver, mode: 'onSubmit' })
  const draft = useDraft(form, `processingsystem:${system.id}:BALE_PRESSED`, null, ({ batchId, ...stored }) =>
    choices.some(({ lot }) => lot.id === batchId)
      ? { values: { ...stored, batchId }, note: null }
      : { values: stored, note: batchId ? t('Its lint is used up by now; look at what it takes instead.') : null },
  )
  const sending = useEventSending({
    entity: 'processingsystem',
    id: system.id,
    type: 'BALE_PRESSED',
    form,
    fields: formFields,
    draft,
    sentRows: (formValues) => prepared(formValues).rows,
  })
  const values = useWatch({ control: form.control }) as Values
  const lint = choices.find(({ lot }) => lot.id === values.batchId)?.lot
  const onHandKg = Number(lint?.availableKg ?? 0)
  const tolerances = useTolerances()
  const reading = readBales(values.bales, used(values), onHandKg, values.reason, tolerances)
  const isStopped = reading.blocks.length > 0 || reading.troubles.some(({ no, kg }) => no || kg)
  const isLate = isRecordedLate(values.occurredAt, format)
  const submit = (formValues: FormValues) => {
    if (isStopped) return document.querySelector('[data-bale-trouble]')?.scrollIntoView({ block: 'center' })
    sending.send(formValues, t('Bales saved: {{count}}, {{kg}}', { count: reading.count, kg: format.kg(reading.totalKg) }))
  }
  const claim = lint ? claims[(lint.claimStatus as Claim | null) ?? 'CONVENTIONAL'] : null
  const trouble = formatTrouble(reading, t, format, onHandKg)
  return (
    <Box sx={{ maxWidth: 1016 }}>
      <LineForm
        system={system}
        spec={spec}
        title={t('Number the bales')}
        form={form}
        fields={formFields}
        draft={draft}
        sending={sending}
        submit={t('Save bales')}
        isBlocked={isStopped}
        onSubmit={submit}
        note={reading.count ? t('Saving makes one lot. Bales in it, each with its own number: {{count}}.', { count: reading.count }) : ''}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(280px, 1fr)' },
            gridTemplateRows: { lg: 'auto 1fr' },
            alignItems: 'start',
          }}
        >
          <Box sx={{ order: { xs: 2, lg: 0 }, gridRow: { lg: '1 / 3' } }}>
            <Panel title={t('Bales')} note={t('{{min}} to {{max}} kg each; Enter goes to the next', baleBounds)} flush>
              <BaleTable reading={reading} />
            </Panel>
          </Box>
          <Box sx={{ order: { xs: 1, lg: 0 } }}>
            <Panel
              title={t('Lint')}
              action={
                <Button size="small" variant="text" disabled={choices.length < 2} onClick={() => setChoosing(true)}>
                  {t('Another lot')}
                </Button>
              }
            >
              {lint && claim ? (
                <>
                  <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
                    <Box sx={{ fontWeight: 600, flex: 1, overflowWrap: 'anywhere' }}>{lint.title}</Box>
                    <StatusChip tone={claim[1]} label={t(claim[0])} />
                  </Box>
                  <Box id="lint-has" sx={{ fontSize: 12.5, color: 'text.secondary', mb: 1 }}>
                    {t('{{kg}} on hand', { kg: format.kg(onHandKg) })}
                  </Box>
                  <Box component="label" htmlFor={inputId('lintKg')} sx={{ display: 'block', fontSize: 13.5, fontWeight: 500, mb: 0.5 }}>
                    {t('Lint used')}
                  </Box>
                  <KgInput name="lintKg" label={t('Lint used')} describedBy="lint-has" hasTrouble={reading.blocks.length > 0} />
                  <FormHelperText>{values.lintKg ? '' : t('Empty: as much as the bales weigh, {{kg}}', { kg: format.kg(reading.totalKg) })}</FormHelperText>
                </>
              ) : (
                <Box sx={{ color: 'text.secondary' }}>{t('No loose lint lies here. Run the line first.')}</Box>
              )}
            </Panel>
          </Box>
          <Box sx={{ display: 'grid', gap: 1.5, order: 3 }}>
            <Panel title={t('Together')}>
              <FigureRows
                rows={[
                  { key: 'count', label: t('Bales'), value: format.number(reading.count) },
                  { key: 'total', label: t('Weight'), value: format.kg(reading.totalKg) },
                  ...(reading.meanKg === null ? [] : [{ key: 'mean', label: t('Mean'), value: format.kg(reading.meanKg), strong: false }]),
                  ...(lint ? [{ key: 'loose', label: t('Stays loose'), value: format.kg(Math.max(0, reading.looseKg)) }] : []),
                ]}
              />
              {trouble ? (
                <Box
                  role="alert"
                  data-bale-trouble
                  sx={{ mt: 1.5, p: 1.25, borderRadius: 1, bgcolor: 'tone.error.soft', color: 'tone.error.ink', fontSize: 13.5 }}
                >
                  {trouble}
                </Box>
              ) : null}
              {reading.needsReason || values.reason ? (
                <Box sx={{ mt: 1.5 }}>
                  <FormField name="reason" field={{ ...spec.fields.reason, required: reading.needsReason } as never} />
                </Box>
              ) : null}
            </Panel>
            <Panel>
              <Box sx={{ display: 'grid', gap: 1.5 }}>
                <FormField name="occurredAt" field={formFields.occurredAt as never} />
                {isLate ? <FormField name="lateReason" field={{ ...formFields.lateReason, required: true } as never} /> : null}
                {bale && products.filter(({ material }) => material === 'BALE').length === 1 ? null : (
                  <FormField name="productId" field={spec.fields.productId as never} />
                )}
                <FormField name="batchNo" field={spec.fields.batchNo as never} />
              </Box>
            </Panel>
          </Box>
        </Box>
        <LotChoice
          open={choosing}
          choices={choices}
          onClose={() => setChoosing(false)}
          onChoose={(lot) => {
            form.setValue('batchId', lot.id, { shouldDirty: true })
            setChoosing(false)
          }}
        />
      </LineForm>
    </Box>
  )
}

const weight = (text: string): string => {
  const kg = readKg(text)
  return Number.isNaN(kg) || kg === 0 ? text : String(kg)
}
/** What lint was used: as typed, else what the bales weigh. */
const used = ({ lintKg, bales }: Values): string =>
  lintKg.trim() || String(Math.round(bales.reduce((sum, { kg }) => sum + (readKg(kg) || 0), 0) * 1000) / 1000 || '')
/** Rows nobody filled are no bales; weights go as they were read. */
function prepared(formValues: FormValues): { formValues: FormValues; rows: SentRows } {
  const values = formValues as Values
  const sent = values.bales.flatMap(({ kg, no }, row) => (kg.trim() || (no.trim() && values.bales.length === 1) ? row : []))
  const bales = sent.flatMap((row) => values.bales[row] ?? []).map((one) => ({ ...one, kg: weight(one.kg) }))
  return { formValues: { ...values, lintKg: weight(used(values)), bales }, rows: { bales: sent } }
}

function formatTrouble(reading: BaleReading, t: ReturnType<typeof useTranslation>['t'], format: ReturnType<typeof useFormat>, onHandKg: number): string {
  const odd = reading.troubles.findIndex(({ no, kg }) => no || kg)
  const row = reading.troubles[odd]
  if (row?.no === 'twice') return t('Row {{row}}: this number stands above already.', { row: odd + 1 })
  if (row?.no === 'missing') return t('Row {{row}}: a bale needs its number.', { row: odd + 1 })
  if (row?.kg) return t('Row {{row}}: a bale weighs {{min}} to {{max}} kg.', { row: odd + 1, ...baleBounds })
  const [block] = reading.blocks
  if (!block) return ''
  if ('askedKg' in block.figures)
    return t('{{requested}} of lint are asked, {{left}} are there.', { requested: format.kg(Number(block.figures.askedKg)), left: format.kg(onHandKg) })
  return reading.needsReason
    ? t('The bales weigh {{kg}}: more than one and a half per cent off the lint. Say why, or weigh again.', { kg: format.kg(reading.totalKg) })
    : t('The bales weigh {{kg}}; that cannot come of so much lint. Weigh again.', { kg: format.kg(reading.totalKg) })
}

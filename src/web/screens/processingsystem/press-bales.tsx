// "Bales pressed": which lint, then one row a bale, numbered on by themselves and walked with Enter; the lint that was
// used against the bales that came of it, and what stays loose.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useContext, useMemo, useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { longText, optional, time } from '#domain/kernel/kinds.ts'
import { type Claim, claims } from '#domain/kernel/terms.ts'
import { processingsystem } from '#domain/processing/processingsystem.ts'
import { defaultTolerances as tolerances } from '#domain/trace/tolerances.ts'
import type { EventAnswer, RecordAnswer } from '#web/api/answers.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { eventBodySchema } from '#web/engine/event/event-body.ts'
import { FindingsDialog } from '#web/engine/event/findings-dialog.tsx'
import { FormFrame } from '#web/engine/form/form-frame.tsx'
import { asErrors, draftResolver } from '#web/engine/form/resolver.ts'
import { useDraft } from '#web/engine/form/use-draft.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { EventFormProps } from '#web/engine/slots.ts'
import { type Draft, initialDrafts } from '#web/fields/draft.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { inputId } from '#web/fields/input-id.ts'
import { FormatSettings, useFormat } from '#web/format/use-format.ts'
import { toWallClock } from '#web/format/zone.ts'
import { TextLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { type BaleReading, type BaleRow, baleBounds, numbered, readBales } from './bale-rows.ts'
import { BaleTable } from './bale-table.tsx'
import { KgInput } from './kg-input.tsx'
import { feedable, type Held } from './line.ts'
import { LotChoice } from './lot-choice.tsx'
import { useStock } from './queries.ts'
import { readKg } from './run-draft.ts'

const spec = processingsystem.events.BALE_PRESSED as EventSpec
const formFields: Fields = {
  occurredAt: time('Happened at'),
  ...spec.fields,
  notes: optional(longText('Notes')),
  lateReason: optional(longText('Why only now', { max: 500 })),
}
const lateDays = 14
type Values = Draft & { occurredAt: string; batchId: string | null; lintKg: string; reason: string; bales: BaleRow[] }

export function PressBales({ id }: EventFormProps) {
  const { t } = useTranslation()
  const { data: system, error, refetch } = useOne('processingsystem', id)
  if (error && !system) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  return system ? <WithStock system={system} /> : <FormSkeleton />
}

function WithStock({ system }: { system: RecordAnswer }) {
  const { t } = useTranslation()
  const { held, products, isPending, error, refetch } = useStock(system)
  if (error) return <LoadError problem={error} title={t('The stock could not be loaded')} retry={refetch} />
  return isPending ? <FormSkeleton /> : <BaleForm system={system} held={held} products={products} />
}

function BaleForm({ system, held, products }: { system: RecordAnswer; held: readonly Held[]; products: readonly RecordAnswer[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timezone: zone } = useContext(FormatSettings)
  const operator = useOperator()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as FlatSearch
  const send = useRecordEvent('processingsystem', system.id)
  const isDone = useRef(false)
  const [answer, setAnswer] = useState<EventAnswer | null>(null)
  const [choosing, setChoosing] = useState(false)
  const choices = useMemo(() => feedable(held, 'PRESSING'), [held])
  const bale = products.find(({ material }) => material === 'BALE')
  const [now] = useState(() => new Date())
  const defaultValues = useMemo((): Draft => {
    const first = choices.find(({ lot }) => lot.id === search.batchId) ?? choices[0]
    return {
      ...initialDrafts(formFields, {}, zone),
      occurredAt: toWallClock(now, zone),
      batchId: first?.lot.id ?? null,
      productId: bale?.id ?? null,
      bales: numbered('', 1),
    }
  }, [choices, search.batchId, zone, now, bale])
  const resolver = useMemo((): Resolver<Draft, unknown, Draft> => {
    const check = draftResolver({ fields: formFields, schema: eventBodySchema(spec), zone }, t, format)
    return (drafts, context, options) => check(readable(drafts as Values), context, options)
  }, [zone, t, format])
  const form = useForm<Draft, unknown, Draft>({ defaultValues, resolver, mode: 'onSubmit' })
  const draft = useDraft(form, `processingsystem:${system.id}:BALE_PRESSED`, null)
  const values = useWatch({ control: form.control }) as Values
  const lint = choices.find(({ lot }) => lot.id === values.batchId)?.lot
  const onHandKg = Number(lint?.availableKg ?? 0)
  const reading = readBales(values.bales, used(values), onHandKg, values.reason, tolerances)
  const isStopped = reading.blocks.length > 0 || reading.troubles.some(({ no, kg }) => no || kg)
  const isLate = /^\d{4}-\d\d-\d\d/.test(values.occurredAt) && format.daysFromToday(values.occurredAt.slice(0, 10)) < -lateDays
  const toFacility = () => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'processingsystem', id: system.id } })
  const submit = ({ occurredAt, notes, lateReason, ...data }: Draft) => {
    if (isStopped) return document.querySelector('[data-bale-trouble]')?.scrollIntoView({ block: 'center' })
    send.mutate(
      {
        eventType: 'BALE_PRESSED',
        occurredAt: String(occurredAt),
        data,
        ...(notes ? { notes: String(notes) } : {}),
        ...(lateReason ? { lateReason: String(lateReason) } : {}),
      },
      {
        onSuccess: (recorded) => {
          isDone.current = true
          draft.forget()
          if (recorded.findings.length > 0) return setAnswer(recorded)
          showToast({ severity: 'success', message: t('Bales saved: {{count}}, {{kg}}', { count: reading.count, kg: format.kg(reading.totalKg) }) })
          toFacility()
        },
        onError: (problem) => {
          for (const [path, fault] of Object.entries(
            asErrors(
              problem.fields.map((one) => ({ ...one, path: one.path.replace(/^data\./, '') })),
              formFields,
              t,
              format,
            ),
          ))
            form.setError(path, fault)
          scrollTo({ top: 0, behavior: 'smooth' })
        },
      },
    )
  }
  const claim = lint ? claims[(lint.claimStatus as Claim | null) ?? 'CONVENTIONAL'] : null
  const trouble = sayTrouble(reading, t, format, onHandKg)
  return (
    <Box sx={{ maxWidth: 1016 }}>
      <PageHeader
        title={t('Number the bales')}
        status={draft.keptAt ? <StatusChip tone="neutral" label={t('Draft kept {{when}}', { when: format.ago(draft.keptAt) })} /> : null}
        trail={[
          <TextLink key="list" to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: 'processingsystem' }}>
            {t(processingsystem.plural)}
          </TextLink>,
          <TextLink key="one" to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'processingsystem', id: system.id }}>
            {system.title}
          </TextLink>,
        ]}
      />
      <FormFrame
        form={form}
        fields={formFields}
        draft={{ ...draft, keptAt: null }}
        problem={send.error}
        submit={t('Save bales')}
        cancel={t('Keep as draft')}
        isBlocked={isStopped}
        busy={send.isPending}
        isDone={() => isDone.current}
        onSubmit={submit}
        onCancel={toFacility}
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
      </FormFrame>
      <FindingsDialog answer={answer} label={t(spec.label)} onClose={toFacility} />
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
const readable = (values: Values): Draft => ({
  ...values,
  lintKg: weight(used(values)),
  bales: values.bales.filter(({ kg, no }) => kg.trim() || (no.trim() && values.bales.length === 1)).map((one) => ({ ...one, kg: weight(one.kg) })),
})

function sayTrouble(reading: BaleReading, t: ReturnType<typeof useTranslation>['t'], format: ReturnType<typeof useFormat>, onHandKg: number): string {
  const odd = reading.troubles.findIndex(({ no, kg }) => no || kg)
  const row = reading.troubles[odd]
  if (row?.no === 'twice') return t('Row {{row}}: this number stands above already.', { row: odd + 1 })
  if (row?.no === 'missing') return t('Row {{row}}: a bale needs its number.', { row: odd + 1 })
  if (row?.kg) return t('Row {{row}}: a bale weighs {{min}} to {{max}} kg.', { row: odd + 1, ...baleBounds })
  const [block] = reading.blocks
  if (!block) return ''
  if ('askedKg' in block.figures)
    return t('{{asked}} of lint are asked, {{left}} are there.', { asked: format.kg(Number(block.figures.askedKg)), left: format.kg(onHandKg) })
  return reading.needsReason
    ? t('The bales weigh {{kg}}: more than one and a half per cent off the lint. Say why, or weigh again.', { kg: format.kg(reading.totalKg) })
    : t('The bales weigh {{kg}}; that cannot come of so much lint. Weigh again.', { kg: format.kg(reading.totalKg) })
}

// Recording an event: choose what happened among what is possible now, then only the fields it needs.
// A refusal names the rule and the figures; what was found is shown after saving.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useContext, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { can, type User } from '#domain/access.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import { type Fields, refersToOne } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useOperator } from '#web/api/operator.ts'
import { problemOfItem } from '#web/api/outbox/outcome.ts'
import type { OutboxItem } from '#web/api/outbox/store.ts'
import { useOne } from '#web/api/queries.ts'
import { type EditorProps, FormContext } from '#web/fields/form-context.ts'
import { editable, type FormValues, initialFormValues } from '#web/fields/form-values.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { toWallClock } from '#web/format/zone.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { breadcrumbsOf } from '../breadcrumbs.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { FieldGrid } from '../form/form-sections.tsx'
import { formResolver } from '../form/resolver.ts'
import { useDraft } from '../form/use-draft.ts'
import { StoredNotice } from '../outbox/stored-notice.tsx'
import { useUnsentRecord } from '../outbox/unsent-record.ts'
import { useFormer } from '../outbox/use-former.ts'
import { part } from '../part.ts'
import { LoadError } from '../problem-view.tsx'
import { useSeason } from '../season.ts'
import { useSlots } from '../slots.ts'
import { Instruction } from '../view/listen.tsx'
import { notNow, possibleEvents, whyAgainst } from '../view/next-action.ts'
import { eventBodySchema, eventFormFields, isRecordedLate } from './event-body.ts'
import { EventChoice } from './event-choice.tsx'
import { FindingsDialog } from './findings-dialog.tsx'
import { type ChosenStep, isPlannedFor, plannedValues, stepEvidence } from './planned.ts'
import { useEventSending } from './use-event-sending.ts'

const StepEvidence = part(() => import('./step-evidence.tsx'), 'StepEvidence')
const WhichStep = part(() => import('./which-step.tsx'), 'WhichStep')
const SendIn = part(() => import('./send-in.tsx'), 'SendIn')

export function EventPage({ entity, id }: { entity: AnyEntity; id: string }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const search = useSearch({ strict: false }) as FlatSearch
  const { eventForms: custom } = useSlots(entity.name)
  const user = useUser()
  // Of a record that is on this device alone events are entered as well; they are sent after it.
  const unsent = useUnsentRecord(entity, id)
  const { data: there, error, refetch } = useOne(entity.name, unsent ? undefined : id)
  const record = unsent?.record ?? there
  // One that was stored and is corrected stays in the form while it is sent.
  const found = useFormer(search.stored)
  const corrected = useRef<OutboxItem | null>(null)
  if (found && corrected.current?.id !== found.id) corrected.current = found
  const former = search.stored ? (corrected.current?.id === search.stored ? corrected.current : found) : null
  const { data: plan, error: noPlan } = useOne('planevent', search.plan_event_id)
  // A form that is open stays open while the record changes under it, as it does when its own event was recorded: what comes of that
  // (findings, the way back) is its to show.
  const [opened, setOpened] = useState<string | null>(null)
  const isPlanLost = noPlan !== null && !plan
  const problem = (error && !record ? error : null) ?? (isPlanLost ? noPlan : null)
  if (problem)
    return (
      <LoadError
        isPage
        problem={problem}
        title={isPlanLost ? t('The planned event could not be loaded') : t('This could not be loaded')}
        retry={() => void refetch()}
        actions={
          isPlanLost ? (
            <LinkButton to="/private/farmbook/$operator/$entity/$id/create-event" params={{ operator, entity: entity.name, id }}>
              {t('Record without the plan')}
            </LinkButton>
          ) : undefined
        }
      />
    )
  if (!record || (search.plan_event_id && !plan) || former === undefined) return <FormSkeleton />
  const type = search.type ?? (plan && typeof plan.eventType === 'string' ? plan.eventType : undefined)
  const spec = type ? (entity.events as Record<string, EventSpec>)[type] : undefined
  const back = unsent ? (
    <LinkButton to="/private/farmbook/$operator/waiting-to-be-sent" params={{ operator }} variant="contained">
      {t('Waiting to be sent')}
    </LinkButton>
  ) : (
    <LinkButton to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: entity.name, id }} variant="contained">
      {t('Back to {{title}}', { title: record.title })}
    </LinkButton>
  )
  if (possibleEvents(entity, record).length === 0 && !spec && notNow(entity, record, user).every(({ why }) => 'state' in why))
    return (
      <EmptyState
        title={t('Nothing can be recorded here now')}
        reason={t('Either nothing more happens in its present state, or your role does not record events on it.')}
        actions={back}
      />
    )
  const isOpen = type !== undefined && opened === type
  if (plan && !isOpen && !isPlannedFor(plan, entity, id))
    return (
      <EmptyState
        title={t('“{{event}}” is planned for something else', { event: plan.title })}
        reason={t('Open it from the list of planned events.')}
        actions={back}
      />
    )
  if (!type || !spec) return <EventChoice entity={entity} record={record} isUnsent={Boolean(unsent)} />
  // What was entered already is shown whatever has become of the record.
  if (!isOpen && !former && !record.may.includes(type))
    return (
      <EmptyState title={t('“{{event}}” is not possible now', { event: t(spec.label) })} reason={reasonAgainst(user, entity, spec, record, t)} actions={back} />
    )
  if (!isOpen) setOpened(type)
  const Custom = custom?.[type]
  return Custom ? (
    <Suspense fallback={<FormSkeleton />}>
      <Custom key={type} entity={entity} id={id} eventType={type} />
    </Suspense>
  ) : (
    <EventForm key={type} entity={entity} record={record} type={type} spec={spec} plan={plan ?? null} former={former ?? null} isUnsent={Boolean(unsent)} />
  )
}

/** Why it cannot be recorded now: what the record needs first, its state, or the person's role. */
function reasonAgainst(user: User, entity: AnyEntity, spec: EventSpec, record: RecordAnswer, t: TFunction): string {
  const why = whyAgainst(user, entity, spec, record)
  if (!why) return t('Your role does not record it here.')
  return 'need' in why ? t(why.need) : t('It does not fit the present state: {{state}}.', { state: t(entity.states[why.state]?.label ?? why.state) })
}

type EventFormProps = {
  entity: AnyEntity
  record: RecordAnswer
  type: string
  spec: EventSpec
  plan: RecordAnswer | null
  former: OutboxItem | null
  isUnsent: boolean
}

function EventForm({ entity, record, type, spec, plan, former, isUnsent }: EventFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { timezone: zone } = useContext(FormatSettings)
  const operator = useOperator()
  const navigate = useNavigate()
  const slots = useSlots(entity.name)
  const Above = slots.aboveEvent?.[type]
  const search = useSearch({ strict: false }) as FlatSearch
  const fields = useMemo(() => eventFormFields(spec), [spec])
  const [now] = useState(() => new Date())
  const { id: season } = useSeason()
  const defaultValues = useMemo(
    () => ({
      ...initialFormValues(
        fields,
        { ...knownBefore(entity, record, spec, search, season), ...(plan ? plannedValues(plan, spec) : {}), ...(former ? enteredIn(former) : {}) },
        zone,
      ),
      occurredAt: toWallClock(former ? new Date(String(former.body.occurredAt)) : now, zone),
    }),
    [fields, entity, record, spec, search, season, plan, zone, now, former],
  )
  const resolver = useMemo(() => formResolver({ fields, schema: eventBodySchema(spec), zone }, t, format), [fields, spec, zone, t, format])
  const form = useForm<FormValues, unknown, FormValues>({ defaultValues, resolver, mode: 'onTouched' })
  const draft = useDraft(form, `${entity.name}:${record.id}:${type}${plan ? `:${plan.id}` : ''}${former ? `:${former.id}` : ''}`, null)

  const [chosen, setChosen] = useState<ChosenStep>()
  const required = stepEvidence(plan ?? chosen?.step ?? null)
  const { stored, filesOf, send, inputOf, placeOf, sentIn, problem, busy, isDone, answer, toRecord } = useEventSending({
    entity: entity.name,
    id: record.id,
    type,
    form,
    fields,
    draft,
    planEventId: plan ? plan.id : chosen && (chosen.step?.id ?? null),
    withPosition: spec.withPosition || required.includes('GPS'),
    storedAs: slots.isSentIn ? record.title : undefined,
    former: former ?? undefined,
  })
  const user = useUser()
  const needsStep = problem?.fields.some(({ path, code }) => path === 'planEventId' && code === 'required') ?? false
  const mayBeSentIn = (problem?.fields.some(({ code }) => code === 'request') ?? false) && can(user, 'submission', 'C')
  const formContext = useMemo(
    () => ({ record, refs: record.refs ?? {}, editors: (slots.editors ?? {}) as Readonly<Record<string, ComponentType<EditorProps>>>, filesOf }),
    [record, slots.editors, filesOf],
  )
  if (stored) return <StoredNotice entity={entity} item={stored} />
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageHeader
        title={t(spec.label)}
        note={isUnsent ? `${record.title} · ${t('Provisional')}` : spec.help ? t(spec.help) : `${record.title} · ${record.code}`}
        breadcrumbs={breadcrumbsOf(entity, isUnsent ? [] : [record])}
        actions={
          possibleEvents(entity, record).length > 1 ? (
            <LinkButton
              to="/private/farmbook/$operator/$entity/$id/create-event"
              params={{ operator, entity: entity.name, id: record.id }}
              variant="outlined"
              color="inherit"
            >
              {t('Another event')}
            </LinkButton>
          ) : null
        }
      />
      {Above ? (
        <Suspense fallback={null}>
          <Above entity={entity} record={record} />
        </Suspense>
      ) : null}
      {required.length > 0 ? (
        <Suspense fallback={null}>
          <StepEvidence required={required} control={form.control} zone={zone} without={plan ? { entity: entity.name, id: record.id, type } : null} />
        </Suspense>
      ) : null}
      <FormContext value={formContext}>
        <FormFrame
          form={form}
          fields={fields}
          draft={draft}
          problem={problem ?? (former && problemOfItem(former))}
          wayOut={
            mayBeSentIn ? (
              <Suspense fallback={null}>
                <SendIn entity={entity} record={record} form={form} inputOf={inputOf} placeOf={placeOf} onSent={sentIn} busy={busy} />
              </Suspense>
            ) : null
          }
          isBlocked={mayBeSentIn}
          submit={t('Record')}
          busy={busy}
          isDone={isDone}
          onSubmit={(values) => send(values, t('Recorded: {{event}}', { event: t(spec.label) }))}
          onCancel={isUnsent ? () => void navigate({ to: '/private/farmbook/$operator/waiting-to-be-sent', params: { operator } }) : toRecord}
        >
          {needsStep || chosen ? (
            <Suspense fallback={null}>
              <WhichStep subject={{ entity, id: record.id }} eventType={type} chosen={chosen} onChoose={setChosen} />
            </Suspense>
          ) : null}
          {plan ? (
            <Alert severity="info" sx={{ mb: 2 }}>
              {t('Planned: {{name}}, due on {{date}}', { name: plan.title, date: typeof plan.due === 'string' ? format.date(plan.due) : '–' })}
              <Instruction step={plan} />
            </Alert>
          ) : null}
          <Panel>
            <EventFields
              fields={fields}
              spec={spec}
              control={form.control}
              zone={zone}
              needsReason={problem?.fields.some(({ path }) => path === 'lateReason') ?? false}
            />
          </Panel>
        </FormFrame>
      </FormContext>
      <FindingsDialog answer={answer} label={t(spec.label)} onClose={toRecord} />
    </Box>
  )
}

/** What stood in the form when it was stored. */
const enteredIn = ({ body: { data, notes, lateReason } }: OutboxItem): FormValues => ({ ...(data as FormValues), notes, lateReason })

/** What need not be typed again: values the subject has under the same name and kind (area, seed lot), what the address brought, and the season chosen at the top. */
export function knownBefore(entity: AnyEntity, record: RecordAnswer, spec: EventSpec, search: FlatSearch, season: string | null = null): FormValues {
  const custom = entity.fields as Fields
  return Object.fromEntries(
    Object.entries(spec.fields).flatMap(([name, field]) => {
      const ofFrame = refersToOne(field) && field.target === 'season' ? season : undefined
      const value = search[name] ?? (custom[name]?.kind === field.kind ? record[name] : undefined) ?? ofFrame
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

function EventFields({
  fields,
  spec,
  control,
  zone,
  needsReason,
}: {
  fields: Fields
  spec: EventSpec
  control: ReturnType<typeof useForm<FormValues, unknown, FormValues>>['control']
  zone: string | undefined
  needsReason: boolean
}) {
  const occurredAt = useWatch({ control, name: 'occurredAt' }) as string
  const format = useFormat()
  const isLate = needsReason || isRecordedLate(occurredAt, format)
  const order = ['occurredAt', ...(isLate ? ['lateReason'] : []), ...editable(spec.fields).map(([name]) => name), 'notes']
  return (
    <FieldGrid
      key={zone}
      fields={order.flatMap((name) => (fields[name] ? [[name, name === 'lateReason' ? { ...fields[name], required: true } : fields[name]] as const] : []))}
    />
  )
}

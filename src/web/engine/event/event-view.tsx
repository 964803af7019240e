// One recorded event: what, when, by whom, what it changed; and taking it back, which is said, never hidden.

import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { canOn, canRecord } from '#domain/access.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import { voidNoteFor } from '#domain/kernel/void-note.ts'
import type { EventItem, RecordAnswer, Refs } from '#web/api/answers.ts'
import { useVoidEvent } from '#web/api/mutations.ts'
import { refsIn } from '#web/api/names.ts'
import { useOperator } from '#web/api/operator.ts'
import { useEvent, useOne } from '#web/api/queries.ts'
import { layoutOf } from '#web/fields/field-layout.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { wordedValue } from '#web/fields/worded-value.ts'
import { useFormat } from '#web/format/use-format.ts'
import { UndoOutlined as Undo } from '#web/icons/undo-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type Property, PropertyList } from '#web/ui/property-list.tsx'
import { RecordSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { breadcrumbsOf } from '../breadcrumbs.tsx'
import { part } from '../part.ts'
import { LoadError } from '../problem-view.tsx'
import { Refusal } from '../refusal.tsx'
import { titleOf, useSlots } from '../slots.ts'
import { eventLabel, isForMachines, isRestorableEdit, WordedEvent } from '../view/event-lines.tsx'

const AnswerStep = part(() => import('./answer-step.tsx'), 'AnswerStep')

type Reason = 'DID_NOT_OCCUR' | 'INCORRECT_DATA'
const reasons: Record<Reason, string> = { DID_NOT_OCCUR: /* i18n */ 'It did not happen', INCORRECT_DATA: /* i18n */ 'What was recorded is wrong' }

export function EventView({ entity, id, eventId }: { entity: AnyEntity; id: string; eventId: string }) {
  const { t } = useTranslation()
  const record = useOne(entity.name, id)
  const event = useEvent(entity.name, id, eventId)
  const error = event.error ?? record.error
  if (error && !(event.data && record.data))
    return (
      <LoadError
        isPage
        problem={error}
        title={t('This event could not be loaded')}
        retry={() => {
          void event.refetch()
          void record.refetch()
        }}
      />
    )
  if (!event.data || !record.data) return <RecordSkeleton />
  return <EventDetails entity={entity} record={record.data} event={event.data} refs={{ ...record.data.refs, ...refsIn(t, event.data.refs ?? {}) }} />
}

function EventDetails({ entity, record, event, refs }: { entity: AnyEntity; record: RecordAnswer; event: EventItem; refs: Refs }) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const slots = useSlots(entity.name)
  const title = titleOf(record, slots, { t, format, refs })
  const spec = (entity.events as Record<string, EventSpec>)[event.eventType]
  const isTaken = event.status !== 'RECORDED'
  const name = (id: string | null | undefined) => (id ? refs[id]?.title : undefined)
  // The server decides; this only spares people a button that would be refused.
  const isOwn = event.recordedBy === user.id
  const mayVoid =
    !isTaken &&
    (isRestorableEdit(entity, event)
      ? canOn(user, entity, 'E', record) && (isOwn || canOn(user, entity, 'A', record))
      : spec !== undefined && !spec.system && (canOn(user, entity, 'A', record) || (isOwn && canRecord(user, entity, spec, record))))
  const [before, after] = [event.statusBefore, event.statusAfter].map((status) => (status ? entity.states[status] : undefined))
  const facts = Object.entries(spec?.fields ?? {}).filter(([key, field]) => !field.internal && !isForMachines(field, event.data[key]))
  const origin: Property[] = [
    { key: 'at', label: t('Happened at'), value: format.time(event.occurredAt) },
    { key: 'recorded', label: t('Recorded'), value: [format.time(event.recordedAt), name(event.recordedBy)].filter(Boolean).join(', ') },
    ...(before && after && event.statusBefore !== event.statusAfter
      ? [
          {
            key: 'state',
            label: t('Status'),
            value: (
              <>
                <StatusChip label={t(before.label)} tone={before.tone} /> → <StatusChip label={t(after.label)} tone={after.tone} />
              </>
            ),
          },
        ]
      : []),
    ...(event.planEventId ? [{ key: 'step', label: t('Planned step'), value: <StepLink id={event.planEventId} />, wide: true }] : []),
    ...(event.lateReason ? [{ key: 'late', label: t('Why only then'), value: event.lateReason, wide: true }] : []),
    ...(event.notes ? [{ key: 'notes', label: t('Notes'), value: event.notes, wide: true }] : []),
    ...(event.gps
      ? [
          {
            key: 'gps',
            label: t('Where'),
            value: t('{{lat}}, {{lng}} within {{metres}} m', {
              lat: format.fixed(event.gps.lat, 5),
              lng: format.fixed(event.gps.lng, 5),
              metres: format.number(event.gps.accuracyM),
            }),
          },
        ]
      : []),
  ]
  return (
    <Box sx={{ maxWidth: 860 }}>
      <PageHeader
        title={t(eventLabel(entity, event.eventType))}
        note={`${title} · ${format.time(event.occurredAt)}`}
        status={
          isTaken ? (
            <StatusChip label={event.status === 'SUPERSEDED' ? t('Corrected') : t('Taken back')} tone="neutral" />
          ) : (
            <StatusChip label={t('Recorded')} tone="success" />
          )
        }
        breadcrumbs={breadcrumbsOf(entity, [{ ...record, title }])}
        actions={mayVoid ? <VoidButton entity={entity} record={record} event={event} /> : null}
      />
      {isTaken ? (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {[
            event.voidReason ? t(reasons[event.voidReason]) : '',
            voidNoteFor(event.voidNote, t),
            [event.voidedAt ? format.time(event.voidedAt) : '', name(event.voidedBy)].filter(Boolean).join(', '),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Alert>
      ) : null}
      {mayVoid && spec && canRecord(user, entity, spec, record) && isStepInQuestion(record, event) ? (
        <Suspense fallback={null}>
          <AnswerStep entity={entity} id={record.id} event={event} spec={spec} />
        </Suspense>
      ) : null}
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {facts.length > 0 ? (
          <Panel title={t('What was recorded')}>
            <WordedEvent Part={slots.eventWords} record={record} event={event}>
              {({ data }) => (
                <PropertyList
                  properties={facts.map(
                    ([key, field]): Property => ({
                      key,
                      label: t(field.label),
                      wide: layoutOf(field).onPage === 'wide',
                      value: <ShowValue field={field} value={wordedValue(field, data[key], data, t)} refs={refs} />,
                    }),
                  )}
                />
              )}
            </WordedEvent>
          </Panel>
        ) : null}
        <Panel title={t('When and by whom')}>
          <PropertyList properties={origin} />
        </Panel>
        <Typography variant="caption" color="textSecondary" sx={{ px: 0.5, overflowWrap: 'anywhere' }}>
          {t('Fingerprint {{hash}}', { hash: event.hash })}
        </Typography>
      </Box>
    </Box>
  )
}

/** Recorded on a day of no step, and nobody has said which one it is for (BR-18). */
const isStepInQuestion = ({ flags = [] }: RecordAnswer, { id }: EventItem): boolean => flags.some(({ ruleId, eventId }) => ruleId === 'BR-18' && eventId === id)

/** The step that its recorder named: by itself an event may do another one. */
function StepLink({ id }: { id: string }) {
  const operator = useOperator()
  const { data } = useOne('planevent', id)
  return data ? (
    <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'planevent', id }}>
      {data.title}
    </TextLink>
  ) : (
    <>–</>
  )
}

function VoidButton({ entity, record, event }: { entity: AnyEntity; record: RecordAnswer; event: EventItem }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const [reason, setReason] = useState<Reason>('INCORRECT_DATA')
  const [note, setNote] = useState('')
  const voiding = useVoidEvent(entity.name, record.id, event.id)
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<Undo />} onClick={() => setConfirming(true)}>
        {t('Take back')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        dangerous
        busy={voiding.isPending}
        title={t('Take this event back?')}
        confirm={t('Take back')}
        onCancel={() => {
          setConfirming(false)
          voiding.reset()
        }}
        onConfirm={() => voiding.mutate({ reason, ...(note.trim() ? { note: note.trim() } : {}) }, { onSuccess: () => setConfirming(false) })}
      >
        {voiding.error ? <Refusal problem={voiding.error} /> : null}
        {t('Its effects are undone and the status becomes what the other events say. The event stays in the history, struck through.')}
        <RadioGroup value={reason} onChange={(_event, next) => setReason(next as Reason)} sx={{ mt: 1.5, color: 'text.primary' }} aria-label={t('Reason')}>
          {Object.entries(reasons).map(([value, label]) => (
            <FormControlLabel key={value} value={value} control={<Radio />} label={t(label)} />
          ))}
        </RadioGroup>
        <TextField
          label={t('Note')}
          value={note}
          onChange={(change) => setNote(change.target.value)}
          multiline
          minRows={2}
          sx={{ mt: 1 }}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </ConfirmDialog>
    </>
  )
}

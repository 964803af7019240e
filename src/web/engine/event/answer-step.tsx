// Which step of the package an event is for that nobody was asked about when it was recorded (BR-18): answered by the same event in its place, with the answer.
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { EventItem } from '#web/api/answers.ts'
import { type EventInput, useRecordEvent } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import { editable } from '#web/fields/form-values.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { Refusal } from '../refusal.tsx'
import type { ChosenStep } from './planned.ts'
import { WhichStep } from './which-step.tsx'

export function AnswerStep({ entity, id, event, spec }: { entity: AnyEntity; id: string; event: EventItem; spec: EventSpec }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const navigate = useNavigate()
  const record = useRecordEvent(entity.name, id)
  const [chosen, setChosen] = useState<ChosenStep>()
  const send = () =>
    chosen &&
    record.mutate(answered(event, spec, { planEventId: chosen.step?.id ?? null, lateReason: t('Only now it is said which step this is for.') }), {
      onSuccess: ({ event: { id: eventId } }) => {
        showToast({ severity: 'success', message: t('Recorded: {{event}}', { event: t(spec.label) }) })
        void navigate({ to: '/private/farmbook/$operator/$entity/$id/event/$eventId', params: { operator, entity: entity.name, id, eventId }, replace: true })
      },
    })
  return (
    <Box component="section" aria-label={t('Which step is this for?')} sx={{ mb: 1.5 }}>
      {record.error ? <Refusal problem={record.error} /> : null}
      <Alert severity="info" sx={{ mb: 1.5 }}>
        {t('No step of the package was to be done on this day.')}
      </Alert>
      <WhichStep subject={{ entity, id }} eventType={event.eventType} chosen={chosen} onChoose={setChosen} />
      <Button variant="contained" disabled={!chosen} loading={record.isPending} onClick={send}>
        {t('Save')}
      </Button>
    </Box>
  )
}

/** The event as it was recorded, with the answer. `lateReason`: where it has none and is old enough to need one. */
function answered(event: EventItem, spec: EventSpec, { planEventId, lateReason }: { planEventId: string | null; lateReason: string }): EventInput {
  const data = Object.fromEntries(
    editable(spec.fields).flatMap(([name]) => (event.data[name] === undefined || event.data[name] === null ? [] : [[name, event.data[name]]])),
  )
  return {
    ...{ eventType: event.eventType, occurredAt: event.occurredAt, data, planEventId, supersedesEventId: event.id },
    lateReason: event.lateReason ?? lateReason,
    ...(event.notes ? { notes: event.notes } : {}),
    ...(event.gps ? { gps: event.gps } : {}),
  }
}

// The way out of an event that only a second person can let count (a field of the refusal is marked `request`): the same data, sent in as a
// submission that somebody else approves. Fetched when it is first needed.
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type EventInput, useSave } from '#web/api/mutations.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { answerOf } from '../form/answer-of.ts'
import { Refusal } from '../refusal.tsx'
import type { Position } from './position.ts'

type Props = {
  entity: AnyEntity
  record: RecordAnswer
  form: UseFormReturn<FormValues, unknown, FormValues>
  inputOf: (values: FormValues) => EventInput
  /** Null where this event goes without a position. */
  placeOf: (input: EventInput) => Promise<Position | null> | null
  onSent: (submission: RecordAnswer) => void
  /** While the position is looked for. */
  busy: boolean
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What the form holds now is checked again before it is sent. */
export function SendIn({ entity, record, form, inputOf, placeOf, onSent, busy }: Props) {
  const { t } = useTranslation()
  const save = useSave('submission')
  // The same however often it is sent, so that sending it again makes no second one.
  const [capturedAt] = useState(() => new Date().toISOString())
  const place = useRef<Position | null>(undefined)
  const send = form.handleSubmit(async (values) => {
    const input = inputOf(values)
    const { data, ...envelope } = input
    const search = place.current === undefined ? placeOf(input) : null
    if (search !== null) place.current = await search
    const gps = place.current
    // Pictures stay files of the submission, and go on the event when it is approved.
    const { files, ...facts } = data
    save.mutate(
      {
        values: {
          formCode: 'CROP_EVENT',
          formVersion: 1,
          targetType: entity.name,
          targetId: record.id,
          targetVersion: record.version,
          answers: Object.entries({ ...envelope, ...facts })
            .filter(([, value]) => !isNothing(value))
            .map(([name, value]) => answerOf(name, value)),
          ...(isNothing(files) ? {} : { files }),
          deviceId: 'browser',
          capturedAt,
          ...(gps ? { position: { type: 'Point', coordinates: [gps.lng, gps.lat] }, gpsAccuracyM: gps.accuracyM } : {}),
          ...(record.operatorId ? { operatorId: record.operatorId } : {}),
          ...(typeof record.farmerId === 'string' ? { farmerId: record.farmerId } : {}),
        },
      },
      { onSuccess: onSent },
    )
  })
  return (
    <>
      {save.error ? <Refusal problem={save.error} /> : null}
      <Button variant="contained" loading={save.isPending || busy} onClick={() => void send()}>
        {t('Send for approval')}
      </Button>
    </>
  )
}

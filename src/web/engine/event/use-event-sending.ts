// Sending what an event's form holds, and what comes of it: the draft goes, findings are shown, the record is opened
// again; a refusal stands at the fields it names. One way for the generic form and the hand-made ones.
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Fields } from '#domain/kernel/field.ts'
import type { EventAnswer, RecordAnswer } from '#web/api/answers.ts'
import { type EventInput, useRecordEvent, useSubmitKey } from '#web/api/mutations.ts'
import { useOperator } from '#web/api/operator.ts'
import type { OutboxItem } from '#web/api/outbox/store.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { asErrors, formPath, type SentRows } from '../form/resolver.ts'
import { useStoring } from '../outbox/use-storing.ts'
import { eventInput } from './event-body.ts'
import { allowedPosition, isNow, type Position } from './position.ts'

type EventSending = {
  entity: string
  id: string
  type: string
  form: UseFormReturn<FormValues, unknown, FormValues>
  fields: Fields
  draft: { forget: () => void; again?: () => void }
  /** Null: for no step of the package; undefined: nobody has been asked. */
  planEventId?: string | null | undefined
  /** Where the form sends fewer rows than it shows. */
  sentRows?: (drafts: FormValues) => SentRows
  withPosition?: boolean | undefined
  /** Where the form can say that what it has was stored on this device: what its record is called. */
  storedAs?: string | undefined
  /** What was stored and is corrected now. */
  former?: OutboxItem | undefined
}

export function useEventSending({ entity, id, type, form, fields, draft, planEventId, sentRows, withPosition, storedAs, former }: EventSending) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const submitKey = useSubmitKey()
  const storing = useStoring(storedAs !== undefined, draft, former)
  const record = useRecordEvent(
    entity,
    id,
    submitKey,
    storing.isOn
      ? (input, send) =>
          storing.attempt({ id: eventId, entity, subject: { id, eventType: type }, title: storedAs ?? '', body: input, key: submitKey(input) }, send)
      : undefined,
  )
  const [eventId] = useState(() => former?.id ?? crypto.randomUUID())
  // When it was first entered, the same in each try; what was stored keeps its own.
  const captured = useRef(former?.capturedAt)
  const done = useRef(false)
  // Found once: what is tried again is the same.
  const place = useRef<Promise<Position | null>>(undefined)
  const [isLocating, setLocating] = useState(false)
  // Of what is corrected the time of its entry.
  const [opened] = useState(() => (former ? new Date(String(former.body.occurredAt)) : new Date()))
  const [answer, setAnswer] = useState<EventAnswer | null>(null)
  const toRecord = () => void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity, id } })
  const inputOf = (values: FormValues): EventInput => ({
    ...eventInput(type, { ...values, occurredAt: exactly(String(values.occurredAt), opened) }),
    ...(planEventId === undefined ? stepIn(former) : { planEventId }),
  })
  /** What was sent in for somebody else to decide is shown in place of the record. */
  const sentIn = (submission: RecordAnswer) => {
    done.current = true
    draft.forget()
    void navigate({ to: '/private/farmbook/$operator/$entity/$id', params: { operator, entity: 'submission', id: submission.id }, replace: true })
  }
  /** `notice`: the message when nothing was found. */
  const send = (values: FormValues, notice: string) => {
    const input = inputOf(values)
    // Where it was entered, and not where it is corrected.
    const place = former?.body.gps as EventInput['gps'] | undefined
    if (place) return sendAs({ ...input, gps: place }, notice)
    const gps = placeOf(input)
    if (!gps) return sendAs(input, notice)
    void gps.then((found) => sendAs(found ? { ...input, gps: found } : input, notice))
  }
  /** Where the device is, for what happens now and is recorded with a position; null: it is not asked. */
  const placeOf = (input: EventInput): Promise<Position | null> | null => {
    if (!withPosition || !isNow(input.occurredAt)) return null
    setLocating(true)
    place.current ??= allowedPosition()
    return place.current.then((gps) => {
      // It may be allowed after a refusal: the next try looks again.
      if (!gps) place.current = undefined
      setLocating(false)
      return gps
    })
  }
  const sendAs = (given: EventInput, notice: string) => {
    captured.current ??= new Date().toISOString()
    const input = storing.isOn ? { ...given, id: eventId, capturedAt: captured.current } : given
    const rows = sentRows?.(form.getValues()) ?? {}
    record.mutate(input, {
      onSuccess: (recorded) => {
        done.current = true
        draft.forget()
        if (recorded.findings.length > 0) return setAnswer(recorded)
        showToast({ severity: 'success', message: notice })
        toRecord()
      },
      onError: (problem) => {
        if (storing.isDone.current) return
        const mine = problem.fields.map((one) => ({ ...one, path: formPath(one.path.replace(/^data\./, ''), rows) }))
        for (const [path, error] of Object.entries(asErrors(mine, fields, t, format))) form.setError(path, error)
        scrollTo({ top: 0, behavior: 'smooth' })
      },
    })
  }
  const problem = storing.shown(record.error)
  return {
    stored: storing.stored,
    filesOf: storing.filesOf,
    send,
    inputOf,
    placeOf,
    sentIn,
    problem,
    busy: record.isPending || isLocating,
    isDone: () => done.current || storing.isDone.current,
    answer,
    toRecord,
  }
}

/** The step that what is corrected was entered for. */
const stepIn = (former: OutboxItem | undefined): Pick<EventInput, 'planEventId'> =>
  former?.body.planEventId === undefined ? {} : { planEventId: former.body.planEventId as string | null }

/** A form's clock shows minutes. Where it was left as it stood, the seconds count: what is recorded now came after what was recorded a moment ago. */
const exactly = (occurredAt: string, opened: Date): string =>
  Math.floor(Date.parse(occurredAt) / 60_000) === Math.floor(opened.getTime() / 60_000) ? opened.toISOString() : occurredAt

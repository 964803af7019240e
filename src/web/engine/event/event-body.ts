// What an event's form asks, checks and sends: the envelope's parts that people fill, and the event's own fields, flat.
import type { z } from 'zod'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { longText, optional, time } from '#domain/kernel/kinds.ts'
import { eventDataSchema, eventEnvelope } from '#domain/kernel/schemas.ts'
import type { EventInput } from '#web/api/mutations.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import type { Format } from '#web/format/format.ts'

/** Asked for what is recorded late (domain dictionary 1.3: more than 14 days). */
const lateDays = 14

export const eventFormFields = (spec: EventSpec): Fields => ({
  occurredAt: time('Happened at'),
  ...spec.fields,
  notes: optional(longText('Notes')),
  lateReason: optional(longText('Why only now', { max: 500 })),
})

/** Checks `{occurredAt, notes, lateReason, ...data}`; the server checks the same in its own envelope. */
export function eventBodySchema(spec: EventSpec): z.ZodType {
  const { occurredAt, notes, lateReason } = eventEnvelope
  return eventDataSchema(spec).extend({ occurredAt, notes, lateReason }) as z.ZodType
}

/** What the checked form sends. */
export const eventInput = (eventType: string, { occurredAt, notes, lateReason, ...data }: FormValues): EventInput => ({
  eventType,
  occurredAt: String(occurredAt),
  data,
  ...(notes ? { notes: String(notes) } : {}),
  ...(lateReason ? { lateReason: String(lateReason) } : {}),
})

/** Whether a moment, as it stands in the form, is so long ago that a reason is asked for. */
export const isRecordedLate = (occurredAt: string | undefined, format: Format): boolean =>
  /^\d{4}-\d\d-\d\d/.test(occurredAt ?? '') && format.daysFromToday(String(occurredAt).slice(0, 10)) < -lateDays

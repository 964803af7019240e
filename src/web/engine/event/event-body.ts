// The schema of an event form: the envelope's parts that people fill, and the event's own fields, flat.
import type { z } from 'zod'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { eventDataSchema, eventEnvelope } from '#domain/kernel/schemas.ts'

/** Checks `{occurredAt, notes, lateReason, ...data}`; the server checks the same in its own envelope. */
export function eventBodySchema(spec: EventSpec): z.ZodType {
  const { occurredAt, notes, lateReason } = eventEnvelope
  return eventDataSchema(spec).extend({ occurredAt, notes, lateReason }) as z.ZodType
}

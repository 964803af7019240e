// What a person's page shows beyond the record, and what the link of an invitation says, as they are answered.
import { z } from 'zod'
import { count, flag, id, moment, refs, text } from '../kernel/answer-shapes.ts'

const delivery = z.object({
  state: z.enum(['WAITING', 'SENT', 'FAILED', 'CANCELLED']),
  tries: count,
  reason: text.nullable().describe('In the words of the mail server.'),
  at: moment.describe('Sent, given up, or tried next.'),
})
export type Delivery = z.infer<typeof delivery>
export const invitationSheet = z
  .object({
    link: z.url().describe('Opens the login page with a greeting. Lets nobody in by itself.'),
    invitedAt: moment,
    until: moment,
    isLapsed: flag,
    sendsMail: flag.describe('False: this installation sends no mail; somebody hands the link over.'),
    delivery: delivery.nullable(),
  })
  .meta({ id: 'InvitationSheet' })
export type InvitationSheet = z.infer<typeof invitationSheet>

const session = z.object({
  id: id.describe('By it the device is signed out.'),
  device: text.nullable(),
  provider: text,
  signedInAt: moment,
  seenAt: moment.describe('To the hour.'),
  isCurrent: flag.describe('Whether it is the one that this answer is for.'),
})
const knownDevice = z.object({ device: text.nullable(), firstSeenAt: moment, lastSeenAt: moment.describe('To the hour.') })
export const personSessions = z
  .object({
    items: z.array(session),
    known: z.array(knownDevice).describe('Devices that they signed in from before, also where they are signed out now; last used first.'),
  })
  .meta({ id: 'PersonSessions' })
export type DeviceSession = z.infer<typeof session>
export type KnownDevice = z.infer<typeof knownDevice>
export type PersonSessions = z.infer<typeof personSessions>

export const personFigures = z
  .object({ items: z.array(z.object({ id, devices: count.describe('On which they are known: they signed in there, and were not forgotten since.') })) })
  .meta({ id: 'PersonFigures' })
export type PersonFigures = z.infer<typeof personFigures>

const activity = z.object({
  id,
  eventType: text,
  subjectType: text,
  subjectId: id,
  occurredAt: moment.describe('When it happened.'),
  recordedAt: moment.describe('When they did it.'),
  status: text,
})
export const personActivity = z.object({ items: z.array(activity), next: text.nullable(), refs }).meta({ id: 'PersonActivity' })
export type Activity = z.infer<typeof activity>
export type ActivityPage = z.infer<typeof personActivity>

export const invitation = z
  .object({
    state: z.enum(['OPEN', 'LAPSED', 'REPLACED']).describe('REPLACED: a newer one was sent, or the address was changed.'),
    programme: text,
    invitedBy: text.nullable().describe('Null: the programme itself.'),
    until: moment,
  })
  .meta({ id: 'Invitation' })
export type InvitationAnswer = z.infer<typeof invitation>
export type InvitationState = InvitationAnswer['state']

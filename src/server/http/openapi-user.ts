// The addresses of a person's page beyond the record, and of an opened invitation, in the API document: they follow from
// no declaration, so they are written here.
import type { ProblemCode } from '#domain/kernel/problems.ts'
import { type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const text: JsonSchema = { type: 'string' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const id: JsonSchema = { type: 'string', format: 'uuid' }
const truth: JsonSchema = { type: 'boolean' }

/** Schemas of what these addresses answer. */
export const userSchemas: Record<string, JsonSchema> = {
  InvitationSheet: object({
    link: { ...text, format: 'uri', description: 'Opens the login page with a greeting. Lets nobody in by itself.' },
    invitedAt: moment,
    until: moment,
    isLapsed: truth,
    sendsMail: { ...truth, description: 'False: this installation sends no mail; somebody hands the link over.' },
    delivery: orNull(
      object({
        state: { enum: ['WAITING', 'SENT', 'FAILED', 'CANCELLED'] },
        tries: { type: 'integer' },
        reason: { ...orNull(text), description: 'In the words of the mail server.' },
        at: { ...moment, description: 'Sent, given up, or tried next.' },
      }),
    ),
  }),
  PersonSessions: object({
    items: listOf(object({ device: orNull(text), provider: text, signedInAt: moment, seenAt: { ...moment, description: 'To the hour.' } })),
  }),
  PersonActivity: object({
    items: listOf(object({ id, eventType: text, subjectType: text, subjectId: id, occurredAt: moment, recordedAt: moment, status: text })),
    next: orNull(text),
    refs: ref('Refs'),
  }),
  Invitation: object({
    state: { enum: ['OPEN', 'LAPSED', 'REPLACED'], description: 'REPLACED: a newer one was sent, or the address was changed.' },
    programme: text,
    invitedBy: orNull(text),
    until: moment,
  }),
}

type Described = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: JsonSchema[]
  parameters: JsonSchema[]
  responses: Record<string, JsonSchema>
}

/** The paths; `refusals` writes the answers that every address has in common. */
export function userPaths(refusals: (...codes: ProblemCode[]) => Record<string, JsonSchema>): Record<string, Record<string, Described>> {
  const given = (...names: string[]): JsonSchema[] => names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  const json = (name: string, description: string): JsonSchema => ({ description, content: { 'application/json': { schema: ref(name) } } })
  const call = (verb: string, summary: string, rest: Omit<Described, 'operationId' | 'tags' | 'summary'>) => ({
    get: { operationId: `user.${verb}`, tags: ['user'], summary, ...rest },
  })
  const base = '/api/operators/{operator}/user/{id}'
  return {
    [`${base}/invitation`]: call('invitation', 'The link of an open invitation, and what became of its mail; for administrators', {
      parameters: given('operator', 'id'),
      responses: { 200: json('InvitationSheet', 'The link and the mail.'), ...refusals('VALIDATION', 'STATE_CONFLICT') },
    }),
    [`${base}/sessions`]: call('sessions', 'Where a person is signed in; for administrators and the person', {
      parameters: given('operator', 'id'),
      responses: { 200: json('PersonSessions', 'Open sessions, last used first.'), ...refusals('VALIDATION') },
    }),
    [`${base}/activity`]: call('activity', 'What a person recorded lately; for administrators', {
      parameters: given('operator', 'id', 'cursor'),
      responses: { 200: json('PersonActivity', 'Newest first.'), ...refusals('VALIDATION') },
    }),
    '/api/public/invitation/{token}': call('openInvitation', 'What the link of an invitation tells; nobody need be signed in', {
      security: [],
      description: 'The programme and who invites, nothing about the invited. A link nobody made, and one of somebody who is in already, are not found.',
      parameters: [{ name: 'token', in: 'path', required: true, schema: text }],
      responses: { 200: json('Invitation', 'The invitation.'), ...refusals('VALIDATION', 'TOO_MANY') },
    }),
  }
}

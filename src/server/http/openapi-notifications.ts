// The addresses of a person's inbox beside its records, and of the audience of a message, in the API document.
import type { ProblemCode } from '#domain/kernel/problems.ts'
import { type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const id: JsonSchema = { type: 'string', format: 'uuid' }
const hour: JsonSchema = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }

export const notificationSchemas: Record<string, JsonSchema> = {
  InboxSummary: object({
    unread: count,
    critical: { ...count, description: 'Unread and critical.' },
    toDo: { ...count, description: 'Read or unread, and something is to be done.' },
    newest: orNull(object({ id, event: text, severity: text, headline: text, params: listOf(object({ name: text, value: text })) })),
  }),
  NotificationSettings: object({
    mail: { enum: ['ALL', 'CRITICAL', 'DAILY', 'NONE'], description: 'CRITICAL: what is critical at once, the rest once a day.' },
    mailAt: { ...hour, description: 'When the mail of the day goes out, where the programme works.' },
    push: { enum: ['ALL', 'CRITICAL', 'NONE'] },
    quietFrom: hour,
    quietTo: hour,
    muted: { ...listOf(text), description: 'Codes that are not wanted; critical ones cannot be among them.' },
  }),
  NotificationSettingsSheet: object({
    settings: ref('NotificationSettings'),
    codes: { ...listOf(text), description: 'What the caller’s roles may hear of, and may switch off.' },
    sendsMail: { type: 'boolean' },
    sendsPush: { type: 'boolean' },
  }),
  AudienceCount: object({
    chosen: count,
    reached: { ...count, description: 'By telephone; the other figures say why the rest is left out.' },
    noPhone: count,
    optedOut: count,
    villages: listOf(object({ village: text, reached: count })),
  }),
}

type Described = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: JsonSchema[]
  requestBody?: JsonSchema
  responses: Record<string, JsonSchema>
}

/** The paths; `refusals` writes the answers that every address has in common. */
export function notificationPaths(refusals: (...codes: ProblemCode[]) => Record<string, JsonSchema>): Record<string, Record<string, Described>> {
  const json = (schema: JsonSchema, description: string): JsonSchema => ({ description, content: { 'application/json': { schema } } })
  const body = (schema: JsonSchema): JsonSchema => ({ required: true, content: { 'application/json': { schema } } })
  const call = (verb: string, summary: string, rest: Omit<Described, 'operationId' | 'tags' | 'summary' | 'parameters'> & { parameters?: JsonSchema[] }) => ({
    operationId: `notification.${verb}`,
    tags: ['notification'],
    summary,
    parameters: [],
    ...rest,
  })
  const base = '/api/notifications'
  return {
    [`${base}/summary`]: {
      get: call('summary', 'How much of one’s own inbox is unread', {
        responses: { 200: json(ref('InboxSummary'), 'The figures.'), ...refusals('VALIDATION') },
      }),
    },
    [`${base}/stream`]: {
      get: call('stream', 'The same as server-sent events: `inbox` at once and after every change', {
        description: 'Ends by itself after ten minutes, when the server ends, and for whoever may not come in any more; open it again.',
        responses: { 200: { description: 'Events whose data is an InboxSummary.', content: { 'text/event-stream': { schema: text } } }, ...refusals() },
      }),
    },
    [`${base}/read`]: {
      post: call('markRead', 'Marks one’s own unread notifications as read', {
        description: 'Those named, or all; at most 500 at a time.',
        requestBody: body({ type: 'object', properties: { ids: { ...listOf(id), minItems: 1, maxItems: 500 } }, additionalProperties: false }),
        responses: {
          200: json({ allOf: [ref('InboxSummary'), object({ marked: count })] }, 'How many were marked, and the figures.'),
          ...refusals('VALIDATION', 'DUPLICATE_KEY'),
        },
      }),
    },
    [`${base}/settings`]: {
      get: call('settings', 'What one wants to hear of, by which way and when', {
        responses: { 200: json(ref('NotificationSettingsSheet'), 'The settings.'), ...refusals('VALIDATION') },
      }),
      put: call('saveSettings', 'Replaces them', {
        requestBody: body(ref('NotificationSettings')),
        responses: { 200: json(ref('NotificationSettingsSheet'), 'As saved.'), ...refusals('VALIDATION') },
      }),
    },
    '/api/operators/{operator}/mobilenotification/audience': {
      post: {
        ...call('audience', 'How many telephones a message would reach', {
          parameters: [{ $ref: '#/components/parameters/operator' }],
          requestBody: body({
            type: 'object',
            properties: { villages: listOf(text), cropTypeId: orNull(id), claims: listOf(text), farmerIds: listOf(id) },
            additionalProperties: false,
          }),
          responses: { 200: json(ref('AudienceCount'), 'Within the caller’s reach.'), ...refusals('VALIDATION', 'DUPLICATE_KEY') },
        }),
        operationId: 'mobilenotification.audience',
        tags: ['mobilenotification'],
      },
    },
  }
}

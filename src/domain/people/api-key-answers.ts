// API keys as they are listed and made: never with what they are stored as, and with the key itself in the one answer that makes it.
import { z } from 'zod'
import { day, id, keyOf, moment, text } from '../kernel/answer-shapes.ts'
import { apiKeyDays, apiKeyScopes, longestApiKeyName } from './api-keys.ts'

const scope = keyOf(apiKeyScopes)

const apiKey = z.object({
  id,
  name: text,
  prefix: text.describe('How the key begins after `fbk_`: by it the key is recognised where it is stored.'),
  scope: scope.describe('READ: calls that change nothing.'),
  operator: z.object({ id, code: text, name: text }).nullable().describe('Null: wherever the person may work.'),
  state: z.enum(['LIVE', 'EXPIRED', 'REVOKED']),
  createdAt: moment,
  expiresAt: moment,
  lastUsedOn: day.nullable().describe('In the programme’s time zone.'),
  revokedAt: moment.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const apiKeys = z.object({ items: z.array(apiKey).describe('Newest first: live ones, and the latest that are not.') }).meta({ id: 'ApiKeys' })
export type ApiKeys = z.infer<typeof apiKeys>

export const madeApiKey = z
  .object({ item: apiKey, key: text.nullable().describe('Shown this once and stored nowhere. Null where the call was repeated.') })
  .meta({ id: 'MadeApiKey' })
export type MadeApiKey = z.infer<typeof madeApiKey>

export const newApiKey = z.strictObject({
  name: z.string().trim().min(1).max(longestApiKeyName),
  scope,
  operatorId: z.guid().nullable().default(null).describe('The one operator at whose addresses it works; null = all that the person reaches.'),
  days: z.int().min(apiKeyDays.min).max(apiKeyDays.max).describe('Until it ends.'),
})

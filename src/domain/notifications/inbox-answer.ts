// A person's inbox beside its records, and the audience of a message, as they are answered.
import { z } from 'zod'
import { count, flag, id, keyOf, text } from '../kernel/answer-shapes.ts'
import { cropStages } from '../kernel/crop-stages.ts'
import { claims, roles } from '../kernel/terms.ts'
import { noticeSettings } from './settings.ts'

export const inboxSummary = z
  .object({
    unread: count,
    critical: count.describe('Unread and critical.'),
    toDo: count.describe('Read or unread, and something is to be done.'),
    newest: z
      .object({ id, event: text, severity: text, headline: text, params: z.array(z.object({ name: text, value: text })) })
      .nullable()
      .describe('The newest that is unread.'),
  })
  .meta({ id: 'InboxSummary' })
export type InboxSummary = z.infer<typeof inboxSummary>
export const markedRead = inboxSummary.extend({ marked: count })
export const toMarkRead = z.strictObject({ ids: z.array(z.uuid()).min(1).max(500).optional() })

export const pushDevice = z
  .object({
    id,
    name: text.describe('As its browser calls it.'),
    since: z.iso.datetime(),
    endpointHash: text.describe('SHA-256 of its address at the push service, base64url: by it a browser finds itself.'),
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof pushDevice>

const base64url = z.string().regex(/^[\w-]+$/)
/** What a browser answers when it is asked to be notified (Push API). */
export const newPushDevice = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.strictObject({ p256dh: base64url.max(120), auth: base64url.max(40) }),
  name: z.string().trim().max(60).default(''),
})
export type NewPushDevice = z.infer<typeof newPushDevice>

export const settingsSheet = z
  .object({
    settings: noticeSettings,
    codes: z.array(text).describe('What the caller’s roles may hear of, and may switch off.'),
    sendsMail: flag,
    sendsPush: flag,
    pushKey: text.nullable().describe('By which a browser is asked to be notified (VAPID); null where nothing is pushed.'),
    devices: z.array(pushDevice).describe('Browsers of one’s own that are notified.'),
  })
  .meta({ id: 'NotificationSettingsSheet' })
export type SettingsSheet = z.infer<typeof settingsSheet>

export const audience = z.strictObject({
  groupIds: z.array(z.uuid()).max(200).default([]),
  roles: z.array(keyOf(roles)).max(10).default([]),
  villages: z.array(z.string().max(200)).max(200).default([]),
  cropTypeId: z.uuid().nullable().default(null),
  stages: z.array(keyOf(cropStages)).max(10).nullable().default(null),
  claims: z.array(keyOf(claims)).max(10).default([]),
  flags: z.array(z.string().max(20)).max(40).nullable().default(null),
  farmerIds: z.array(z.uuid()).max(10_000).default([]),
})
export const audienceCount = z
  .object({
    chosen: count,
    reached: count.describe('By telephone; the other figures say why the rest is left out.'),
    noPhone: count,
    optedOut: count,
    noConsent: count,
    villages: z.array(z.object({ village: text, reached: count })).describe('Of members, those with most first; at most 200.'),
  })
  .meta({ id: 'AudienceCount' })
export type AudienceCount = z.infer<typeof audienceCount>

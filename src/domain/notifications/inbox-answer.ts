// A person's inbox beside its records, and the audience of a message, as they are answered.
import { z } from 'zod'
import { count, flag, id, keyOf, text } from '../kernel/answer-shapes.ts'
import { claims } from '../kernel/terms.ts'
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

export const settingsSheet = z
  .object({
    settings: noticeSettings,
    codes: z.array(text).describe('What the caller’s roles may hear of, and may switch off.'),
    sendsMail: flag,
    sendsPush: flag,
  })
  .meta({ id: 'NotificationSettingsSheet' })
export type SettingsSheet = z.infer<typeof settingsSheet>

export const audience = z.strictObject({
  villages: z.array(z.string().max(200)).max(200).default([]),
  cropTypeId: z.uuid().nullable().default(null),
  claims: z.array(keyOf(claims)).max(10).default([]),
  farmerIds: z.array(z.uuid()).max(10_000).default([]),
})
export const audienceCount = z
  .object({
    chosen: count,
    reached: count.describe('By telephone; the other figures say why the rest is left out.'),
    noPhone: count,
    optedOut: count,
    villages: z.array(z.object({ village: text, reached: count })),
  })
  .meta({ id: 'AudienceCount' })
export type AudienceCount = z.infer<typeof audienceCount>

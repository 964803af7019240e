// What a person wants to hear of, by which way, and when not. What is critical always reaches the inbox, and mail where the catalogue says so.
import { z } from 'zod'
import { addDays, dayIn, offsetOf } from '../kernel/day.ts'
import { findNotice } from './catalogue.ts'
import type { Severity } from './notice.ts'

const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const isNotice = (code: string): boolean => findNotice(code) !== undefined
const isCritical = (code: string): boolean => findNotice(code)?.severity === 'CRITICAL'

export const noticeSettings = z.strictObject({
  /** CRITICAL: what is critical at once, the rest once a day. */
  mail: z.enum(['ALL', 'CRITICAL', 'DAILY', 'NONE']),
  /** When the mail of the day goes out, where the programme works. */
  mailAt: hour,
  push: z.enum(['ALL', 'CRITICAL', 'NONE']),
  /** Nothing that is not critical is pushed to a telephone between these two. */
  quietFrom: hour,
  quietTo: hour,
  /** Codes that are not wanted at all; those that are critical cannot be among them. */
  muted: z
    .array(z.string().max(40).refine(isNotice, { error: 'There is no notification of this name.' }))
    .max(100)
    .refine((codes) => !codes.some(isCritical), { error: 'What is critical cannot be switched off.' }),
})
export type NoticeSettings = z.infer<typeof noticeSettings>

export const defaultSettings: NoticeSettings = { mail: 'CRITICAL', mailAt: '07:30', push: 'ALL', quietFrom: '21:00', quietTo: '07:00', muted: [] }

/** What was stored, completed and without what is not known any more. */
export function settingsOf(stored: unknown): NoticeSettings {
  const given: Record<string, unknown> = { ...defaultSettings, ...(typeof stored === 'object' ? stored : {}) }
  const muted = Array.isArray(given.muted) ? given.muted.filter((code) => isNotice(code) && !isCritical(code)) : []
  const { data } = noticeSettings.safeParse({ ...given, muted })
  return data ?? defaultSettings
}

export const isMuted = (settings: NoticeSettings, code: string, severity: Severity): boolean => severity !== 'CRITICAL' && settings.muted.includes(code)

/** When a mail of this severity goes out; null: by no mail. */
export function mailDue({ mail, mailAt }: NoticeSettings, severity: Severity, now: Date, timezone: string): Date | null {
  if (mail === 'NONE') return severity === 'CRITICAL' ? now : null
  if (mail === 'ALL' || (mail === 'CRITICAL' && severity === 'CRITICAL')) return now
  return nextAt(mailAt, now, timezone)
}

/** When a push of this severity goes out; null: by none. */
export function pushDue({ push, quietFrom, quietTo }: NoticeSettings, severity: Severity, now: Date, timezone: string): Date | null {
  if (push === 'NONE' || (push === 'CRITICAL' && severity !== 'CRITICAL')) return null
  return severity === 'CRITICAL' ? now : afterQuiet(quietFrom, quietTo, now, timezone)
}

/** `now`, or the end of the quiet hours that it lies in. */
export function afterQuiet(from: string, to: string, now: Date, timezone: string): Date {
  const time = timeIn(timezone, now)
  const isQuiet = from <= to ? time >= from && time < to : time >= from || time < to
  return isQuiet ? nextAt(to, now, timezone) : now
}

/** Whether it is night for members, who have no settings of their own. */
export const isNight = (now: Date, timezone: string): boolean => afterQuiet(defaultSettings.quietFrom, defaultSettings.quietTo, now, timezone) > now

const timeIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now)

/** The next moment at which it is this time in the zone. */
function nextAt(time: string, now: Date, timezone: string): Date {
  const today = dayIn(timezone, now)
  const at = (day: string) => new Date(`${day}T${time}:00${offsetOf(`${day}T${time}:00`, timezone)}`)
  return at(today) > now ? at(today) : at(addDays(today, 1))
}

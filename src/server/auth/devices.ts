// The devices on which a person is signed in, as an administrator or the person looks at them: which browser, since when,
// last used when. A browser says what it is in a long line full of other browsers' names; two words of it are stored.
import type { Db } from '#server/scope.ts'

/** Looked for in this order: Edge and Opera call themselves Chrome, and Chrome calls itself Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bKAIOS\//i, 'KaiOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Chrome, Android` from a User-Agent header; null when neither is known. Only words of ours are stored of what a stranger may write. */
export function deviceOf(userAgent: string | null): string | null {
  const line = (userAgent ?? '').slice(0, 500)
  const known = [browsers, systems].flatMap((table) => table.find(([sign]) => sign.test(line))?.[1] ?? [])
  return known.length > 0 ? known.join(', ') : null
}

/** One open session. `provider`: id of the way it was signed in by. Moments in ISO 8601; `seenAt` to the hour. */
export type DeviceSession = { device: string | null; provider: string; signedInAt: string; seenAt: string }

/** More devices than a person has; somebody who signs in anew each day leaves thirty behind in a month. */
const atMost = 100

/** The open sessions of a person, last used first. `db` is inside the tenant. */
export async function sessionsOf(db: Db, tenantId: number, userId: string): Promise<DeviceSession[]> {
  const rows = await db
    .selectFrom('session_token')
    .select(['device', 'provider', 'created_at', 'seen_at'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('sid')
    .limit(atMost)
    .execute()
  return rows.map(({ device, provider, created_at, seen_at }) => ({ device, provider, signedInAt: created_at, seenAt: seen_at }))
}

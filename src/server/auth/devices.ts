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

/** A browser and a system by the names of ours; null: not one of them, or not said. */
export type Device = { browser: string | null; system: string | null }

/** From a User-Agent header. Only words of ours are made of what a stranger may write, and of a long line only its beginning is read. */
export function deviceOf(userAgent: string | null): Device {
  const line = (userAgent ?? '').slice(0, 500)
  const named = (table: typeof browsers) => table.find(([sign]) => sign.test(line))?.[1] ?? null
  return { browser: named(browsers), system: named(systems) }
}

/** `Chrome, Android`; null when neither is known. */
export const wordsOf = ({ browser, system }: Device): string | null => [browser, system].filter((one) => one !== null).join(', ') || null

const namesIn = (table: typeof browsers): (string | null)[] => [...table.map(([, name]) => name), null]
/** Each device that is apart from others. */
export const everyDevice: readonly Device[] = namesIn(browsers).flatMap((browser) => namesIn(systems).map((system) => ({ browser, system })))

/**
 * One open session; its id lets nobody in without its refresh token. `provider`: id of the way it was signed in by. Moments in ISO 8601; `seenAt` to the
 * hour. `isCurrent`: the one by which it is looked at.
 */
export type DeviceSession = { id: string; device: string | null; provider: string; signedInAt: string; seenAt: string; isCurrent: boolean }

/** More devices than a person has; somebody who signs in anew each day leaves thirty behind in a month. */
const atMost = 100

/** The open sessions of a person, last used first. `current`: by which the caller is signed in. `db` is inside the tenant. */
export async function sessionsOf(db: Db, tenantId: number, userId: string, current: string | undefined): Promise<DeviceSession[]> {
  const rows = await db
    .selectFrom('session_token')
    .select(['sid', 'device', 'provider', 'created_at', 'seen_at'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('sid')
    .limit(atMost)
    .execute()
  return rows.map(({ sid, device, provider, created_at, seen_at }) => ({
    id: sid,
    device,
    provider,
    signedInAt: created_at,
    seenAt: seen_at,
    isCurrent: sid === current,
  }))
}

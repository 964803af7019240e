// Whether this browser is notified while no page is open: its own subscription at the push service of its maker (Push API). Which of
// the devices that the server knows it is, is found by the hash of its address.
import type { NewPushDevice, PushDevice } from '#domain/notifications/inbox-answer.ts'

/** `unsupported`: this browser cannot, or not at this address; `blocked`: its person has refused it in the browser's own settings. */
export type PushState = 'unsupported' | 'blocked' | 'on' | 'off'

const worker = '/push-worker.js'

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function hashOf(endpoint: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

/** Its line in the list; undefined where the server does not notify it, or not for this person. */
export async function ownDevice(devices: readonly PushDevice[]): Promise<PushDevice | undefined> {
  const own = isSupported() ? await subscription() : null
  if (!own) return undefined
  const hash = await hashOf(own.endpoint)
  return devices.find(({ endpointHash }) => endpointHash === hash)
}

export async function pushState(devices: readonly PushDevice[]): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && (await ownDevice(devices)) ? 'on' : 'off'
}

/** Asks its person, then the push service. Null: they did not want it. Throws where the browser or its service fails. */
export async function subscribe(key: string): Promise<NewPushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(worker)
  const { pushManager } = await navigator.serviceWorker.ready
  const former = await pushManager.getSubscription()
  // Bound to another key, which the programme has no more.
  if (former && base64url(former.options.applicationServerKey) !== key) await former.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const keys = { p256dh: base64url(made.getKey('p256dh')), auth: base64url(made.getKey('auth')) }
  return { endpoint: made.endpoint, keys, name: deviceName(navigator.userAgent) }
}

export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe()
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
]
/** Such as “Chrome · Android”; empty where neither is known. */
export const deviceName = (userAgent: string): string =>
  [browsers, systems].flatMap((known) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []).join(' · ')

// Browsers that nobody looks at, by the push service of their maker: encrypted for the one browser (RFC 8291), signed with the key of
// the programme (RFC 8292). An address is given by the browser, so only known push services are called.
import webPush from 'web-push'
import { defaultPushServices, type PushKeys } from '../push-settings.ts'

export type PushMessage = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** The same at each try: what waits at the push service is replaced by it. At most 32 letters of base64url. */
  topic: string
  /** JSON of PushPayload. */
  payload: string
  isUrgent: boolean
}
/** `GONE`: that browser will never be reached again. `isFinal`: trying again cannot help. `afterS`: not before so many seconds. */
export type Pushed = { state: 'SENT' } | { state: 'GONE' } | { state: 'FAILED'; reason: string; isFinal: boolean; afterS?: number }
export type PushSender = { send(message: PushMessage, keys: PushKeys): Promise<Pushed> }

/** What a browser shows on a locked screen, and nothing else: `title` names records by their codes, `link` is an address of this host. */
export type PushPayload = { id: string; title: string; code: string; link: string; language: string }

const timeoutMs = 10_000
const [day, urgentDays] = [86_400, 3]

/** `services`: origins that are called; `https://*.example.com` stands for all below it. */
export const isPushService = (endpoint: string, services: readonly string[] = defaultPushServices): boolean => {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  return services.some((one) => {
    const [scheme, rest] = one.split('//*')
    return rest === undefined ? url.origin === one : `${url.protocol}` === scheme && url.port === '' && url.hostname.endsWith(rest) && rest.startsWith('.')
  })
}

/** `contact`: a mailto: or https: address of whoever runs this, which push services ask for. */
export const webPushSender = ({ services, contact }: { services: readonly string[]; contact: string }): PushSender => ({
  async send({ endpoint, keys: browser, topic, payload, isUrgent }, keys) {
    if (!isPushService(endpoint, services)) return { state: 'FAILED', reason: 'Not a known push service', isFinal: true }
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: browser }, payload, {
      vapidDetails: { subject: contact, ...keys },
      TTL: isUrgent ? urgentDays * day : day,
      urgency: isUrgent ? 'high' : 'normal',
      topic,
      contentEncoding: 'aes128gcm',
    })
    const { 'Content-Length': _, ...others } = headers
    const sent = Object.entries(others).map(([name, value]): [string, string] => [name, String(value)])
    const response = await fetch(endpoint, { method, headers: sent, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return fateOf(response)
  },
})

function fateOf({ status, ok, headers }: Response): Pushed {
  if (ok) return { state: 'SENT' }
  if (status === 404 || status === 410) return { state: 'GONE' }
  const reason = `The push service answered ${status}`
  const afterS = Number(headers.get('retry-after'))
  if (status === 429 || status >= 500) return { state: 'FAILED', reason, isFinal: false, ...(afterS > 0 ? { afterS } : {}) }
  return { state: 'FAILED', reason, isFinal: true }
}

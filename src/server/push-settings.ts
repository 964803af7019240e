// What the settings say of web push: the key, whom push services may write to, and which push services are called.

/** Of Chrome and Samsung, Firefox, Safari, Edge. */
export const defaultPushServices: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
]

export type PushSettings = {
  /** 32 bytes as base64url; null: made once for each programme and kept in the database. */
  privateKey: string | null
  /** mailto: or https:. */
  contact: string
  services: readonly string[]
}

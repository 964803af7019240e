// What the settings say of web push: the key, whom push services may write to, and which push services are called.
import { createECDH } from 'node:crypto'

export type PushKeys = { publicKey: string; privateKey: string }

export const curve = 'prime256v1'
export const privateLength = 32

/** `privateKey`: 32 bytes as base64url. Throws for anything else. */
export function pushKeysOf(privateKey: string): PushKeys {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== privateLength || bytes.toString('base64url') !== privateKey) throw new Error('Not a private key of P-256')
  const pair = createECDH(curve)
  pair.setPrivateKey(bytes)
  return { publicKey: pair.getPublicKey().toString('base64url'), privateKey }
}

/** Of Chrome and Samsung, Firefox, Safari, Edge. */
export const defaultPushServices: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
]

export type PushSettings = {
  /** 32 bytes as base64url; null: made once for each programme and stored in the database. */
  privateKey: string | null
  /** mailto: or https:. */
  contact: string
  services: readonly string[]
}

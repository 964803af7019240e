// By which key push services know a programme (VAPID, RFC 8292): the one of the setting, or one that is made the first time a browser
// asks for it and kept, because every browser that was switched on is bound to it.
import { createECDH } from 'node:crypto'
import type { Db } from '../scope.ts'

export type PushKeys = { publicKey: string; privateKey: string }

const curve = 'prime256v1'
const privateLength = 32

/** `privateKey`: 32 bytes as base64url. Throws for anything else. */
export function pushKeysOf(privateKey: string): PushKeys {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== privateLength || bytes.toString('base64url') !== privateKey) throw new Error('Not a private key of P-256')
  const pair = createECDH(curve)
  pair.setPrivateKey(bytes)
  return { publicKey: pair.getPublicKey().toString('base64url'), privateKey }
}

function newPrivateKey(): string {
  const pair = createECDH(curve)
  pair.generateKeys()
  const bytes = pair.getPrivateKey()
  // Leading zeros are left out of it.
  return Buffer.concat([Buffer.alloc(privateLength - bytes.length), bytes]).toString('base64url')
}

/** `given`: the key of the setting. Two processes that make one at the same moment get the same. */
export async function pushKeys(db: Db, tenantId: number, given: PushKeys | null, now: Date): Promise<PushKeys> {
  if (given) return given
  const kept = () => db.selectFrom('push_key').select('private_key').where('tenant_id', '=', tenantId).executeTakeFirst()
  const known = await kept()
  if (known) return pushKeysOf(known.private_key)
  await db
    .insertInto('push_key')
    .values({ tenant_id: tenantId, private_key: newPrivateKey(), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await kept()
  if (!made) throw new Error('The key of the programme could not be kept')
  return pushKeysOf(made.private_key)
}

/** Whether a browser's key is a point of the curve and its secret has 16 bytes: anything else could never be encrypted for. */
export function areUsable({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const pair = createECDH(curve)
  pair.generateKeys()
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

// By which key push services know a programme (VAPID, RFC 8292): the one of the setting, or one that is made the first time a browser
// asks for it and stored, because every browser that was switched on is bound to it.
import { createECDH } from 'node:crypto'
import { curve, type PushKeys, privateLength, pushKeysOf } from '../push-settings.ts'
import type { Db } from '../scope.ts'

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
  const stored = () => db.selectFrom('push_key').select('private_key').where('tenant_id', '=', tenantId).executeTakeFirst()
  const known = await stored()
  if (known) return pushKeysOf(known.private_key)
  await db
    .insertInto('push_key')
    .values({ tenant_id: tenantId, private_key: newPrivateKey(), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await stored()
  if (!made) throw new Error('The key of the programme could not be stored')
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

// Devices on which a person has signed in before, also after they signed out: a browser is known by a cookie of its own, which gives no access. A sign-in
// on another one is said to the person and to administrators (LOGIN_NEW_DEVICE, domain dictionary 9).
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/scope.ts'

/** As long as browsers retain a cookie; a device that was not used for so long is new again. */
export const deviceLifetimeS = 400 * 86_400
const token = /^[A-Za-z0-9_-]{43}$/
/** Somebody who makes up cookies makes no more rows than a person has devices. */
const devicesAtMost = 50

/** The browser's own token, or one to be set. */
export const deviceToken = (cookie: string | undefined): string => (cookie && token.test(cookie) ? cookie : randomBytes(32).toString('base64url'))

/** Notes the sign-in. Answers whether the person has signed in before, and never on this device. */
export async function noteDevice(db: Db, tenantId: number, userId: string, shown: string, now: Date): Promise<boolean> {
  const hash = createHash('sha256').update(shown).digest('hex')
  const forgotten = new Date(now.getTime() - deviceLifetimeS * 1000).toISOString()
  await sql`delete from known_device where tenant_id = ${tenantId} and user_id = ${userId}::uuid and (seen_at < ${forgotten}
    or token_hash in (select d.token_hash from known_device as d where d.tenant_id = ${tenantId} and d.user_id = ${userId}::uuid and d.token_hash <> ${hash}
      order by d.seen_at desc offset ${devicesAtMost - 1}))`.execute(db)
  const { rows } = await sql<{ isNew: boolean; others: number }>`
    with noted as (insert into known_device (tenant_id, user_id, token_hash, seen_at) values (${tenantId}, ${userId}::uuid, ${hash}, ${now})
      on conflict (tenant_id, user_id, token_hash) do update set seen_at = excluded.seen_at returning xmax = 0 as is_new)
    select n.is_new as "isNew", (select count(*) from known_device as d where d.tenant_id = ${tenantId} and d.user_id = ${userId}::uuid and d.token_hash <> ${hash}) as others
      from noted as n`.execute(db)
  const [row] = rows
  return row?.isNew === true && row.others > 0
}

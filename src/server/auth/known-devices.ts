// The devices that a person signed in from before, also after they signed out. Nothing is stored in the browser: a device is its
// kind of browser and of system, written as a keyed digest, so that a copy of the table says of nobody what they use.
// The network is no part of it: telephones change theirs all day.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/scope.ts'
import { type Device, everyDevice, wordsOf } from './devices.ts'
import { deviceKeys, type Secrets } from './tokens.ts'

/** Of whom, in which programme, and by what digests are written. */
export type Owner = { secrets: Secrets; tenantId: number; userId: string }

/** One for each secret of the installation, newest first: what was written before a rotation is recognised. */
const digestsOf = ({ secrets, tenantId, userId }: Owner, { browser, system }: Device): string[] =>
  deviceKeys(secrets, tenantId).map((key) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, browser, system]))
      .digest('base64url'),
  )

const untilOf = (now: Date, days: number): Date => new Date(now.getTime() + days * 86_400_000)

export type NotedDevice = {
  /** The person has signed in before, and from this device never, or too long ago. */
  isNew: boolean
  digest: string
}

/**
 * Notes a sign-in, in the transaction in which the person's row is locked: of two at once the second finds what the first has noted. `days`: for how
 * long the device is known from now on. What is not known any more goes, and counts until then as a device that the person had. What no secret
 * explains was written before the secret was replaced by another, and counts as nothing: everybody's next sign-in would be news.
 */
export async function noteSignIn(db: Db, owner: Owner, device: Device, days: number, now: Date): Promise<NotedDevice> {
  const digests = digestsOf(owner, device)
  const [digest = ''] = digests
  const { tenantId, userId } = owner
  const { rows } = await sql<{ digest: string; is_known: boolean }>`
    with before as (select digest, first_seen_at, known_until > ${now} as is_known from known_device
      where tenant_id = ${tenantId} and user_id = ${userId}::uuid),
    noted as (insert into known_device (tenant_id, user_id, digest, first_seen_at, last_seen_at, known_until)
      select ${tenantId}, ${userId}::uuid, ${digest}, coalesce(min(b.first_seen_at), ${now}::timestamptz), ${now}::timestamptz, ${untilOf(now, days)}::timestamptz
      from before as b where b.is_known and b.digest = any(${digests})
      on conflict (tenant_id, user_id, digest) do update set
        first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at, known_until = excluded.known_until),
    gone as (delete from known_device where tenant_id = ${tenantId} and user_id = ${userId}::uuid and digest <> ${digest}
      and (known_until <= ${now} or digest = any(${digests})))
    select digest, is_known from before`.execute(db)
  if (rows.some((row) => row.is_known && digests.includes(row.digest))) return { isNew: false, digest }
  const named = namesOf(owner)
  return { isNew: rows.some((row) => named.has(row.digest)), digest }
}

/** A session is in use on a device that is known: it stays known. One that is not known stays so, for this is no sign-in. */
export async function noteUse(db: Db, owner: Owner, device: Device, days: number, now: Date): Promise<void> {
  await db
    .updateTable('known_device')
    .set({ last_seen_at: now.toISOString(), known_until: untilOf(now, days).toISOString() })
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('digest', 'in', digestsOf(owner, device))
    .where('known_until', '>', now.toISOString())
    .execute()
}

/** The person is known on this kind of device no more, though they were: the next sign-in on it is a piece of news. `device` as `wordsOf` has it. */
export async function forgetDevice(db: Db, owner: Owner, device: string | null, now: Date): Promise<void> {
  const digests = everyDevice.filter((one) => wordsOf(one) === device).flatMap((one) => digestsOf(owner, one))
  await db
    .updateTable('known_device')
    .set({ known_until: now.toISOString() })
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('digest', 'in', digests)
    .where('known_until', '>', now.toISOString())
    .execute()
}

/** One known device. `device`: null where the browser did not say. Moments in ISO 8601; `lastSeenAt` to the hour. */
export type KnownDevice = { device: string | null; firstSeenAt: string; lastSeenAt: string }

/** What the person is known on, last used first. */
export async function knownDevices(db: Db, owner: Owner, now: Date): Promise<KnownDevice[]> {
  const rows = await db
    .selectFrom('known_device')
    .select(['digest', 'first_seen_at', 'last_seen_at'])
    .where('tenant_id', '=', owner.tenantId)
    .where('user_id', '=', owner.userId)
    .where('known_until', '>', now.toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('digest')
    .execute()
  const named = rows.length > 0 ? namesOf(owner) : new Map<string, Device>()
  return rows.flatMap(({ digest, first_seen_at, last_seen_at }) => {
    const device = named.get(digest)
    return device ? [{ device: wordsOf(device), firstSeenAt: first_seen_at, lastSeenAt: last_seen_at }] : []
  })
}

/** Each device by its digests: there are few kinds, so that what was written is found by trying them all. */
const namesOf = (owner: Owner): Map<string, Device> =>
  new Map(everyDevice.flatMap((device) => digestsOf(owner, device).map((digest): [string, Device] => [digest, device])))

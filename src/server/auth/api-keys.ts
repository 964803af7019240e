// Calls by an API key: found by its prefix, compared by its hash, and its person with their rights read again each time. Whatever is wrong with a key,
// the refusal is the same: who tries keys learns nothing of which there are.
import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { dayIn } from '#domain/kernel/day.ts'
import { type ApiKeyScope, prefixOfApiKey } from '#domain/people/api-keys.ts'
import { type Memory, readAhead } from '#server/db/read-ahead.ts'
import type { Caller, Db, Tenant } from '#server/scope.ts'
import { hashOfApiKey } from '#server/store/api-keys.ts'
import { narrowed } from '#server/store/key-of-job.ts'
import { toUser, type UserRow, userColumns } from './access.ts'
import { refused } from './tokens.ts'

type KeyRow = UserRow & {
  key_id: string
  hash: string
  scope: ApiKeyScope
  key_operator_id: string | null
  expires_at: string
  revoked_at: string | null
  last_used_on: string | null
}
type Found = { caller: Caller; expiresAt: Date; lastUsedOn: string | null }

/** The person of a key, narrowed to what it may; throws UNAUTHENTICATED. `db` is inside the tenant. */
export async function callerOfApiKey(db: Db, tenant: Tenant, key: string, now: Date): Promise<Caller> {
  const prefix = prefixOfApiKey(key)
  if (prefix === null) throw notValid()
  const hash = hashOfApiKey(key)
  const query = sql<KeyRow>`select ${userColumns}, k.id as key_id, k.hash, k.scope, k.operator_id as key_operator_id, k.expires_at, k.revoked_at, k.last_used_on
    from api_key as k join "user" as u on u.tenant_id = ${tenant.id} and u.id = k.user_id and u.deleted_at is null
    where k.tenant_id = ${tenant.id} and k.prefix = ${prefix}`
  const { caller, expiresAt, lastUsedOn } = await readAhead(db, callers, `${tenant.id} ${tenant.subdomain} ${hash}`, query, (rows) => found(rows, hash))
  // The end comes without a change of any row, so that it is looked at beside what is remembered.
  if (now >= expiresAt) throw notValid()
  const today = dayIn(tenant.timezone, now)
  // The first of a day notes it; where several come at once, whoever is not first leaves it.
  if (lastUsedOn !== today && caller.apiKey)
    await sql`update api_key set last_used_on = ${today}::date where tenant_id = ${tenant.id} and id in (
      select k.id from api_key as k where k.tenant_id = ${tenant.id} and k.id = ${caller.apiKey.id}::uuid and k.last_used_on is distinct from ${today}::date
      for update skip locked)`.execute(db)
  return caller
}
const callers: Memory<Found> = new Map()

/** Compared with something also where there is no such key, so that both take the same time. */
function found([row]: readonly KeyRow[], hash: string): Found {
  const isSame = timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(row?.hash ?? '0'.repeat(64), 'hex'))
  if (!row || !isSame || row.revoked_at !== null) throw notValid()
  const limits = { id: row.key_id, scope: row.scope, operatorId: row.key_operator_id }
  const user = toUser(row, (grants) => narrowed(grants, limits.operatorId))
  if (!user) throw notValid()
  return { caller: Object.assign(user, { apiKey: limits }), expiresAt: new Date(row.expires_at), lastUsedOn: row.last_used_on }
}

const notValid = () => refused('This API key is not valid here.')

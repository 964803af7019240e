// The API keys of a person: made, listed and revoked. Made and revoked stands in the history of the person. What calls by one: server/auth/api-keys.ts.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { mayWorkIn } from '#domain/may-work-in.ts'
import { phrase } from '#domain/messages/message.ts'
import type { ApiKey } from '#domain/people/api-key-answers.ts'
import { type ApiKeyScope, mostApiKeys } from '#domain/people/api-keys.ts'
import type { Db, Scope } from '../scope.ts'
import { noteBySystem } from './note-event.ts'

/** As a key is stored. */
export const hashOfApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

const user = entityOf('user')
const dayMs = 86_400_000
/** Those that have ended stay in sight so many at a time. */
const mostListed = 100

type Row = {
  id: string
  name: string
  prefix: string
  scope: ApiKeyScope
  operator_id: string | null
  operator_code: string | null
  operator_name: string | null
  created_at: string
  expires_at: string
  last_used_on: string | null
  revoked_at: string | null
}

const answerOf = (row: Row, now: Date): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scope: row.scope,
  operator: row.operator_id === null ? null : { id: row.operator_id, code: row.operator_code ?? '', name: row.operator_name ?? '' },
  state: row.revoked_at !== null ? 'REVOKED' : new Date(row.expires_at) <= now ? 'EXPIRED' : 'LIVE',
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedOn: row.last_used_on,
  revokedAt: row.revoked_at,
})

/** Live ones first, then the latest that have ended. */
export async function apiKeysOf({ db, tenant, now }: Scope, userId: string, id: string | null = null): Promise<ApiKey[]> {
  const { rows } = await sql<Row>`
    select k.id, k.name, k.prefix, k.scope, k.operator_id, c.code as operator_code, c.title as operator_name,
      k.created_at, k.expires_at, k.last_used_on, k.revoked_at
    from api_key as k left join collective as c on c.tenant_id = ${tenant.id} and c.id = k.operator_id
    where k.tenant_id = ${tenant.id} and k.user_id = ${userId}::uuid and (${id}::uuid is null or k.id = ${id}::uuid)
    order by (k.revoked_at is null and k.expires_at > ${now}) desc, k.created_at desc, k.id limit ${mostListed}`.execute(db)
  return rows.map((row) => answerOf(row, now))
}

export type NewApiKey = { name: string; scope: ApiKeyScope; operatorId: string | null; days: number }

/** One of the caller's own, and the key itself. Throws VALIDATION, RULE_BLOCKED 6.4. */
export async function makeApiKey(scope: Scope, { name, scope: may, operatorId, days }: NewApiKey): Promise<{ item: ApiKey; key: string }> {
  const { db, tenant, now } = scope
  if (operatorId !== null) await requireOperator(scope, operatorId)
  // Of two at once the second counts the first.
  await sql`select 1 from "user" as u where u.tenant_id = ${tenant.id} and u.id = ${scope.user.id}::uuid for no key update`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from api_key as k
    where k.tenant_id = ${tenant.id} and k.user_id = ${scope.user.id}::uuid and k.revoked_at is null and k.expires_at > ${now}`.execute(db)
  if ((rows[0]?.n ?? 0) >= mostApiKeys) throw ruleBlocked('6.4', phrase`You have ${mostApiKeys} API keys already. Revoke one first.`, { most: mostApiKeys })
  const prefix = Array.from({ length: 10 }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)]).join('')
  const key = `fbk_${prefix}_${randomBytes(32).toString('base64url')}`
  const id = scope.newId()
  const until = new Date(now.getTime() + days * dayMs).toISOString()
  const values = { name, prefix, hash: hashOfApiKey(key), scope: may, operator_id: operatorId, created_at: now.toISOString(), expires_at: until }
  await db
    .insertInto('api_key')
    .values({ tenant_id: tenant.id, id, user_id: scope.user.id, ...values })
    .execute()
  await noteBySystem(scope, user, scope.user.id, {
    eventType: 'API_KEY_MADE',
    operatorId: null,
    data: { name, prefix, scope: may, keyOperatorId: operatorId, until },
  })
  const [item] = await apiKeysOf(scope, scope.user.id, id)
  if (!item) throw new Error('a key that was made is not there')
  return { item, key }
}

/** Throws VALIDATION for an operator that is not there or not theirs, without saying which. */
async function requireOperator({ db, tenant, user: caller }: Scope, id: string): Promise<void> {
  const there = await db
    .selectFrom('collective')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!there || !mayWorkIn(caller, id)) throw fieldProblem('operatorId', 'reference', 'There is no such operator, or it is not yours to see.')
}

/** Again it changes nothing. Throws NOT_FOUND. */
export async function revokeApiKey(scope: Scope, userId: string, id: string): Promise<ApiKey> {
  const { db, tenant, now } = scope
  const { rows } = await sql<{ name: string; prefix: string }>`update api_key set revoked_at = ${now}
    where tenant_id = ${tenant.id} and user_id = ${userId}::uuid and id = ${id}::uuid and revoked_at is null returning name, prefix`.execute(db)
  const [item] = await apiKeysOf(scope, userId, id)
  if (!item) throw new Problem('NOT_FOUND')
  const [revoked] = rows
  if (revoked) await noteBySystem(scope, user, userId, { eventType: 'API_KEY_REVOKED', operatorId: null, data: revoked })
  return item
}

/** All of a person, when whoever made them may be another than the one who goes on, or nobody does. Answers those that it ended. */
export const endApiKeys = (db: Db, tenantId: number, userId: string, now: Date): Promise<{ name: string; prefix: string }[]> =>
  db
    .updateTable('api_key')
    .set({ revoked_at: now.toISOString() })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['name', 'prefix'])
    .execute()

/** All of the caller's own, each noted in their history. */
export async function endOwnApiKeys(scope: Scope): Promise<void> {
  const { id } = scope.user
  for (const data of await endApiKeys(scope.db, scope.tenant.id, id, scope.now))
    await noteBySystem(scope, user, id, { eventType: 'API_KEY_REVOKED', operatorId: null, data })
}

// Idempotency-Key on POST: the same key with the same request is answered as the first time, without doing
// it again; with another request it is refused. Stored in the transaction of the request itself, so the key
// exists exactly when what it did exists. A second sender meanwhile waits on the key's row.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { checkFirst, sendWithNext } from '#server/db/connection.ts'
import { canonical } from '#server/store/columns.ts'
import type { Scope } from '../scope.ts'
import type { Reply } from './reply.ts'

/** A call with its key, over all tries of its transaction. `isKnown`: found to have been carried out already. */
export type KeyedCall = { key: string; method: string; path: string; body: unknown; isKnown: boolean }

export async function once(scope: Scope, call: KeyedCall, work: () => Promise<Reply>): Promise<Reply> {
  const { key, method, path, body } = call
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Problem('VALIDATION', { fields: [{ path: 'Idempotency-Key', code: 'format', message: '1 to 200 visible ASCII characters.' }] })
  const hash = createHash('sha256').update(canonical({ method, path, body })).digest('hex')
  const mine = { tenant_id: scope.tenant.id, user_id: scope.user.id, key }
  const first = call.isKnown ? await firstReply(scope, mine, hash) : null
  if (first) return first
  call.isKnown = false
  const taken = scope.db
    .insertInto('idempotency')
    .values({ ...mine, request_hash: hash, created_at: scope.now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
  // With the first statement of the work: what was sent with it is rolled back when the key is known already.
  checkFirst(scope.db, taken, (rows) => {
    if (rows.length > 0) return
    call.isKnown = true
    throw new Repeated()
  })
  const reply = await work()
  const { status = 200, headers = {}, isSecret } = reply
  const { onRepeat: json = reply.json } = reply
  if (isSecret) {
    // Never stored: who repeats the call is looked at anew, and what it records is recorded again.
    sendWithNext(scope.db, sql`delete from idempotency where tenant_id = ${mine.tenant_id} and user_id = ${mine.user_id} and key = ${key}`)
    return reply
  }
  sendWithNext(
    scope.db,
    sql`update idempotency set status = ${status}, headers = ${JSON.stringify(headers)}::jsonb, body = ${json === undefined ? null : JSON.stringify(json)}
      where tenant_id = ${mine.tenant_id} and user_id = ${mine.user_id} and key = ${key}`,
  )
  return reply
}

/** The key is known: the transaction is rolled back and tried again, and then answers as the first time. */
class Repeated extends Error {
  readonly code = '40001'
}

/** Null: the key has been deleted since it was found (its time was over), and is as good as new. */
async function firstReply({ db }: Scope, mine: { tenant_id: number; user_id: string; key: string }, hash: string): Promise<Reply | null> {
  const first = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('tenant_id', '=', mine.tenant_id)
    .where('user_id', '=', mine.user_id)
    .where('key', '=', mine.key)
    .executeTakeFirst()
  if (!first) return null
  if (first.request_hash !== hash) throw new Problem('DUPLICATE_KEY')
  return {
    status: first.status ?? 200,
    json: first.body === null ? undefined : JSON.parse(first.body),
    headers: { ...first.headers, 'Idempotent-Replayed': 'true' },
  }
}

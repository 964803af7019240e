// Idempotency-Key on POST: the same key with the same request is answered as the first time, without doing
// it again; with another request it is refused. Kept in the transaction of the request itself, so the key
// exists exactly when what it did exists. A second sender meanwhile waits on the key's row.
import { createHash } from 'node:crypto'
import { Problem } from '#domain/kernel/problems.ts'
import { canonical } from '#server/store/columns.ts'
import type { Scope } from '../scope.ts'
import type { Reply } from './reply.ts'

export async function once(scope: Scope, key: string, request: { method: string; path: string; body: unknown }, work: () => Promise<Reply>): Promise<Reply> {
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Problem('VALIDATION', { fields: [{ path: 'Idempotency-Key', code: 'format', message: '1 to 200 visible ASCII characters.' }] })
  const hash = createHash('sha256').update(canonical(request)).digest('hex')
  const mine = { tenant_id: scope.tenant.id, user_id: scope.user.id, key }
  const taken = await scope.db
    .insertInto('idempotency')
    .values({ ...mine, request_hash: hash, created_at: scope.now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const row = scope.db.selectFrom('idempotency').where('tenant_id', '=', mine.tenant_id).where('user_id', '=', mine.user_id).where('key', '=', key)
  if (taken.numInsertedOrUpdatedRows !== 1n) {
    const first = await row.select(['request_hash', 'status', 'headers', 'body']).executeTakeFirstOrThrow()
    if (first.request_hash !== hash) throw new Problem('DUPLICATE_KEY')
    return {
      status: first.status,
      json: first.body === null ? undefined : JSON.parse(first.body),
      headers: { ...first.headers, 'Idempotent-Replayed': 'true' },
    }
  }
  const reply = await work()
  await scope.db
    .updateTable('idempotency')
    .set({ status: reply.status ?? 200, headers: JSON.stringify(reply.headers ?? {}), body: reply.json === undefined ? null : JSON.stringify(reply.json) })
    .where('tenant_id', '=', mine.tenant_id)
    .where('user_id', '=', mine.user_id)
    .where('key', '=', key)
    .execute()
  return reply
}

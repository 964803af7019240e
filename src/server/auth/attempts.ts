// How often somebody has tried to sign in or written to our log, counted in the database: with several processes behind one
// address nobody gains by being passed from one to the next. Floods are stopped before this, in memory (rate-limit.ts).
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/scope.ts'
import { type Rate, waitS } from './rate-limit.ts'
import type { Secrets } from './tokens.ts'

/** A bucket untouched for this long is full again, whatever the rate: nothing is lost by forgetting it. */
const forgottenAfterH = 1

/**
 * Takes one attempt of this caller: seconds to wait, 0 when it may go on. One statement, so that attempts at the same
 * moment, in whatever process, are counted one by one. Of the caller only a keyed hash is stored. `db` is inside the tenant.
 */
export async function takeAttempt(db: Db, secrets: Secrets, tenantId: number, caller: string, rate: Rate, now: Date): Promise<number> {
  const who = createHmac('sha256', secrets[0]).update(`attempt ${caller}`).digest('base64url')
  const perSecond = rate.perMinute / 60
  const refilled = sql`least(${rate.burst}::double precision,
    kept.remaining + greatest(0, extract(epoch from excluded.at - kept.at))::double precision * ${perSecond}::double precision)`
  const { rows } = await sql<{ remaining: number; is_taken: boolean }>`
    insert into attempt as kept (tenant_id, who, remaining, is_taken, at)
    values (${tenantId}, ${who}, ${rate.burst - 1}::double precision, true, ${now})
    on conflict (tenant_id, who) do update set
      remaining = case when ${refilled} >= 1 then ${refilled} - 1 else ${refilled} end,
      is_taken = ${refilled} >= 1,
      at = greatest(kept.at, excluded.at)
    returning remaining, is_taken`.execute(db)
  const [row] = rows
  if (!row || row.is_taken) return 0
  return waitS(Number(row.remaining), rate)
}

/** Forgets callers who have not tried for an hour; answers nothing, because nobody waits for it. */
export async function forgetAttempts(db: Db, tenantId: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - forgottenAfterH * 3_600_000).toISOString()
  await db.deleteFrom('attempt').where('tenant_id', '=', tenantId).where('at', '<', before).execute()
}

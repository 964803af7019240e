// One-time codes by which a farmer confirms a ticket (BR-08). A code is made when its message goes out and is stored as a salted hash: nobody reads it but
// whoever has the farmer's telephone. It expires, and a few wrong ones end it.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '../scope.ts'

/** assumption: long enough to read it out at the counter, short enough not to be found later. */
export const codeMinutes = 15
export const codeTries = 5

const hashOf = (code: string, salt: string): string => createHash('sha256').update(`${salt}:${code}`).digest('hex')
type Within = Pick<Scope, 'db' | 'tenant' | 'now'>

/** A new code of six digits for this ticket; the one before ends with it. */
export async function issueCode({ db, tenant, now }: Within, ticketId: string): Promise<string> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const salt = randomBytes(16).toString('hex')
  const expires = new Date(now.getTime() + codeMinutes * 60_000)
  await sql`insert into purchase_code (tenant_id, ticket_id, salt, code_hash, tries_left, expires_at) values (${tenant.id}, ${ticketId}::uuid, ${salt}, ${hashOf(code, salt)}, ${codeTries}, ${expires})
    on conflict (tenant_id, ticket_id) do update set salt = excluded.salt, code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`.execute(
    db,
  )
  return code
}

/** A dispute ends the code of its ticket: another one is asked for. */
export async function endCode({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, ticketId: string): Promise<void> {
  await sql`update purchase_code set tries_left = 0 where tenant_id = ${tenant.id} and ticket_id = ${ticketId}::uuid`.execute(db)
}

export type CodeOutcome = 'RIGHT' | 'WRONG' | 'EXPIRED' | 'USED_UP' | 'NONE'
/** Counts the try, which is there also when the code was wrong: nothing may be thrown in this transaction for that. A right code is used up by it. */
export async function enterCode({ db, tenant, now }: Within, ticketId: string, code: string): Promise<{ outcome: CodeOutcome; triesLeft: number }> {
  const { rows } = await sql<{
    salt: string
    hash: string
    triesLeft: number
    expiresAt: string
  }>`select salt, code_hash as hash, tries_left as "triesLeft", expires_at as "expiresAt"
    from purchase_code where tenant_id = ${tenant.id} and ticket_id = ${ticketId}::uuid for update`.execute(db)
  const [row] = rows
  if (!row) return { outcome: 'NONE', triesLeft: 0 }
  if (row.triesLeft <= 0) return { outcome: 'USED_UP', triesLeft: 0 }
  if (Date.parse(row.expiresAt) < now.getTime()) return { outcome: 'EXPIRED', triesLeft: row.triesLeft }
  const isRight = timingSafeEqual(Buffer.from(hashOf(code, row.salt)), Buffer.from(row.hash))
  const left = isRight ? 0 : row.triesLeft - 1
  await sql`update purchase_code set tries_left = ${left} where tenant_id = ${tenant.id} and ticket_id = ${ticketId}::uuid`.execute(db)
  return isRight ? { outcome: 'RIGHT', triesLeft: 0 } : { outcome: left > 0 ? 'WRONG' : 'USED_UP', triesLeft: left }
}

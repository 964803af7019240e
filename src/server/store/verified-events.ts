// Events whose hash has been worked out already. Hashing the 700 events behind a lot of depth 8 takes longer than all else on its
// public page, so what was found intact is remembered by a digest of its whole row, which the database works out at each call:
// whatever is changed in a row, by whomever, is hashed anew. The digest is seeded per process.
import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { RowOf, Scope } from '../scope.ts'
import { isIntact } from './event-hash.ts'
import { eventOf } from './event-view.ts'

type Within = Pick<Scope, 'tenant'>
export type Digested = { id: string; digest: string }
type VerifiedRow = RowOf<'event'> & { digest: string }

const limit = 50_000
const seed = randomInt(2 ** 47)
const verified = new Map<string, string>()
const keyOf = ({ tenant }: Within, id: string): string => `${tenant.id} ${id}`

/** Of a row of `event`, called `e` in the statement. */
export const rowDigest: RawBuilder<string> = sql<string>`hash_record_extended(e, ${sql.lit(seed)})::text`

/** Those that have not been hashed as they are now. */
export const unverified = (within: Within, events: readonly Digested[]): string[] =>
  events.flatMap(({ id, digest }) => (verified.get(keyOf(within, id)) === digest ? [] : [id]))

/** What `verify` reads of them. */
export const eventsToVerify = ({ tenant }: Within, ids: readonly string[]): RawBuilder<VerifiedRow> =>
  sql<VerifiedRow>`select e.*, ${rowDigest} as digest from event as e where e.tenant_id = ${tenant.id} and e.id = any(${[...ids]}::uuid[])`

/** Whether all of these rows are what was recorded. */
export function verify(within: Within, rows: readonly VerifiedRow[]): boolean {
  let all = true
  for (const row of rows) {
    const event = eventOf(row)
    if (!isIntact(within.tenant.id, event, row)) all = false
    else {
      if (verified.size >= limit) verified.clear()
      verified.set(keyOf(within, event.id), row.digest)
    }
  }
  return all
}

// Who accepts an overlap and who walks the neighbour at the same moment wait for each other's ground. Whoever comes second has a moment of recording from before it waited, by which an acceptance
// would be older than the boundary that it was about, or younger than one that nobody had seen (BR-02): it is carried out anew, at a moment after the other.
import { sql } from 'kysely'
import type { Scope } from '../../scope.ts'
import { amongIds } from '../../store/get.ts'

/** Tried again as a whole (db/tries.ts). */
class Overtaken extends Error {
  readonly code = '40001'
}
/** Longer than anybody waits for locks. What is dated later than that is of another clock. */
const longestWait = '30 seconds'

/** The ground of these plots is locked. Throws where one of them was written at a later moment than this. */
export async function beginAgainIfOvertaken({ db, tenant, now }: Scope, parcelIds: readonly string[]): Promise<void> {
  if (parcelIds.length === 0) return
  const moment = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql`select from landparcel as p where p.tenant_id = ${tenant.id} and p.id = ${amongIds(parcelIds)}
    and p.updated_at > ${moment} and p.updated_at < ${moment} + ${longestWait}::interval limit 1`.execute(db)
  if (rows.length > 0) throw new Overtaken('The plot was written while this waited')
}

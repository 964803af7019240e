// What became of one delivery: noted by whoever took it, unless somebody else took it over meanwhile.
import type { Db, RowOf } from '../scope.ts'

/** For so long one belongs to the process that took it. */
export const leaseS = 120
/** Pauses before each further try, in minutes; one more than these is the last. */
const pausesMin = [1, 5, 30, 120] as const

export type Result =
  | { state: 'SENT' | 'DELIVERED' | 'HEARD'; heardSeconds?: number }
  | { state: 'CANCELLED'; reason: string }
  /** Not now: at that moment, and it was no try. */
  | { state: 'LATER'; at: Date }
  /** `isFinal`: trying again cannot help. `afterS`: not before so many seconds. */
  | { state: 'FAILED'; reason: string; isFinal: boolean; afterS?: number }

export async function noteDelivery(db: Db, tenantId: number, { id, tries }: Pick<RowOf<'delivery'>, 'id' | 'tries'>, result: Result, now: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set(changeOf(result, tries, now))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('tries', '=', tries)
    .execute()
}

function changeOf(result: Result, tries: number, now: Date) {
  switch (result.state) {
    case 'LATER':
      return { due_at: result.at, tries: tries - 1 }
    case 'CANCELLED':
      return { state: result.state, reason: result.reason.slice(0, 300), ended_at: now }
    case 'FAILED': {
      const pause = pausesMin[tries - 1]
      const reason = result.reason.slice(0, 300)
      if (result.isFinal || pause === undefined) return { state: result.state, reason, ended_at: now }
      return { due_at: new Date(now.getTime() + 1000 * Math.max(60 * pause, result.afterS ?? 0)), reason }
    }
    default:
      return { state: result.state, heard_seconds: result.heardSeconds ?? null, ended_at: now }
  }
}

// A part of the clock: one thing that follows from the day alone.
import type { Scope } from '../../scope.ts'

/** `day`: today where the programme works. */
export type Moment = Pick<Scope, 'db' | 'tenant' | 'now'> & { day: string }

export type ClockHandler = {
  name: string
  /** It depends on the day and costs something to find out: once a day of the programme. */
  isDaily?: boolean
  /** Ids of records for which something is due, in the order of their ids, after this one; at most `limit`. Reads by an index. */
  due(moment: Moment, after: string | null, limit: number): Promise<string[]>
  /** Brings one record up to date in a transaction of its own. Nothing when somebody was quicker. */
  carryOut(scope: Scope, id: string): Promise<void>
}

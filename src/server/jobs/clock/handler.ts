// A part of the clock: one thing that follows from the day alone. A file of this folder that exports a handler, or a list of them, is all
// that it takes: the clock (jobs/clock.ts) finds it.
import type { Scope } from '../../scope.ts'

/** `day`: today where the programme works. */
export type Moment = Pick<Scope, 'db' | 'tenant' | 'now'> & { day: string /** Of a handler that notes its rounds. */; seen?: Seen | null }
/** What the last round that was carried out whole had before it: every transaction before `xid`, which began no later than `at`. Null: there was none. */
export type Seen = { xid: string; at: Date }

/** In this order within a round: states of records, what judges them, what follows from judgements, who is reminded, what goes out. */
export const stages = ['state', 'judgement', 'consequence', 'reminder', 'sending'] as const
export type Stage = (typeof stages)[number]

export type ClockHandler = {
  /** Of one handler alone. */
  name: string
  /** `state` unless it says so. Within a stage the names decide the order; nothing may depend on it. */
  stage?: Stage
  /** It depends on the day and costs something to find out: once a day of the programme. */
  isDaily?: boolean
  /** `due` reads what was recorded since its last round (`seen`), each thing once. */
  notesRounds?: true
  /** Ids of records for which something is due, in the order of their ids, after this one; at most `limit`. Reads by an index. */
  due(moment: Moment, after: string | null, limit: number): Promise<string[]>
  /** Brings one record up to date in a transaction of its own. Nothing when somebody was quicker. */
  carryOut(scope: Scope, id: string): Promise<void>
}

// What a job is: its topic (a queue of pg-boss), when it begins by itself, and what it does.
import type { Database } from '../db/database.ts'
import type { Behaviours, Scope } from '../scope.ts'

/** `tenantId`: the programme that asked; absent in what begins by itself, which is for all of them. */
export type JobPayload = Readonly<Record<string, unknown>> & { tenantId?: number }

export type JobContext = {
  database: Database
  behaviours: Behaviours
  log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>): void
  clock(): Date
  /** Aborted when the process ends: what has not started is left to the next process. */
  stop: AbortSignal
  /** For the scopes of a job: what they enqueue is looked for at once. */
  jobWaits?: Scope['jobWaits']
}

export type Job = {
  /** Name of its queue. */
  topic: string
  /** When it begins by itself, as a cron expression in UTC. */
  every: string
  /** It looks for whatever is due: one waits at a time, and one that failed waits for the next round. */
  isRound?: boolean
  /** So many are carried out at a time by one process; absent = 1. */
  atOnce?: number
  /** Carries it out. It may come again after it was carried out (the process died before it could say so), so it must be idempotent. Throws to be tried again. */
  run(context: JobContext, payload: JobPayload): Promise<void>
}

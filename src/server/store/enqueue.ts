// The way from a business transaction into the queue: the job exists when the transaction commits, and never when it rolls back.
import { sql } from 'kysely'
import { sendWithNext } from '../db/connection.ts'
import type { Scope } from '../scope.ts'

/** Queues of the workers (server/jobs/). */
export const topics = ['clock', 'mail', 'maintenance'] as const
export type Topic = (typeof topics)[number]

/** Sent with the transaction's next statement. `runAt`: not before. */
export function enqueue(
  scope: Pick<Scope, 'db' | 'afterCommit' | 'jobWaits'>,
  topic: Topic,
  payload: Record<string, unknown> = {},
  runAt: Date | null = null,
): void {
  sendWithNext(scope.db, sql`select app.enqueue_job(${topic}, ${JSON.stringify(payload)}::jsonb, ${runAt}::timestamptz)`)
  scope.afterCommit(() => scope.jobWaits?.(topic))
}

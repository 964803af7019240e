// The way from a business transaction into the queue: the job exists when the transaction commits, and never when it rolls back.
import { sql } from 'kysely'
import { sendWithNext } from '../db/connection.ts'
import type { Scope } from '../scope.ts'

/** What a transaction may ask for; `app.enqueue_job` takes nothing else. */
export type Topic = 'mail' | 'import' | 'export' | 'report' | 'deliver'

/** Sent with the transaction's next statement. `runAt`: not before. */
export function enqueue(
  scope: Pick<Scope, 'db' | 'afterCommit' | 'jobWaits'>,
  topic: Topic,
  payload: Record<string, unknown> = {},
  runAt: Date | null = null,
): void {
  sendWithNext(scope.db, sql`select app.enqueue_job(${topic}, ${JSON.stringify(payload)}::jsonb, ${runAt}::timestamptz)`)
  scope.afterCommit(() => scope.jobWaits?.(topic, payload))
}

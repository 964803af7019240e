// What somebody asked for and whose job was lost: given up after its last try, or enqueued where there was no queue. The round of its topic
// enqueues it again; each of these jobs is made for coming twice.
import { sql } from 'kysely'
import { listTenants } from '../db/platform.ts'
import type { Db } from '../scope.ts'
import { enqueue } from '../store/enqueue.ts'
import type { JobContext } from './job.ts'

/** One that waits or runs and has not moved for so long has lost its job. */
const forgottenMs = 3_600_000
/** Where those of a topic stand, when they moved last, and what their job is handed. Reports move within minutes: they are taken by when they were asked for. */
const stored = {
  import: { table: 'import_job', movedAt: 'updated_at', key: 'importId' },
  export: { table: 'export_job', movedAt: 'updated_at', key: 'exportId' },
  report: { table: 'report_run', movedAt: 'created_at', key: 'runId' },
} as const

/** Of all programmes. `first`: done in the transaction of each of them before. */
export async function takeUpForgotten(
  { database, clock, log }: JobContext,
  topic: keyof typeof stored,
  first: (db: Db, tenantId: number) => Promise<void> = async () => {},
): Promise<void> {
  const before = new Date(clock().getTime() - forgottenMs).toISOString()
  const { table, movedAt, key } = stored[topic]
  for (const { id: tenantId, subdomain } of await database.platform(listTenants)) {
    const ids = await database.transaction(
      tenantId,
      async (db) => {
        await first(db, tenantId)
        // Noted as moved now, so that each is found once.
        const moved = movedAt === 'updated_at' ? sql`updated_at = now()` : sql`tries = tries`
        const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${moved}
          where tenant_id = ${tenantId} and state in ('QUEUED', 'RUNNING') and ${sql.ref(movedAt)} < ${before}::timestamptz returning id`.execute(db)
        for (const { id } of rows) enqueueAgain(db, topic, { [key]: id })
        return rows.map(({ id }) => id)
      },
      { isWrite: true },
    )
    if (ids.length > 0) log('warn', 'jobs that were lost are taken up again', { tenant: subdomain, topic, ids })
  }
}

/** Found by the rounds of the workers: whoever hands a job back is not to take it up at once. */
export const enqueueAgain = (db: Db, topic: keyof typeof stored, payload: Record<string, unknown>): void =>
  enqueue({ db, afterCommit: () => {} }, topic, payload)

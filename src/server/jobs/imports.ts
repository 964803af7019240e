// Carries out one import; by itself, takes up those whose job was lost (given up after its last try, or enqueued where no queue was),
// and removes files that an import has left.
import { listTenants, tenantById } from '../db/platform.ts'
import type { ImportEnds } from '../exchange/import-ends.ts'
import { forgottenImports, removeLeftParts } from '../exchange/import-progress.ts'
import { type ImportOrder, runImport } from '../exchange/run-import.ts'
import { enqueue } from '../store/enqueue.ts'
import type { Job, JobContext } from './job.ts'

/** An import that waits or runs and has not moved for so long has lost its job. */
const forgottenMs = 3_600_000

export type ImportJobParts = Pick<ImportOrder, 'personNow'> & { ends: ImportEnds }

export const importJob = ({ personNow, ends }: ImportJobParts): Job => ({
  topic: 'import',
  every: '*/20 * * * *',
  // A long one holds up nobody's short one.
  atOnce: 2,
  async run(context, { tenantId, importId }) {
    if (typeof importId !== 'string' || tenantId === undefined) return await takeUpForgotten(context)
    const { database, behaviours, clock, stop, jobWaits } = context
    const tenant = await database.platform((db) => tenantById(db, tenantId))
    if (!tenant) return
    const log = (message: string, error: unknown) => context.log('error', message, { importId, error })
    try {
      const how = await runImport({ database, behaviours, tenant, importId, clock, log, stop, personNow, ...(jobWaits ? { jobWaits } : {}) })
      if (how === 'stopped') await database.transaction(tenantId, async (db) => enqueueAgain(context, db, importId), { isWrite: true })
    } finally {
      ends.noted(importId)
    }
  },
})

const enqueueAgain = ({ jobWaits }: JobContext, db: Parameters<typeof enqueue>[0]['db'], importId: string): void =>
  // Another process takes it up: nobody here is to look for it.
  enqueue({ db, afterCommit: () => {}, ...(jobWaits ? { jobWaits } : {}) }, 'import', { importId })

async function takeUpForgotten(context: JobContext): Promise<void> {
  const { database, clock, log } = context
  const before = new Date(clock().getTime() - forgottenMs).toISOString()
  for (const { id: tenantId, subdomain } of await database.platform(listTenants)) {
    const ids = await database.transaction(
      tenantId,
      async (db) => {
        await removeLeftParts(db, tenantId)
        const forgotten = await forgottenImports(db, tenantId, before)
        for (const id of forgotten) enqueueAgain(context, db, id)
        return forgotten
      },
      { isWrite: true },
    )
    if (ids.length > 0) log('warn', 'imports whose job was lost are taken up again', { tenant: subdomain, imports: ids })
  }
}

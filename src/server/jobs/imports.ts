// Carries out one import; by itself, takes up those whose job was lost (given up after its last try, or enqueued where no queue was),
// and removes files that an import has left.
import { tenantById } from '../db/platform.ts'
import type { ImportEnds } from '../exchange/import-ends.ts'
import { removeLeftParts } from '../exchange/import-progress.ts'
import { type ImportOrder, runImport } from '../exchange/run-import.ts'
import { enqueueAgain, takeUpForgotten } from './forgotten.ts'
import type { Job } from './job.ts'

export type ImportJobParts = Pick<ImportOrder, 'personNow' | 'sealing'> & { ends: ImportEnds }

export const importJob = ({ personNow, sealing, ends }: ImportJobParts): Job => ({
  topic: 'import',
  every: '*/20 * * * *',
  // A long one holds up nobody's short one.
  atOnce: 2,
  async run(context, { tenantId, importId }) {
    if (typeof importId !== 'string' || tenantId === undefined) return await takeUpForgotten(context, 'import', removeLeftParts)
    const { database, behaviours, clock, stop, jobWaits } = context
    const tenant = await database.platform((db) => tenantById(db, tenantId))
    if (!tenant) return
    const log = (message: string, error: unknown) => context.log('error', message, { importId, error })
    try {
      const how = await runImport({ database, behaviours, tenant, importId, clock, log, stop, personNow, sealing, ...(jobWaits ? { jobWaits } : {}) })
      if (how === 'stopped') await database.transaction(tenantId, async (db) => enqueueAgain(db, 'import', { importId }), { isWrite: true })
    } finally {
      ends.noted(importId)
    }
  },
})

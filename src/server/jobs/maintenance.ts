// What is tidied up from time to time: answers to idempotency keys after their time, uploads that nobody finished, files that
// nothing names, and the statistics and free space of the embedded database.
import { forgetOldKeys, tidy } from '../db/maintenance.ts'
import { removeOldUploads } from '../exchange/upload.ts'
import { removeUnusedFiles } from '../files/remove-unused.ts'
import type { FileStorage } from '../files/storage.ts'
import type { Job } from './job.ts'

/** `storage`: where files are stored. */
export const maintenance = (storage: FileStorage): Job => ({
  topic: 'maintenance',
  isRound: true,
  // Often enough for a day's field work, rarely enough to go unnoticed: it holds the embedded database's one connection meanwhile.
  every: '*/30 * * * *',
  async run({ database, clock, log }) {
    await removeOldUploads(clock())
    await forgetOldKeys(database, clock())
    await removeUnusedFiles(database, clock(), storage, (error) => log('error', 'an unused file was not removed', { error }))
    if (database.engine === 'pglite') await tidy(database)
  },
})

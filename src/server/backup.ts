// npm run backup -- farmbook.backup: writes everything the database of the settings has into one file, also while the server works on a
// PostgreSQL (the embedded database belongs to one process: stop the server first). "-" writes to standard output.
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupError } from './backup/format.ts'
import { type BackupSummary, writeBackup } from './backup/write-backup.ts'
import { readConfig } from './config.ts'
import { openAsItIs } from './db/open.ts'
import { isNewFolder } from './db/pglite.ts'
import { openStorage } from './files/open-storage.ts'
import { exitWithReason } from './why-not-started.ts'

async function backup(target: string): Promise<void> {
  const config = readConfig()
  if (!config.databaseUrl && isNewFolder(join(config.dataDir, 'database')))
    throw new BackupError(`There is nothing to back up: no database is in ${config.dataDir}. DATA_DIR or DATABASE_URL says where it is.`)
  if (target !== '-' && !existsSync(dirname(target))) throw new BackupError(`There is no folder ${dirname(target)}.`)
  if (target !== '-' && existsSync(target)) throw new BackupError(`${target} is there already. Give the backup another name.`)
  const database = await openAsItIs({ ...config, databasePool: 1 })
  try {
    const files = openStorage(database, config.files)
    if (target === '-') return report(await writeBackup(database, files, new Date(), process.stdout), 'standard output')
    const partial = `${target}.partial`
    try {
      // Everybody's names and addresses stand in it: for its owner alone.
      const summary = await writeBackup(database, files, new Date(), createWriteStream(partial, { mode: 0o600 }))
      const file = await open(partial, 'r')
      await file.sync().finally(() => file.close())
      await rename(partial, target)
      report(summary, target)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  } finally {
    await database.close()
  }
}

function report({ rows, tables, files, missingFiles, elsewhere, jobs, sha256 }: BackupSummary, target: string): void {
  const lines = [
    `${rows} rows of ${Object.keys(tables).length} tables, ${files.rows} files of the folder and ${jobs.rows} waiting jobs are in ${target}.`,
    `SHA-256 of its lines: ${sha256}`,
    ...(missingFiles ? [`Not in it: ${missingFiles} files that should be in the folder and are not.`] : []),
    ...(elsewhere.files
      ? [`Not in it: ${elsewhere.files} files (${Math.ceil(elsewhere.bytes / 1_000_000)} MB) in the object store. Back that up by its own means.`]
      : []),
    'Not in it: SECRET and the other settings. Without the same SECRET everybody signs in anew and links of invitations are void.',
  ]
  // Standard output may be the backup itself.
  console.error(lines.join('\n'))
}

const [target] = process.argv.slice(2)
if (!target) {
  console.error('npm run backup -- <file>   ("-" for standard output)')
  process.exit(2)
}
backup(target).catch(exitWithReason)

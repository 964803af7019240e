// npm run restore -- farmbook.backup [--replace | --check]: puts a backup into the empty database of the settings, brings it up to date and
// compares every row with the file. "-" reads from standard input; --check reads the file alone and touches no database.
import { createReadStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { BackupError } from './backup/format.ts'
import { checkBackup, restoreBackup } from './backup/restore-backup.ts'
import { readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openAsItIs } from './db/open.ts'
import { openStorage } from './files/open-storage.ts'
import { putBack } from './jobs/waiting.ts'
import { exitWithReason } from './why-not-started.ts'

async function check(input: Readable): Promise<void> {
  const { takenAt, rows, files } = await checkBackup(input)
  console.log(`The backup of ${takenAt} is whole: ${rows} rows and ${files} files.`)
}

async function restore(input: Readable, isReplacing: boolean): Promise<void> {
  const config = readConfig()
  const database = await openAsItIs({ ...config, databasePool: 1 })
  try {
    const files = openStorage(database, config.files)
    const restored = await restoreBackup(database, input, { files, isReplacing })
    await putBack(database, config.databaseUrl, restored.jobs)
    const ran = await migrate(database)
    console.log(
      `The backup of ${restored.takenAt} is restored: ${restored.rows} rows, ${restored.files} files, ${restored.jobs.length} waiting jobs, each row compared.`,
    )
    if (ran.length) console.log(`Brought up to date by ${ran.join(', ')}.`)
    if (restored.missingFiles) console.log(`${restored.missingFiles} files were missing already when the backup was written.`)
    if (restored.elsewhere.files) console.log(`${restored.elsewhere.files} files are in the object store that was set up then: set it up here, too.`)
  } finally {
    await database.close()
  }
}

const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [source] = positionals
if (!source) {
  console.error('npm run restore -- <file> [--replace | --check]   ("-" for standard input)')
  process.exit(2)
}
if (source !== '-' && !existsSync(source)) exitWithReason(new BackupError(`There is no file ${source}.`))
const input = () => (source === '-' ? process.stdin : createReadStream(source))
/** A file is read whole before anything of it is written; from standard input it can be read once only. */
async function checkedRestore(): Promise<void> {
  if (source !== '-') await checkBackup(input())
  await restore(input(), values.replace)
}
const work = values.check ? check(input()) : checkedRestore()
work.catch(exitWithReason)

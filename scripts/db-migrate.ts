// Brings the database of the settings (DATABASE_URL, or the data folder) to the newest migration and stops.
import { behaviours } from '#server/behaviours.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { fillKeys } from '#server/store/keys.ts'

try {
  const { database, ran } = await openDatabase(readConfig())
  const filled = await fillKeys(database, behaviours)
  await database.close()
  console.log(ran.length ? ran.map((name) => `Applied ${name}`).join('\n') : 'Nothing to do: the database is at the newest migration.')
  if (filled) console.log(`Computed the keys of ${filled} records.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

// npm run db:diff -- name: writes the next migration from what the declarations say and the migrations do not.
// Both are built in memory and their catalogues compared. Read what it wrote before committing it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entities } from '#domain/entities.ts'
import { readCatalogue } from '#server/db/catalogue.ts'
import { declaredSchema } from '#server/db/ddl.ts'
import { migrationBetween } from '#server/db/difference.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite.ts'

const name = process.argv[2] ?? ''
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error('Say what it is for, in lower case with hyphens: npm run db:diff -- add-poultry-batch')
  process.exit(2)
}
const database = await openPglite({ sameThread: true })
try {
  await migrate(database)
  const migrated = await readCatalogue(database)
  await database.script('drop schema public cascade; drop schema app cascade; create schema public')
  await database.script(declaredSchema(entities))
  const text = migrationBetween(migrated, await readCatalogue(database))
  if (text === '') console.log('Nothing to do: the migrations produce what the declarations say.')
  else {
    const file = `${String(readMigrations().length + 1).padStart(4, '0')}-${name}.sql`
    writeFileSync(join(migrationsFolder, file), `${text}\n`)
    console.log(`${text}\n\nWrote ${file}. Read it, above all the lines marked READ.`)
  }
} finally {
  await database.close()
}

// Writes the first migration anew from the declarations. Only until the first release: afterwards a
// difference becomes a new file (npm run db:diff -- name), because released migrations are never edited.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entities } from '#domain/entities.ts'
import { declaredSchema } from '#server/db/ddl.ts'
import { migrationsFolder } from '#server/db/migrate.ts'

const first = '0001-first.sql'
const others = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql') && name !== first)
if (others.length) {
  console.error(`There are later migrations already (${others.join(', ')}): add one with npm run db:diff -- name.`)
  process.exit(1)
}
writeFileSync(
  join(migrationsFolder, first),
  `-- The first schema: roles, fixed tables, one table per entity. Written from the declarations by npm run db:first.\n\n${declaredSchema(entities)}\n`,
)
console.log(`Wrote ${first}. Databases made by an earlier one must be made anew.`)

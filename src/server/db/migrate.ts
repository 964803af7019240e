// Migrations: numbered SQL files, forward only, never edited once released. Each runs in one transaction
// together with the row that remembers it, so a database is at one file or at the next, never between.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeOf } from '#domain/kernel/error-code.ts'
import type { Database } from './database.ts'
import { literal } from './names.ts'
import { presumeOneTenant } from './presumed-statistics.ts'

export type Migration = { name: string; sql: string; hash: string }
export const migrationsFolder = fileURLToPath(new URL('./migrations/', import.meta.url))

/** All migration files, in their order. Throws when numbers are missing or double. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  names.forEach((name, index) => {
    if (!new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z0-9-]+\\.sql$`).test(name))
      throw new Error(`Migrations are numbered one by one; ${name} stands where ${String(index + 1).padStart(4, '0')} belongs`)
  })
  return names.map((name) => {
    const sql = readFileSync(`${folder}/${name}`, 'utf8')
    return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
}

/** The database was made by other files than these. */
export class MigrationMismatch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MigrationMismatch'
  }
}

/** Brings the database to the newest file; answers the names of those that ran now. Several processes may try at once. */
export async function migrate(database: Database, migrations: readonly Migration[] = readMigrations()): Promise<string[]> {
  await database
    .script(`create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    .catch(ignoreRace)
  const applied = await appliedIn(database)
  checkApplied(applied, migrations)
  const ran: string[] = []
  for (const { name, sql, hash } of migrations.slice(applied.length)) {
    try {
      // The lock makes a second process wait; it then breaks the primary key and goes on with the next file.
      const begin = `begin; set local statement_timeout = 0; set local lock_timeout = 0; lock table migration in exclusive mode; insert into migration (name, hash) values (${literal(name)}, ${literal(hash)});`
      await database.script(`${begin}\n${openWalls('no force')}\n${sql}\n;${openWalls('force')}\ncommit;`)
      ran.push(name)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      // The name of the constraint stands in the message of both engines.
      if (codeOf(error) === '23505' && message.includes('migration_pkey')) continue
      throw new Error(`Migration ${name} failed: ${message}`, { cause: error })
    }
  }
  await presumeOneTenant(database)
  return ran
}

/**
 * Forced row security holds for the owner too: without a tenant it could neither change old rows nor check a new
 * reference. Inside a migration's transaction, and for its owner alone, the walls stand open.
 */
export const openWalls = (change: 'force' | 'no force'): string => `do $$ declare one regclass; begin
  for one in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity = ${change === 'no force'}
  loop execute format('alter table %s ${change} row level security', one); end loop; end $$;`

/** What has run, in order. */
export async function appliedIn(database: Database): Promise<{ name: string; hash: string }[]> {
  return database.owner((db) => db.selectFrom('migration').select(['name', 'hash']).orderBy('name').execute())
}

function checkApplied(applied: readonly { name: string; hash: string }[], migrations: readonly Migration[]): void {
  for (const [index, { name, hash }] of applied.entries()) {
    const file = migrations[index]
    if (!file)
      throw new MigrationMismatch(
        `The database is newer than this version of Farmbook: it has ${name}, which is not here. Start the newer version, or use another database.`,
      )
    if (file.name !== name || file.hash !== hash)
      throw new MigrationMismatch(
        `The database was made by another ${name} than the one here. A released migration is never changed: start the version that made it, or use another database.`,
      )
  }
}

/** `if not exists` still races with itself in two sessions. */
function ignoreRace(error: { code?: string }): void {
  if (error.code !== '23505' && error.code !== '42P07') throw error
}

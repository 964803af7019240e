// The demo programme loaded once and stored as one file: the next empty data folder begins from it in seconds instead of a minute
// and a half. The file belongs to this very code and this very day, because the programme stands at today; any other is
// loaded anew, through the API, as the first was.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Database } from '../db/database.ts'
import type { PgliteDatabase } from '../db/pglite.ts'

const root = join(import.meta.dirname, '../../..')
const folderOf = (base: string): string => join(base, 'node_modules/.cache/farmbook')
/** What decides what is in a loaded demo: the product, its loader, the files it loads, and the versions of what it stands on. */
const sources = ['src/domain', 'src/server', 'scripts/demo', 'demo', 'package-lock.json']

export type DemoSnapshot = {
  /** The database to begin from; undefined when there is none for this code and day, or it cannot be read. */
  read(): Promise<Uint8Array | undefined>
  /** Keeps the database as it is now, in place of older ones. Only for a database that nobody has used yet. */
  write(database: Database): Promise<void>
}

const isEmbedded = (database: Database): database is PgliteDatabase => 'dump' in database

export function demoSnapshot(day: string, base = root): DemoSnapshot {
  const folder = folderOf(base)
  const name = () => `demo-${day}-${hashOf(base)}.tar.zst`
  return {
    async read() {
      try {
        return await promisify(zstdDecompress)(readFileSync(join(folder, name())))
      } catch {
        return undefined
      }
    },
    async write(database) {
      if (!isEmbedded(database)) return
      const mine = name()
      const bytes = await promisify(zstdCompress)(await database.dump())
      mkdirSync(folder, { recursive: true })
      // Whoever reads meanwhile sees a whole file or none.
      writeFileSync(join(folder, `${mine}.${process.pid}`), bytes)
      renameSync(join(folder, `${mine}.${process.pid}`), join(folder, mine))
      for (const old of readdirSync(folder)) if (/^demo-.*\.tar\.zst$/.test(old) && old !== mine) rmSync(join(folder, old), { force: true })
    },
  }
}

function hashOf(base: string): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesBelow(join(base, source))).sort()) hash.update(`${relative(base, file)}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : /\.test\.ts$/.test(path) ? [] : [path]

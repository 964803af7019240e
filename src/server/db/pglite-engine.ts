// PGlite itself (PostgreSQL in WebAssembly), opened with our parsers. Used inside the worker thread by
// the running product, and directly by tests.
import { PGlite } from '@electric-sql/pglite'
import type { Connection } from './connection.ts'
import { Statements } from './pglite-statements.ts'
import { parsers } from './values.ts'

export type Engine = Pick<Connection, 'batch'> & {
  script(sql: string): Promise<Record<string, unknown>[]>
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}
export type EngineOptions = {
  /** Folder of the data; absent = in memory, gone at close. */
  dataDir?: string | undefined
  /** A dump of another database to begin from. */
  template?: Uint8Array | undefined
}
/** Given each notice of the channels that are listened to. */
export type OnNotice = (channel: string, payload: string) => void

/** Anything else may change the schema or the statistics, and plans with them. */
const isTransactionControl = /^\s*(begin|commit|rollback|savepoint|release)\b/i

export async function openEngine({ dataDir, template }: EngineOptions, onNotice?: OnNotice): Promise<Engine> {
  const pglite = await PGlite.create({
    ...(dataDir ? { dataDir } : {}),
    // Its bytes are never shared between threads, which is all that its type leaves open.
    ...(template ? { loadDataDir: new Blob([template as Uint8Array<ArrayBuffer>]) } : {}),
    parsers: { ...parsers },
  })
  await pglite.exec(`set timezone = 'UTC'; set datestyle = 'ISO'`)
  const statements = new Statements(pglite, onNotice)
  return {
    batch: (list) => statements.run(list),
    async script(sql) {
      const answers = await pglite.exec(sql)
      if (!isTransactionControl.test(sql)) await statements.forget()
      return answers.flatMap(({ rows }) => rows)
    },
    async dump() {
      return new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer())
    },
    async close() {
      await pglite.close()
    },
  }
}

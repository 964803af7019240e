// The demo programme as a data folder, loaded once for each state of the sources and each day, then only copied: loading
// it takes a minute because it goes through the product's own API, and two kinds of tests want it, each new in every run.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/open.ts'
import { todayInIndia } from '../../scripts/demo/calendar.ts'
import { loadDemo } from '../../scripts/demo/load.ts'
import { startServer } from '../e2e/server.ts'

const cache = '.cache/demo-data'
/** What a loaded programme follows from. */
const sources = ['package-lock.json', 'src/domain', 'src/server', 'scripts/demo', 'tests/demo/demo-data.ts']
/** What the server that loaded it printed, in the folder of its data. */
const logName = 'loading.txt'

export type DemoData = { folder: string /** What was printed while it was loaded. */; output: string[] }

/** A folder of one's own with the demo programme in it, as a server that ended in order left it. Remove it afterwards. */
export async function demoData(): Promise<DemoData> {
  const loaded = join(cache, key())
  if (!existsSync(loaded)) await load(loaded)
  const folder = mkdtempSync(join(tmpdir(), 'farmbook-demo-'))
  cpSync(loaded, folder, { recursive: true })
  return { folder, output: readFileSync(join(folder, logName), 'utf8').split('\n') }
}

/** Started, interrupted, and continued by the first start of the product as people have it. */
async function load(folder: string): Promise<void> {
  // Older ones will not be asked for again.
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  await beginAndBreakOff(unfinished)
  const server = await startServer({ dataDir: unfinished, logFile: join(unfinished, logName), env: { DEMO: 'true' }, patienceMs: 1_200_000 })
  const code = await server.stop()
  if (code !== 0) throw new Error(`The server that loaded the demo programme ended with ${code}.\n${server.log().slice(-2000)}`)
  writeFileSync(join(unfinished, logName), server.log())
  renameSync(unfinished, folder)
}

/** As by a power cut between two steps. */
async function beginAndBreakOff(dataDir: string): Promise<void> {
  const { database } = await openDatabase({ databaseUrl: null, databasePool: 1, dataDir })
  const cut = new Error('Interrupted')
  const loading = loadDemo({
    database,
    print: (text) => {
      if (text.includes('OP1 plots')) throw cut
    },
  })
  const error = await loading.then(
    () => new Error('The demo programme was loaded without its step “OP1 plots”'),
    (reason: unknown) => reason,
  )
  await database.close()
  if (error !== cut) throw error
}

/** The programme is dated relative to today, so yesterday's does not serve. */
function key(): string {
  const hash = createHash('sha256').update(todayInIndia())
  for (const source of sources) for (const file of filesOf(source)) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return /\.test\.ts$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

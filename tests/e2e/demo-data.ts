// The demo programme as a data folder, loaded once for each state of the sources and each day, then only copied:
// loading it takes minutes because it goes through the product's own API, and every run of the journeys wants it new.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server.ts'

const cache = '.cache/demo-data'
/** What a loaded programme follows from. */
const sources = ['package-lock.json', 'src/domain', 'src/server', 'scripts/demo']

/** A folder of one's own with the demo programme in it, as a server that ended in order left it. Remove it afterwards. */
export async function demoDataFolder(): Promise<string> {
  const loaded = join(cache, key())
  if (!existsSync(loaded)) await load(loaded)
  const folder = mkdtempSync(join(tmpdir(), 'farmbook-e2e-'))
  cpSync(loaded, folder, { recursive: true })
  return folder
}

async function load(folder: string): Promise<void> {
  // Older ones will not be asked for again.
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  const server = await startServer({ dataDir: unfinished, logFile: 'tests/e2e/.results/loading.log', env: { DEMO: 'true' }, patienceMs: 1_200_000 })
  const code = await server.stop()
  if (code !== 0) throw new Error(`The server that loaded the demo programme ended with ${code}.\n${server.log().slice(-2000)}`)
  renameSync(unfinished, folder)
}

/** The programme tells its story relative to today, so yesterday's does not serve. */
function key(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const source of sources) for (const file of filesOf(source)) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return /\.test\.ts$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

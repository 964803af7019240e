// Before the first journey: a browser, a built web, and for each worker one running product with the demo programme in it,
// so that journeys beside each other never stand in each other's way.
import { existsSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { resolveBrowser } from '../browser/resolve.ts'
import { demoData } from '../demo/demo-data.ts'
import { demoDatabases } from './demo-databases.ts'
import { type RunningServer, type ServerOptions, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: Awaited<ReturnType<typeof resolveBrowser>>
    /** One for each worker. */
    ports: readonly number[]
    /** Their data folders. */
    folders: readonly string[]
  }
}

let servers: RunningServer[] = []

/** Called by Vitest once, before all journeys. */
export async function setup(project: TestProject): Promise<void> {
  if (!existsSync('dist/index.html')) throw new Error('The web is not built: npm run build.')
  rmSync('tests/e2e/.results', { recursive: true, force: true })
  project.provide('browser', await resolveBrowser())
  const of = await programmes(project.config.maxWorkers)
  servers = await Promise.all(of.map((own, index) => startServer({ ...own, logFile: `tests/e2e/.results/server-${index + 1}.log` })))
  project.provide(
    'ports',
    servers.map(({ port }) => port),
  )
  project.provide(
    'folders',
    servers.map(({ dataDir }) => dataDir),
  )
}

/** Copied before the first server starts, else two would load it: on PostgreSQL where TEST_DATABASE_URL names one, else embedded. */
async function programmes(count: number): Promise<ServerOptions[]> {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return (await demoDatabases(url, count)).map((address) => ({ env: { DATABASE_URL: address } }))
  const folders: ServerOptions[] = []
  for (let worker = 1; worker <= count; worker++) folders.push({ dataDir: (await demoData()).folder })
  return folders
}

/** Called by Vitest once, after all journeys. */
export async function teardown(): Promise<void> {
  await Promise.all(servers.map((server) => server.remove()))
}

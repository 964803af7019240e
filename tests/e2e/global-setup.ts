// Before the first journey: a browser, a built web, and one running product with the demo programme in it, shared by all.
import { existsSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { resolveBrowser } from '../browser/resolve.ts'
import { demoData } from '../demo/demo-data.ts'
import { type RunningServer, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: Awaited<ReturnType<typeof resolveBrowser>>
    port: number
  }
}

let server: RunningServer | undefined

/** Called by Vitest once, before all journeys. */
export async function setup(project: TestProject): Promise<void> {
  if (!existsSync('dist/index.html')) throw new Error('The web is not built: npm run build.')
  rmSync('tests/e2e/.results', { recursive: true, force: true })
  project.provide('browser', await resolveBrowser())
  server = await startServer({ dataDir: (await demoData()).folder })
  project.provide('port', server.port)
}

/** Called by Vitest once, after all journeys. */
export async function teardown(): Promise<void> {
  await server?.remove()
}

// Before the first journey: a browser, a built web, and one running product with the demo programme in it, shared by all.
import { existsSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { resolveBrowser } from '../browser/resolve.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: Awaited<ReturnType<typeof resolveBrowser>>
    port: number
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/index.html')) throw new Error('The web is not built: npm run build.')
  rmSync('tests/e2e/.results', { recursive: true, force: true })
  project.provide('browser', await resolveBrowser())
  const server = await startServer()
  project.provide('port', server.port)
  return server.remove
}

// Development: one process, one port. Vite in front with hot reload, Hono behind; server modules reload at
// each save while the database stays open. What this file imports itself does not reload: restart on those.
import { getRequestListener } from '@hono/node-server'
import { createServer as createVite, createServerModuleRunner } from 'vite'
import { readConfig } from './config.ts'
import { greet, prepareFirstRun } from './first-run.ts'
import { endOnSignal, takePort } from './listen.ts'
import { start } from './start.ts'

type AppModule = typeof import('./app.ts')
type BehavioursModule = typeof import('./behaviours.ts')
type App = ReturnType<AppModule['createApp']>

/** Changes come in bursts; Vite's own invalidation comes first. */
const settleMs = 20

const say = (text: string) => { console.log(text) }
const config = readConfig()
const { server, port } = await takePort(config)
const started = await start(config, port)
const vite = await createVite({ appType: 'spa', server: { middlewareMode: true, ws: { server } } as never })
const runner = createServerModuleRunner(vite.environments.ssr as never)

let app: App | undefined
async function load(): Promise<void> {
  try {
    const { createApp } = await runner.import<AppModule>('/src/server/app.ts')
    const { behaviours } = await runner.import<BehavioursModule>('/src/server/behaviours.ts')
    app = createApp({ ...started.parts, behaviours })
  } catch (error) {
    // The last good app goes on serving.
    say(`Not reloaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}
await load()
if (!app) {
  await started.close()
  process.exit(1)
}

let timer: NodeJS.Timeout | undefined
vite.watcher.on('change', (file) => {
  if (!vite.environments.ssr.moduleGraph.getModulesByFile(file)) return
  clearTimeout(timer)
  timer = setTimeout(load, settleMs)
})

const listener = getRequestListener((request, env) => (app as App).fetch(request, env))
/** Vite answers unknown addresses with index.html, so what is ours must be looked at first. */
const isOurs = /^\/(api\/|healthz$|readyz$|metrics$)/
server.on('request', (request, response) => {
  if (isOurs.test(request.url ?? '')) void listener(request, response)
  else vite.middlewares(request, response)
})
endOnSignal(server, async () => {
  await runner.close()
  await vite.close()
  await started.close()
}, say)
await prepareFirstRun(config, started, app, say)
greet(config, started, port, say)

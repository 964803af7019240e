// Development: one process, one port. Vite in front with hot reload, Hono behind; server modules reload at
// each save while the database stays open. What this file imports itself does not reload: restart on those.
import { getRequestListener } from '@hono/node-server'
import { createServerModuleRunner, createServer as createVite } from 'vite'
import { readConfig } from './config.ts'
import { noteRunning } from './dev/running.ts'
import { greet, prepareFirstRun } from './first-run.ts'
import { endOnSignal, requestSwitchOf, takePort } from './listen.ts'
import { start } from './start.ts'
import { exitWithReason } from './why-not-started.ts'

type AppModule = typeof import('./app.ts')
type BehavioursModule = typeof import('./behaviours.ts')
type App = ReturnType<AppModule['createApp']>

/** Changes come in bursts; Vite's own invalidation comes first. */
const settleMs = 20
/** Vite answers unknown addresses with index.html, so what is ours must be looked at first. */
const isOurs = /^\/(api\/|files\/|_image\?|public\/((crop|batch|report)\/|hindi\.woff2$)|healthz$|readyz$|metrics$)/

const print = (text: string) => {
  console.log(text)
}

async function develop(): Promise<void> {
  const config = readConfig()
  const { server, port } = await takePort(config)
  const requestSwitch = requestSwitchOf(server)
  const started = await start(config, port)
  const vite = await createVite({ appType: 'spa', server: { middlewareMode: true, ws: { server } } })
  const runner = createServerModuleRunner(vite.environments.ssr)

  const load = async (): Promise<App> => {
    const { createApp } = await runner.import<AppModule>('/src/server/app.ts')
    const { behaviours } = await runner.import<BehavioursModule>('/src/server/behaviours.ts')
    return createApp({ ...started.deps, behaviours, isSecure: config.isSecure })
  }
  let app = await load()
  const reload = async (): Promise<void> => {
    try {
      app = await load()
    } catch (error) {
      // The last good app goes on serving; Vite has already shown the place.
      print(`Not reloaded: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
    }
  }
  let timer: NodeJS.Timeout | undefined
  vite.watcher.on('change', (file) => {
    if (!vite.environments.ssr.moduleGraph.getModulesByFile(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), settleMs)
  })

  const listener = getRequestListener((request, env) => app.fetch(request, env))
  requestSwitch.open((request, response) => {
    if (isOurs.test(request.url ?? '')) void listener(request, response)
    else vite.middlewares(request, response)
  })
  const { unlessEnding } = endOnSignal(requestSwitch, {
    begin: started.stopWork,
    async close() {
      await vite.watcher.close()
      clearTimeout(timer)
      await runner.close()
      await vite.close()
      await started.close()
    },
    print,
    graceMs: config.shutdownGraceMs,
  })
  await unlessEnding(prepareFirstRun(config, started, print))
  if (started.idp) process.once('exit', noteRunning(config.dataDir, port))
  greet(config, started, port, print)
}

develop().catch(exitWithReason)

// The product: settings, database, web and API at one port.
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { noteRunning } from './dev/running.ts'
import { greet, prepareFirstRun } from './first-run.ts'
import { endOnSignal, requestSwitchOf, takePort } from './listen.ts'
import { start } from './start.ts'
import { exitWithReason } from './why-not-started.ts'

const print = (text: string) => {
  console.log(text)
}

/** A process of workers without a server: it ends with the signal, after the jobs that run. */
async function workOnly(config: Config): Promise<void> {
  const { close } = await start(config, config.port, undefined, print)
  print('Farmbook carries out jobs (WORKER=only).')
  const end = () => close().then(() => process.exit(0), exitWithReason)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
}

async function main(): Promise<void> {
  const config = readConfig()
  if (config.worker === 'only') return workOnly(config)
  const { server, port } = await takePort(config)
  // Until everything is open, a caller is asked to come back instead of waiting without a word.
  const requestSwitch = requestSwitchOf(server)
  const started = await start(config, port, undefined, print).catch((error: unknown) => {
    server.close()
    throw error
  })
  const { unlessEnding } = endOnSignal(requestSwitch, { begin: started.stopWork, close: started.close, print, graceMs: config.shutdownGraceMs })
  const app = createApp({ ...started.deps, webFolder: join(import.meta.dirname, '../../dist') })
  await unlessEnding(prepareFirstRun(config, started, print))
  requestSwitch.open(getRequestListener(app.fetch))
  if (started.idp) process.once('exit', noteRunning(config.dataDir, port))
  greet(config, started, port, print)
}

main().catch(exitWithReason)

// The product: settings, database, web and API at one port.
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { noteRunning } from './dev/running.ts'
import { greet, prepareFirstRun } from './first-run.ts'
import { endOnSignal, gateOf, takePort } from './listen.ts'
import { start } from './start.ts'
import { exitWithReason } from './why-not-started.ts'

const print = (text: string) => {
  console.log(text)
}

async function main(): Promise<void> {
  const config = readConfig()
  const { server, port } = await takePort(config)
  // Until everything is open, a caller is asked to come back instead of waiting without a word.
  const gate = gateOf(server)
  const started = await start(config, port, undefined, print).catch((error: unknown) => {
    server.close()
    throw error
  })
  const { unlessEnding } = endOnSignal(gate, { begin: started.stopWork, close: started.close, print, graceMs: config.shutdownGraceMs })
  const app = createApp({ ...started.deps, webFolder: join(import.meta.dirname, '../../dist') })
  await unlessEnding(prepareFirstRun(config, started, print))
  gate.open(getRequestListener(app.fetch))
  if (started.idp) process.once('exit', noteRunning(config.dataDir, port))
  greet(config, started, port, print)
}

main().catch(exitWithReason)

// The product: settings, database, web and API at one port.
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { DataDirInUse } from './db/lock.ts'
import { MigrationMismatch } from './db/migrate.ts'
import { noteRunning } from './dev/running.ts'
import { greet, prepareFirstRun } from './first-run.ts'
import { endOnSignal, takePort } from './listen.ts'
import { start } from './start.ts'

const say = (text: string) => { console.log(text) }

async function main(): Promise<void> {
  const config = readConfig()
  const { server, port } = await takePort(config)
  // Until everything is open, a caller is told to come back instead of waiting without a word.
  server.on('request', notReady)
  const started = await start(config, port).catch((error: unknown) => {
    server.close()
    throw error
  })
  endOnSignal(server, started.close, say)
  const app = createApp({ ...started.parts, webFolder: join(import.meta.dirname, '../../dist') })
  await prepareFirstRun(config, started, app, say)
  server.off('request', notReady)
  server.on('request', getRequestListener(app.fetch))
  if (started.idp) process.once('exit', noteRunning(config.dataDir, port))
  greet(config, started, port, say)
}

function notReady(_: unknown, response: import('node:http').ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '2' }).end('Starting. Please try again in a moment.\n')
}

main().catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  const isExpected = error instanceof ConfigError || error instanceof DataDirInUse || error instanceof MigrationMismatch
  if (isExpected) console.error(message)
  else if (code === 'EADDRINUSE') console.error(`${message}. Choose another one with PORT.`)
  else if (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000') console.error(`The database of DATABASE_URL cannot be used: ${message}`)
  else console.error(error)
  process.exit(1)
})

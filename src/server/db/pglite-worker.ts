// The thread in which the embedded database lives: a query blocks its own thread for its whole length,
// so it must not be the one that answers requests. One message in, one message out, in order.
import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from './connection.ts'
import { type Engine, type EngineOptions, openEngine } from './pglite-engine.ts'

export type Order = { id: number } & ({ do: 'batch'; statements: readonly Statement[] } | { do: 'script'; sql: string } | { do: 'dump' } | { do: 'close' })
/** `error` keeps SQLSTATE and names, which structured cloning of an Error would drop. */
/** Id of a message that answers nothing: a notice of a channel. */
const noticeId = -1
export type Reply = { id: number; answer?: unknown; notice?: { channel: string; payload: string }; error?: Record<string, unknown> & { message: string } }

const port = parentPort
if (!port) throw new Error('pglite-worker.ts runs only as a worker thread')
const options: EngineOptions = workerData
const engine: Promise<Engine> = openEngine(options, (channel, payload) => port.postMessage({ id: noticeId, notice: { channel, payload } }))
engine.then(
  () => port.postMessage({ id: 0 }),
  (error) => port.postMessage({ id: 0, error: plain(error) }),
)

port.on('message', async (order: Order) => {
  try {
    port.postMessage({ id: order.id, answer: await obey(await engine, order) })
    if (order.do === 'close') port.close()
  } catch (error) {
    port.postMessage({ id: order.id, error: plain(error) })
  }
})

function obey(database: Engine, order: Order): Promise<unknown> {
  if (order.do === 'batch') return database.batch(order.statements)
  if (order.do === 'script') return database.script(order.sql)
  return order.do === 'dump' ? database.dump() : database.close()
}

function plain(error: unknown): NonNullable<Reply['error']> {
  const { code, detail, constraint, table, column, where, severity }: Record<string, string | undefined> = typeof error === 'object' ? { ...error } : {}
  return {
    message: error instanceof Error ? error.message : String(error),
    ...Object.fromEntries(Object.entries({ code, detail, constraint, table, column, where, severity }).filter(([, value]) => value !== undefined)),
  }
}

// Taking a port and giving it back: the asked one, or the next free one when nobody asked; and stopping in
// order when the process is told to end.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Ports tried after the default one. */
const tries = 20

/** Listens at `port`, or at the next free one unless it is fixed; throws EADDRINUSE when none is. */
export async function takePort({
  port,
  isPortFixed,
  host,
}: {
  port: number
  isPortFixed: boolean
  host: string | undefined
}): Promise<{ server: Server; port: number }> {
  for (let next = port; ; next++) {
    const server = createServer()
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port: next, ...(host ? { host } : {}) }, resolve)
      })
      const address = server.address()
      return { server, port: typeof address === 'object' && address ? address.port : next }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || isPortFixed || next >= port + tries) throw error
    }
  }
}

/** Answers until everything is open: without it a call made too early would wait for ever. */
export function notReady(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '2' }).end('Starting. Please try again in a moment.\n')
}

/** A request that takes longer than this to end does not hold the end of the process. */
const graceMs = 5000

export type Ending = {
  /** What fails because we are ending is nobody's business any more: then the answer never comes. */
  unlessEnding<T>(work: Promise<T>): Promise<T>
}

/**
 * Ends in order on SIGINT, SIGTERM and SIGHUP (a closed terminal), once: no new calls, idle connections closed,
 * running ones given a moment, then `close`. Exit code 0, or 1 when closing failed.
 */
export function endOnSignal(server: Server, close: () => Promise<void>, print: (text: string) => void): Ending {
  let ending: Promise<void> | undefined
  const end = async () => {
    print('Closing …')
    const late = setTimeout(() => server.closeAllConnections(), graceMs)
    late.unref()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })
    await close()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl-C reaches us twice, from the terminal and through npm: the second one waits for the same end.
      ending ??= end()
      ending.then(
        () => process.exit(0),
        (error: unknown) => {
          print(String(error))
          process.exit(1)
        },
      )
    })
  }
  return {
    unlessEnding: (work) =>
      work.catch((error: unknown) => {
        if (ending !== undefined) return new Promise<never>(() => {})
        throw error
      }),
  }
}

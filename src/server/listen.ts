// Taking a port and giving it back: the asked one, or the next free one when nobody asked; limits for slow senders; one switch
// in front of every call; and stopping in order when the process is asked to end.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { codeOf } from '#domain/kernel/error-code.ts'

/** Ports tried after the default one. */
const tries = 20

/** What one sender may take. Node's own limits are a minute for the head, and any number of connections. */
export type ListenLimits = {
  /** Milliseconds for the head of a request, from the opening of the connection. */
  headersMs: number
  /** Milliseconds for a whole request; a file of 50 MB over a slow line is the longest. */
  requestMs: number
  /** Connections at a time; more are closed at once. */
  maxConnections: number
  /** Milliseconds that a connection stays open between two requests. Longer than a proxy's, which would otherwise send into one just closed. */
  idleMs?: number
  /** Milliseconds without a byte in either direction: somebody who does not read their answer. Longer than the longest wait for one. */
  silentMs?: number
  /** Requests on one connection; a client that has as many opens another, which a second process may take. */
  requestsPerConnection?: number
}
export const defaultLimits: Required<ListenLimits> = {
  headersMs: 15_000,
  requestMs: 300_000,
  maxConnections: 2000,
  idleMs: 65_000,
  silentMs: 180_000,
  requestsPerConnection: 10_000,
}

/** Listens at `port`, or at the next free one unless it is fixed; throws EADDRINUSE when none is. */
export async function takePort({
  port,
  isPortFixed,
  host,
  limits = defaultLimits,
}: {
  port: number
  isPortFixed: boolean
  host: string | undefined
  limits?: ListenLimits
}): Promise<{ server: Server; port: number }> {
  const { headersMs, requestMs, maxConnections, idleMs, silentMs, requestsPerConnection } = { ...defaultLimits, ...limits }
  for (let next = port; ; next++) {
    const server = createServer({
      headersTimeout: headersMs,
      requestTimeout: Math.max(requestMs, headersMs),
      connectionsCheckingInterval: Math.min(5000, headersMs),
      keepAliveTimeout: idleMs,
    })
    server.maxConnections = maxConnections
    server.timeout = silentMs
    server.maxRequestsPerSocket = requestsPerConnection
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ port: next, ...(host ? { host } : {}) }, resolve)
      })
      const address = server.address()
      return { server, port: typeof address === 'object' && address ? address.port : next }
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || isPortFixed || next >= port + tries) throw error
    }
  }
}

/** Answers until everything is open: without it a call made too early would wait for ever. The process itself is alive. */
export function notReady({ url }: IncomingMessage, response: ServerResponse): void {
  const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  if (url === '/healthz') response.writeHead(200, plain).end('ok\n')
  else response.writeHead(503, { ...plain, 'Retry-After': '2' }).end('Starting. Please try again in a moment.\n')
}

/** New work while ending, over a connection that was still open. As every refusal: RFC 9457 (http/problems.ts). */
function refuseNewWork(_: IncomingMessage, response: ServerResponse): void {
  const problem = {
    type: 'urn:farmbook:problem:unavailable',
    title: 'The service is not ready; please try again.',
    status: 503,
    code: 'UNAVAILABLE',
    detail: 'The server is being restarted. Please try again in a moment.',
    requestId: '',
  }
  response
    .writeHead(503, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', 'Retry-After': '2', Connection: 'close' })
    .end(JSON.stringify(problem))
}

export type RequestSwitch = {
  /** From now on calls are answered by `listener`; before, they are asked to come back. */
  open(listener: RequestListener): void
  /** Takes no new connections and no new work, lets running answers end, each closing its connection; after `graceMs` cuts what is left. */
  close(graceMs: number): Promise<void>
}

/** The one listener of the server, which knows what is still being answered. */
export function requestSwitchOf(server: Server): RequestSwitch {
  let listener: RequestListener = notReady
  let isClosing = false
  const running = new Set<ServerResponse>()
  /** The connection closes with this answer, also when its head has been sent. */
  const closeAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false
  }
  server.on('request', (request, response) => {
    running.add(response)
    response.once('close', () => {
      running.delete(response)
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
    if (isClosing) refuseNewWork(request, response)
    else listener(request, response)
  })
  return {
    open(next) {
      listener = next
    },
    async close(graceMs) {
      isClosing = true
      for (const response of running) closeAfter(response)
      const late = setTimeout(() => server.closeAllConnections(), graceMs)
      // A client may have taken a connection for idle that is not: looked at again until all are gone.
      const again = setInterval(() => server.closeIdleConnections(), 100)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
      clearTimeout(late)
      clearInterval(again)
    },
  }
}

export type Ending = {
  /** What fails because we are ending is nobody's business any more: then the answer never comes. */
  unlessEnding<T>(work: Promise<T>): Promise<T>
}
export type EndingSteps = {
  /** At the signal: long work is asked to stop. */
  begin(): void
  /** When nothing is being answered any more. */
  close(): Promise<void>
  print(text: string): void
  /** A running answer that takes longer does not hold the end of the process. */
  graceMs: number
}

/** Ends in order on SIGINT, SIGTERM and SIGHUP (a closed terminal), once. Exit code 0, or 1 when closing failed. */
export function endOnSignal(requestSwitch: RequestSwitch, { begin, close, print, graceMs }: EndingSteps): Ending {
  let ending: Promise<void> | undefined
  const end = async () => {
    print('Closing …')
    begin()
    await requestSwitch.close(graceMs)
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

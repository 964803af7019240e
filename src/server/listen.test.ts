// The switch before every call: what is answered before everything is open, to whom a slow connection is closed, and how it all ends.
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultLimits, type ListenLimits, type RequestSwitch, requestSwitchOf, takePort } from './listen.ts'

let server: Server
let port: number
let requestSwitch: RequestSwitch
async function listen(limits: Partial<ListenLimits> = {}): Promise<void> {
  ;({ server, port } = await takePort({ port: 0, isPortFixed: true, host: '127.0.0.1', limits: { ...defaultLimits, ...limits } }))
  requestSwitch = requestSwitchOf(server)
}
afterEach(() => {
  server.closeAllConnections()
  server.close()
})
const agents: Agent[] = []
const keepAlive = (): Agent => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return agent
}
async function ask(
  path: string,
  agent?: Agent,
): Promise<{ status: number | undefined; connection: string | undefined; body: string; retryAfter: string | undefined }> {
  const [answer] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [IncomingMessage]
  const { statusCode: status, headers } = answer
  return { status, connection: headers.connection, retryAfter: headers['retry-after'], body: await text(answer) }
}

describe('before everything is open', () => {
  it('calls are asked to come back, and that the process lives', async () => {
    await listen()
    expect(await ask('/api/anything')).toMatchObject({ status: 503, retryAfter: '2' })
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    requestSwitch.open((_, response) => response.end('open'))
    expect(await ask('/api/anything')).toMatchObject({ status: 200, body: 'open' })
  })
})

describe('whoever sends slowly or not at all', () => {
  const closed = async (send: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(send)
    socket.resume()
    await new Promise((resolve) => socket.once('close', resolve))
  }
  it('is closed, with half a head, half a body, or nothing', async () => {
    await listen({ headersMs: 100, requestMs: 200 })
    requestSwitch.open((request, response) => {
      request.resume()
      request.once('end', () => response.end('read'))
    })
    await Promise.all([closed('GET / HTTP/1.1\r\nHost: x'), closed('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc'), closed('')])
    expect(await ask('/')).toMatchObject({ status: 200 })
  })
  it('is closed who sends nothing more after an answer', async () => {
    await listen({ idleMs: 50 })
    requestSwitch.open((_, response) => response.end('answered'))
    await closed('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  it('is closed who does not read an answer', async () => {
    await listen({ silentMs: 200 })
    const ended = new Promise<void>((resolve) => {
      requestSwitch.open((_, response) => {
        response.once('close', resolve)
        // More than the buffers of both sides hold.
        response.end(Buffer.alloc(50_000_000))
      })
    })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await ended
    socket.destroy()
  })
  it('opens another connection after so many requests', async () => {
    await listen({ requestsPerConnection: 2 })
    requestSwitch.open((_, response) => response.end('answered'))
    const agent = keepAlive()
    expect([(await ask('/', agent)).connection, (await ask('/', agent)).connection, (await ask('/', agent)).connection]).toEqual([
      'keep-alive',
      'close',
      'keep-alive',
    ])
  })
  it('cannot open more connections than there are places', async () => {
    await listen({ maxConnections: 2 })
    requestSwitch.open((_, response) => response.end('answered'))
    const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await closed('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    for (const socket of sockets) socket.destroy()
  })
})

describe('the end', () => {
  it('lets what runs be answered and closes its connection, refuses new work, and then is over', async () => {
    await listen()
    let running: ServerResponse | undefined
    const started = new Promise<void>((resolve) => {
      requestSwitch.open((request, response) => {
        if (request.url !== '/long') return response.end('quick')
        running = response
        resolve()
      })
    })
    const [one, other] = [keepAlive(), keepAlive()]
    // A connection that was used and stays open, and one on which an answer is awaited.
    expect(await ask('/', other)).toMatchObject({ status: 200, connection: 'keep-alive' })
    const long = ask('/long', one)
    await started
    const over = requestSwitch.close(60_000)
    running?.end('finished')
    expect(await long).toMatchObject({ status: 200, connection: 'close', body: 'finished' })
    await over
    await expect(ask('/')).rejects.toThrow('ECONNREFUSED')
  })
  it('is reported as 503 to a call on a connection that is still open', async () => {
    await listen()
    let markStarted = () => {}
    const started = new Promise<void>((resolve) => {
      markStarted = resolve
    })
    let finish = () => {}
    requestSwitch.open((_, response) => {
      response.writeHead(200)
      response.write('a')
      finish = () => response.end('b')
      markStarted()
    })
    // Two requests in one go on one connection: the second arrives while the first is being answered.
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
    })
    socket.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n')
    await started
    const over = requestSwitch.close(60_000)
    const requested = once(server, 'request')
    socket.write('GET /new HTTP/1.1\r\nHost: x\r\n\r\n')
    await requested
    finish()
    await once(socket, 'close')
    await over
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*HTTP\/1.1 503 [\s\S]*Connection: close[\s\S]*"code":"UNAVAILABLE"/)
  })
  it('cuts what takes longer than the grace', async () => {
    await listen()
    const started = new Promise<void>((resolve) => requestSwitch.open(() => resolve()))
    const cut = ask('/never')
    cut.catch(() => {})
    await started
    await requestSwitch.close(50)
    await expect(cut).rejects.toThrow('socket hang up')
  })
})

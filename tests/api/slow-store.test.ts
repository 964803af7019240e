// An object store that hangs, breaks off or fails for a moment: a real one behind a server that disturbs what is asked of it. Calls that wait for
// it hold no connection to the database, everybody else is answered, and what was cut off is finished when it is sent again.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { databaseDriver } from '#server/files/database-driver.ts'
import { s3Driver } from '#server/files/s3-driver.ts'
import type { FileDriver, FileStorage } from '#server/files/storage.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { csv } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'

type S3Server = { run(): Promise<{ port: number }>; close(): Promise<void> }
const S3rver: new (options: object) => S3Server = createRequire(import.meta.url)('s3rver')
const settings = { bucket: 'farmbook', region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const patienceMs = 1_500

let world: World
let folder: string
let store: S3Server
let storePort: number
let between: Server
let endpoint: string
/** What happens to the next calls, one after the other; then they pass. */
let disturbances: ('hang' | '503' | 'break' | 'half')[] = []
const requested: string[] = []
const hanging: { resume(): void }[] = []

function pass(incoming: IncomingMessage, outgoing: ServerResponse, isHalf = false): void {
  const { method, url, headers } = incoming
  const forwarded = request({ host: '127.0.0.1', port: storePort, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (!isHalf) answer.pipe(outgoing)
    else answer.once('data', (chunk: Buffer) => outgoing.write(chunk.subarray(0, chunk.length >> 1), () => outgoing.destroy()))
  })
  incoming.pipe(forwarded)
}

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'farmbook-slow-'))
  store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: settings.bucket }] })
  storePort = (await store.run()).port
  between = createServer((incoming, outgoing) => {
    const how = disturbances.shift()
    requested.push(`${incoming.method} ${how ?? 'passes'}`)
    if (how === 'hang') hanging.push({ resume: () => pass(incoming, outgoing) })
    else if (how === '503') outgoing.writeHead(503).end('slow down')
    else if (how === 'break') incoming.socket.destroy()
    else pass(incoming, outgoing, how === 'half')
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
})
afterAll(async () => {
  between.closeAllConnections()
  await new Promise((resolve) => between.close(resolve))
  await store.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  disturbances = []
  requested.length = 0
  hanging.length = 0
})

const clientWith = (driver: FileDriver): Client => {
  const files: FileStorage = { into: 's3', drivers: { database: databaseDriver(world.database), s3: driver }, quotaBytes: 100_000_000 }
  world.as('fatima')
  const headers = { 'x-test-user': world.people.fatima?.id ?? '' }
  return clientOf(createApp({ ...world.deps, files }), `${world.tenants.cotton.subdomain}.farmbook.test`, headers, '/api/operators/OP1')
}
let sent = 100
const send = (client: Client, text = csv(++sent)) => client.send('/files?name=a.csv', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: text })
const key = () => ({ tenantId: 1, id: `0190a0a0-0000-7000-8000-${String(++sent).padStart(12, '0')}` })

describe('The driver', () => {
  it('gives up on a store that hangs, within its time, with UNAVAILABLE and when to come again', async () => {
    disturbances = ['hang', 'hang', 'hang', 'hang']
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    for (const [place, call] of [
      (driver: FileDriver) => driver.put(key(), Buffer.from('x'), 'text/csv'),
      (driver: FileDriver) => driver.get(key()),
    ].entries()) {
      const refused = expect(call(s3Driver({ ...settings, endpoint }, patienceMs))).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        details: { headers: { 'Retry-After': '10' } },
      })
      // Garbage is collected while the call waits, and its time limit with it unless somebody holds that.
      await expect.poll(() => hanging.length).toBe(place + 1)
      collect()
      await refused
    }
    // The time is that of all tries together.
    expect(requested).toEqual(['PUT hang', 'GET hang'])
  })
  it('tries again where the store fails for a moment or breaks off in the middle, three times in all', async () => {
    const driver = s3Driver({ ...settings, endpoint })
    const [one, text] = [key(), 'row '.repeat(10_000)]
    disturbances = ['503', 'break']
    await driver.put(one, Buffer.from(text), 'text/csv')
    disturbances = ['half', '503']
    expect(Buffer.from((await driver.get(one)) ?? []).toString()).toBe(text)
    disturbances = ['break', 'break']
    await driver.remove(one)
    expect(requested).toEqual(['PUT 503', 'PUT break', 'PUT passes', 'GET half', 'GET 503', 'GET passes', 'DELETE break', 'DELETE break', 'DELETE passes'])
    disturbances = ['503', '503', '503']
    await expect(driver.get(one)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await driver.get(one)).toBeUndefined()
  })
})

describe('Uploads and downloads while the store hangs', () => {
  it('hold no connection to the database, hinder nobody, and end when it answers again', async () => {
    const driver = s3Driver({ ...settings, endpoint })
    const client = clientWith(driver)
    const stored = await send(client)
    expect(stored.status).toBe(201)
    const calls = 15
    disturbances = Array.from({ length: 2 * calls }, () => 'hang' as const)
    const uploads = Array.from({ length: calls }, () => send(client))
    const downloads = Array.from({ length: calls }, () => client.get(`/files/${stored.body.id}`))
    await expect.poll(() => hanging.length, { timeout: 30_000 }).toBe(2 * calls)
    expect(world.database.load()).toMatchObject({ running: 0, waiting: 0 })
    expect((await world.as('omar').get('/farmer?limit=1')).status).toBe(200)
    for (const one of hanging) one.resume()
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(uploads.map(() => 201))
    expect((await Promise.all(downloads)).map(({ status }) => status)).toEqual(downloads.map(() => 200))
  })
  it('are answered 503 with Retry-After where it stays away; sent again it is one file, counted once', async () => {
    const client = clientWith(s3Driver({ ...settings, endpoint }, patienceMs))
    const text = csv(++sent)
    const room = () =>
      world.database.transaction(world.tenants.cotton.id, async (db) =>
        Number((await db.selectFrom('counter').select('value').where('name', '=', 'file:bytes').executeTakeFirst())?.value ?? 0),
      )
    const before = await room()
    disturbances = ['hang']
    const refused = await send(client, text)
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '10'])
    const done = await send(client, text)
    expect([done.status, (await room()) - before]).toEqual([201, Buffer.byteLength(text)])
    expect((await client.get(`/files/${done.body.id}`)).body).toBe(text)
    disturbances = ['hang']
    expect((await client.get(`/files/${done.body.id}`)).status).toBe(503)
  })
})

// Where bytes of files are: each driver does the same, a folder and a real S3-compatible server among them, and a change of the setting loses nothing.
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openStorage } from '#server/files/open-storage.ts'
import { removeUnusedFiles } from '#server/files/remove-unused.ts'
import { s3Driver } from '#server/files/s3-driver.ts'
import { driverOf, type FileStorage, type StoreName } from '#server/files/storage.ts'
import { type Client, clientOf } from '../harness/client.ts'
import { csv } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'

type S3Server = { run(): Promise<{ port: number }>; close(): Promise<void> }
// It is older than modules, and has no types.
const S3rver: new (options: object) => S3Server = createRequire(import.meta.url)('s3rver')

let world: World
let folder: string
let server: S3Server
let endpoint: string
const storages = {} as Record<StoreName, FileStorage>
const s3 = { bucket: 'farmbook', region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'farmbook-files-'))
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: s3.bucket }] })
  endpoint = `http://127.0.0.1:${(await server.run()).port}`
  for (const into of ['database', 'folder', 's3'] as const)
    storages[into] = openStorage(world.database, { into, folder: join(folder, 'files'), s3: { ...s3, endpoint }, quotaMb: 100 })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const clientWith = (files: FileStorage): Client => {
  world.as('fatima')
  const headers = { 'x-test-user': world.people.fatima?.id ?? '' }
  return clientOf(createApp({ ...world.deps, files }), `${world.tenants.cotton.subdomain}.farmbook.test`, headers, '/api/operators/OP1')
}
let sent = 10
const send = (client: Client) => {
  const text = csv(++sent)
  return client.send('/files?name=a.csv', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: text }).then(({ status, body }) => {
    expect(status).toBe(201)
    return { id: body.id as string, text }
  })
}
describe.each(['database', 'folder', 's3'] as const)('Files stored in: %s', (name) => {
  it('come back as they were, also after the setting was changed, and are removed when nothing names them', async () => {
    const { id, text } = await send(clientWith(storages[name]))
    for (const now of ['database', 'folder', 's3'] as const) expect((await clientWith(storages[now]).get(`/files/${id}`)).body).toBe(text)
    const key = { tenantId: world.tenants.cotton.id, id }
    expect(await driverOf(storages[name], name).get(key)).toBeDefined()
    await removeUnusedFiles(world.database, new Date(Date.now() + 31 * 86_400_000), storages.database)
    expect(await driverOf(storages[name], name).get(key)).toBeUndefined()
    expect((await clientWith(storages[name]).get(`/files/${id}`)).status).toBe(404)
  })
  it('are written again without harm, absent ones are undefined, and removing them is no fault', async () => {
    const { id } = await send(clientWith(storages[name]))
    const [driver, key] = [driverOf(storages[name], name), { tenantId: world.tenants.cotton.id, id }]
    await driver.put(key, Buffer.from(csv(sent)), 'text/csv')
    expect(Buffer.from((await driver.get(key)) ?? []).toString()).toBe(csv(sent))
    const other = { ...key, id: '0190a0a0-0000-7000-8000-000000000001' }
    expect(await driver.get(other)).toBeUndefined()
    await driver.remove(other)
  })
  it('are another programme’s nowhere', async () => {
    const { id } = await send(clientWith(storages[name]))
    expect(await driverOf(storages[name], name).get({ tenantId: world.tenants.dairy.id, id })).toBeUndefined()
  })
})

describe('A store that fails while unused files are removed', () => {
  const later = () => new Date(Date.now() + 31 * 86_400_000)
  const rowOf = (id: string, tenant: 'cotton' | 'dairy' = 'cotton') =>
    world.database.transaction(world.tenants[tenant].id, (db) => db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst())
  const roomOf = () =>
    world.database.transaction(world.tenants.cotton.id, async (db) =>
      Number((await db.selectFrom('counter').select('value').where('name', '=', 'file:bytes').executeTakeFirst())?.value ?? 0),
    )
  it('leaves no row without its bytes within reach, does everything else, and the next round finishes', async () => {
    await removeUnusedFiles(world.database, later(), storages.folder)
    const roomBefore = await roomOf()
    const [first, second, third] = [await send(clientWith(storages.folder)), await send(clientWith(storages.folder)), await send(clientWith(storages.folder))]
    // The same of another programme, which comes after.
    const { uploaded_by, ...row } = await rowOf(first.id).then((found) => found ?? expect.unreachable())
    const other = { ...row, tenant_id: world.tenants.dairy.id, uploaded_by }
    await world.database.transaction(world.tenants.dairy.id, (db) => db.insertInto('file').values(other).execute())
    const folderDriver = driverOf(storages.folder, 'folder')
    const failing: FileStorage = {
      ...storages.folder,
      drivers: {
        ...storages.folder.drivers,
        folder: { ...folderDriver, remove: (key) => (key.id === second.id ? Promise.reject(new Error('away')) : folderDriver.remove(key)) },
      },
    }
    const failures: unknown[] = []
    expect(await removeUnusedFiles(world.database, later(), failing, (error) => failures.push(error))).toBe(3)
    expect(failures.map(String)).toEqual(['Error: away'])
    expect([await rowOf(first.id), (await rowOf(second.id))?.state, await rowOf(third.id), await rowOf(first.id, 'dairy')]).toEqual([
      undefined,
      'REMOVING',
      undefined,
      undefined,
    ])
    for (const { id } of [first, second, third]) expect((await clientWith(storages.folder).get(`/files/${id}`)).status).toBe(404)
    // Neither found by its content nor under its id.
    const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: second.text }
    const again = await clientWith(storages.folder).send('/files?name=a.csv', init)
    expect([again.status, again.body.id === second.id]).toEqual([201, false])
    expect(await clientWith(storages.folder).send(`/files?name=a.csv&id=${second.id}`, init)).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', fields: [{ path: 'id', code: 'taken' }] },
    })
    // It is in nobody's way that its day has not come by this clock: its removal has started.
    expect(await removeUnusedFiles(world.database, new Date(), storages.folder)).toBe(1)
    expect(await rowOf(second.id)).toBeUndefined()
    expect((await roomOf()) - roomBefore).toBe(Buffer.byteLength(second.text))
  })
})

describe('A store that is away', () => {
  it('is a fault with the status that it answered', async () => {
    const wrong = s3Driver({ ...s3, endpoint, bucket: 'no-such-bucket' })
    const put = wrong.put({ tenantId: 1, id: '0190a0a0-0000-7000-8000-000000000001' }, Buffer.from('x'), 'text/csv')
    await expect(put).rejects.toThrow('The object store answered 404 to storing')
  })
  it('is a fault of the installation where its settings were taken away, never another file', async () => {
    const { id } = await send(clientWith(storages.folder))
    const bare = openStorage(world.database, { into: 'database', folder: null, s3: null, quotaMb: 100 })
    expect((await clientWith(bare).get(`/files/${id}`)).status).toBe(500)
    expect(world.logged.map(({ details }) => String((details as { error?: unknown }).error)).join()).toContain('which is not set up')
  })
})

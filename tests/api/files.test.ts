// Files before anything names them: what is refused, what is stored and how, who reads it, and what a programme may store.
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxFileBytes } from '#domain/kernel/files.ts'
import { createApp } from '#server/app.ts'
import { databaseStorage } from '#server/files/database-driver.ts'
import { removeUnusedFiles } from '#server/files/remove-unused.ts'
import { readPicture } from '#server/images/picture.ts'
import { clientOf } from '../harness/client.ts'
import { csv, drawnImage, kml, pdf, xlsx, zip } from '../harness/files.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'

let world: World
type Sending = { name?: string; id?: string; type?: string; person?: string; key?: string; operator?: string }
const send = (bytes: Uint8Array | string, { name = 'a.bin', id, type = 'application/octet-stream', person = 'fatima', key, operator }: Sending = {}) =>
  world.as(person, operator).send(`/files?${new URLSearchParams({ name, ...(id ? { id } : {}) })}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(key ? { 'idempotency-key': key } : {}) },
    body: bytes as BodyInit,
  })
const bytesOf = async (path: string, person = 'fatima') => {
  const host = `${world.tenants.cotton.subdomain}.farmbook.test`
  world.as(person)
  const response = await world.app.request(`http://${host}/api/operators/OP1${path}`, { headers: { host, 'x-test-user': world.people[person]?.id ?? '' } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const stored = (id: string) => world.scoped('ada', ({ db }) => db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst())

beforeAll(async () => {
  world = await openWorld()
  world.as('fatima')
})

describe('POST /files refuses', () => {
  it.each([
    ['a page that is called a photograph', '<!doctype html><script>alert(1)</script>', 'photo.jpg', 'image/jpeg'],
    ['an SVG that is called a photograph', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'photo.png', 'image/png'],
    ['a program that is called a PDF', Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000'), 'report.pdf', 'application/pdf'],
    ['half a PDF', pdf().subarray(0, 40), 'report.pdf', 'application/pdf'],
    ['a script that is called a table', '#!/bin/sh\necho a, b\n', 'table.csv', 'text/csv'],
    ['JSON that is called a table', '[1,2]\n[3,4]\n', 'table.csv', 'text/csv'],
    ['a table whose rows are of different lengths', 'a,b\n1,2,3\n', 'table.csv', 'text/csv'],
    ['a ZIP that is called a workbook', zip({ 'a.txt': 'x' }), 'book.xlsx', 'application/zip'],
    ['a workbook with programs', zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/vbaProject.bin': '' }), 'book.xlsx', 'application/zip'],
    ['broken XML that is called KML', '<kml><Document></kml>', 'plots.kml', 'application/xml'],
    ['KML with a document type', '<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>', 'plots.kml', 'application/xml'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000', 'photo.gif', 'image/gif'],
  ])('%s (415, file format)', async (_, bytes, name, type) => {
    expect(await send(bytes, { name, type })).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA', fields: [{ path: 'file', code: 'format' }] },
    })
  })
  it('what a form of another site could send (415)', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', ''])
      expect((await send(csv(), { type })).status).toBe(415)
  })
  it('a damaged photograph (400), an empty file (400) and more than 10 MB (413), each at the file', async () => {
    const photo = await drawnImage(400, 300)
    expect(await send(photo.subarray(0, 300))).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'file', code: 'format' }] } })
    expect(await send('')).toMatchObject({ status: 400, body: { fields: [{ path: 'file', code: 'required' }] } })
    expect(await send(new Uint8Array(maxFileBytes + 1))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE', fields: [{ path: 'file', code: 'max' }] } })
  })
  it('a missing or long name, an id that is none, and parameters that it does not know (400)', async () => {
    expect(await send(csv(), { name: ' ' })).toMatchObject({ status: 400, body: { fields: [{ path: 'name', code: 'required' }] } })
    expect(await send(csv(), { name: 'x'.repeat(201) })).toMatchObject({ status: 400, body: { fields: [{ path: 'name', code: 'max' }] } })
    expect(await send(csv(), { id: 'seven' })).toMatchObject({ status: 400, body: { fields: [{ path: 'id', code: 'format' }] } })
    expect((await world.as('fatima').send('/files?name=a&folder=x', { method: 'POST' })).status).toBe(400)
  })
  it('a stranger (401), somebody of another operator (404) and who only reads (403)', async () => {
    expect((await world.stranger().send('/files?name=a', { method: 'POST', body: csv() })).status).toBe(401)
    expect((await send(csv(), { operator: 'OP2' })).status).toBe(404)
    const buyer = { ...world.people.ada, id: randomUUIDv7(), name: 'Buyer', email: null, grants: [{ role: 'BRAND_VIEWER' as const, processorIds: [] }] }
    const refused = await world.asUser(buyer, 'cotton', '-').send('/files?name=a', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv() })
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })
  it('and none of that leaves a row', async () => {
    const { file, file_content, file_use } = await rowCounts(world)
    expect([file, file_content, file_use]).toEqual([0, 0, 0])
  })
})

describe('POST /files', () => {
  it.each([
    ['application/pdf', 'lab report.PDF', pdf(), 'lab report.PDF'],
    ['text/csv', 'weights.txt', csv(), 'weights.csv'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'book.xlsx', xlsx(), 'book.xlsx'],
    ['application/vnd.google-earth.kml+xml', '../../etc/plots.kml', kml, 'plots.kml'],
  ])('keeps %s as it was sent, and serves it as a download that runs nothing', async (mediaType, name, sent, storedName) => {
    const { status, body, headers } = await send(sent, { name, type: 'image/png' })
    expect([status, body.mediaType, body.name, body.state, body.width]).toEqual([201, mediaType, storedName, 'UNATTACHED', null])
    expect(headers.get('location')).toBe(`/api/operators/OP1/files/${body.id}`)
    const { bytes, headers: served } = await bytesOf(`/files/${body.id}`)
    expect(bytes.equals(Buffer.from(sent))).toBe(true)
    expect(served.get('content-type')).toBe(mediaType === 'text/csv' ? 'text/csv; charset=utf-8' : mediaType)
    expect(served.get('content-disposition')).toBe(`attachment; filename="${storedName}"; filename*=UTF-8''${encodeURIComponent(storedName)}`)
    expect(['x-content-type-options', 'cache-control'].map((header) => served.get(header))).toEqual(['nosniff', 'no-store'])
    expect(served.get('content-security-policy')).toContain('sandbox')
    expect((await bytesOf(`/files/${body.id}/preview`)).status).toBe(404)
  })
  it('encodes a photograph anew with a bound on each side; place and time of the camera stay beside it and are in no answer', async () => {
    const photo = await sharp({ create: { width: 4200, height: 100, channels: 3, background: '#2f6b3c' } })
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Surveyor Asha' },
        IFD2: { DateTimeOriginal: '2026:11:03 09:15:00', OffsetTimeOriginal: '+05:30' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 54/1 36/1', GPSLongitudeRef: 'E', GPSLongitude: '75/1 36/1 0/1' },
      })
      .toBuffer()
    const { status, body } = await send(photo, { name: 'बीज का थैला.jpg' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ mediaType: 'image/jpeg', name: 'बीज का थैला.jpg', width: 3840, height: 91 })
    expect(Object.keys(body).filter((name) => /taken|lat|lng/i.test(name))).toEqual([])
    expect(await stored(body.id)).toMatchObject({ taken_at: '2026-11-03T09:15:00+05:30', taken_lat: 21.91, taken_lng: 75.6 })
    const { bytes, headers } = await bytesOf(`/files/${body.id}`)
    expect([bytes.includes('Asha'), bytes.includes('2026:11:03'), (await sharp(bytes).metadata()).exif]).toEqual([false, false, undefined])
    expect([headers.get('content-type'), headers.get('content-disposition')?.startsWith('inline')]).toEqual(['image/jpeg', true])
    const preview = await bytesOf(`/files/${body.id}/preview`)
    expect([preview.headers.get('content-type'), (await sharp(preview.bytes).metadata()).width]).toEqual(['image/webp', 480])
  })
  it('stores a PNG that is larger than 10 MB when it is encoded anew as WebP', async () => {
    const [width, height] = [3000, 2200]
    // One channel when sent, three when stored.
    const sent = await sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .png({ compressionLevel: 1 })
      .toBuffer()
    expect(sent.byteLength).toBeLessThan(maxFileBytes)
    expect((await readPicture(sent)).bytes.byteLength).toBeGreaterThan(maxFileBytes)
    const { status, body } = await send(sent, { name: 'noise.png' })
    expect([status, body.mediaType, body.name, body.width, body.height]).toEqual([201, 'image/webp', 'noise.webp', width, height])
    expect(body.size).toBeLessThanOrEqual(maxFileBytes)
    const { bytes, headers } = await bytesOf(`/files/${body.id}`)
    expect([headers.get('content-type'), (await sharp(bytes).metadata()).format, bytes.byteLength]).toEqual(['image/webp', 'webp', body.size])
  })
  it('is one file for the same bytes of the same person, and another for somebody else', async () => {
    const bytes = pdf('once')
    const first = await send(bytes, { name: 'one.pdf' })
    const again = await send(bytes, { name: 'two.pdf' })
    expect([first.status, again.status, again.body.id, again.body.name]).toEqual([201, 200, first.body.id, 'one.pdf'])
    expect((await send(bytes, { person: 'omar' })).body.id).not.toBe(first.body.id)
  })
  it('is sent once for one Idempotency-Key; the key with another file is refused', async () => {
    const [first, again] = [await send(pdf('key'), { key: 'k-1' }), await send(pdf('key'), { key: 'k-1' })]
    expect([first.status, again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, 201, first.body, 'true'])
    expect(await send(pdf('another'), { key: 'k-1' })).toMatchObject({ status: 409, body: { code: 'DUPLICATE_KEY' } })
  })
  it('takes the id that an offline device chose, once; the id of another file is refused', async () => {
    const id = randomUUIDv7()
    const photo = await drawnImage(60, 40)
    expect([(await send(photo, { id })).body.id, (await send(photo, { id })).status]).toEqual([id, 200])
    expect(await send(pdf('else'), { id })).toMatchObject({ status: 409, body: { code: 'DUPLICATE', fields: [{ path: 'id', code: 'taken' }] } })
    expect(await send(photo, { id, person: 'omar' })).toMatchObject({ status: 409, body: { fields: [{ path: 'id', code: 'taken' }] } })
  })
  it('finishes what was cut off before its bytes were stored', async () => {
    const id = randomUUIDv7()
    const storage = databaseStorage(world.database)
    const away = { put: () => Promise.reject(new Error('away')), get: async () => undefined, remove: async () => {} }
    const host = `${world.tenants.cotton.subdomain}.farmbook.test`
    const broken = clientOf(
      createApp({ ...world.deps, files: { ...storage, drivers: { database: away } } }),
      host,
      { 'x-test-user': world.people.fatima?.id ?? '' },
      '/api/operators/OP1',
    )
    const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv(7) }
    expect((await broken.send(`/files?name=a&id=${id}`, init)).status).toBe(500)
    expect((await stored(id))?.state).toBe('UPLOADING')
    expect((await bytesOf(`/files/${id}`)).status).toBe(404)
    expect((await send(csv(7), { id })).status).toBe(201)
    expect((await bytesOf(`/files/${id}`)).bytes.toString()).toBe(csv(7))
  })
})

describe('GET /files/{id}, of a file that nothing names', () => {
  it('is for its sender alone: nobody else of the operator, of the programme or of another one', async () => {
    const { body } = await send(pdf('mine'))
    expect((await bytesOf(`/files/${body.id}`)).status).toBe(200)
    for (const person of ['omar', 'ada']) expect((await bytesOf(`/files/${body.id}`, person)).status).toBe(404)
    expect((await world.as('gopal').get(`/files/${body.id}`)).status).toBe(404)
    expect((await world.stranger().get(`/files/${body.id}`)).status).toBe(401)
    expect((await bytesOf(`/files/${randomUUIDv7()}`)).status).toBe(404)
  })
})

describe('The quota of a programme', () => {
  it('refuses what does not fit (409 QUOTA_FULL), counts what is removed out again, and is the programme’s own where it has one', async () => {
    const other = await openWorld()
    const quotaOf = (quotaBytes: number) => {
      const app = createApp({ ...other.deps, files: { ...databaseStorage(other.database), quotaBytes } })
      other.as('fatima')
      return clientOf(app, `${other.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': other.people.fatima?.id ?? '' }, '/api/operators/OP1')
    }
    const sendTo = (client: ReturnType<typeof quotaOf>, rows: number) =>
      client.send('/files?name=a.csv', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv(rows) })
    const size = Buffer.byteLength(csv(40))
    const small = quotaOf(size + 10)
    expect((await sendTo(small, 40)).status).toBe(201)
    expect(await sendTo(small, 41)).toMatchObject({
      status: 409,
      body: { code: 'QUOTA_FULL', fields: [{ path: 'file', code: 'quota' }], figures: { usedBytes: size, quotaBytes: size + 10 } },
    })
    // The same file needs no more room.
    expect((await sendTo(small, 40)).status).toBe(200)
    expect(await removeUnusedFiles(other.database, new Date(Date.now() + 31 * 86_400_000), databaseStorage(other.database))).toBeGreaterThan(0)
    expect((await sendTo(small, 41)).status).toBe(201)
    await other.database.platform((db) =>
      sql`update tenant set config = config || '{"fileQuotaMb": 0}'::jsonb where id = ${other.tenants.cotton.id}`.execute(db),
    )
    other.deps.tenants.forget()
    expect(await sendTo(quotaOf(10_000_000), 42)).toMatchObject({ status: 409, body: { code: 'QUOTA_FULL' } })
  })
})

describe('The same file sent twice at once', () => {
  it('is one, with an id and without, and counted once', async () => {
    const room = () =>
      world.scoped('ada', async ({ db }) =>
        Number((await db.selectFrom('counter').select('value').where('name', '=', 'file:bytes').executeTakeFirst())?.value ?? 0),
      )
    const before = await room()
    const id = randomUUIDv7()
    const [chosen, free] = [pdf('twice at once'), pdf('twice at once, freely')]
    const sendings = [...Array.from({ length: 4 }, () => send(chosen, { id })), ...Array.from({ length: 4 }, () => send(free))]
    const answers = await Promise.all(sendings)
    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    expect(new Set(answers.slice(0, 4).map(({ body }) => body.id))).toEqual(new Set([id]))
    expect(new Set(answers.slice(4).map(({ body }) => body.id)).size).toBe(1)
    expect((await room()) - before).toBe(chosen.byteLength + free.byteLength)
  })
})

describe('removeUnusedFiles', () => {
  it('leaves what was sent again since: its days begin anew', async () => {
    const { body } = await send(pdf('sent again'))
    // As if it had been sent 29 days ago.
    const old = new Date(Date.now() - 29 * 86_400_000).toISOString()
    await world.scoped('ada', ({ db }) => db.updateTable('file').set({ uploaded_at: old }).where('id', '=', body.id).execute())
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
    expect((await send(pdf('sent again'))).body.id).toBe(body.id)
    await removeUnusedFiles(world.database, inTwoDays, databaseStorage(world.database))
    expect((await stored(body.id))?.state).toBe('UNATTACHED')
  })
  it('removes what nothing named for thirty days, with its bytes, and nothing younger', async () => {
    const { body } = await send(pdf('unused'))
    const at = (days: number) => removeUnusedFiles(world.database, new Date(Date.now() + days * 86_400_000), databaseStorage(world.database))
    await at(29)
    expect(await stored(body.id)).toBeDefined()
    await at(31)
    const left = await world.scoped('ada', ({ db }) => db.selectFrom('file_content').select('file_id').where('file_id', '=', body.id).execute())
    expect([await stored(body.id), left]).toEqual([undefined, []])
  })
})

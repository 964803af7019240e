// Workbooks that unpack to more than they say or than anybody has: refused before they are read, while others are answered.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkWorkbook, workbookLimits } from '#server/exchange/workbook-limits.ts'
import { openWorld, type World } from '../harness/world.ts'
import { header, person } from './exchange-stage.ts'

/** A ZIP of these parts; what the directory says of their sizes may be a lie. */
function zip(parts: Record<string, Buffer | string>, lie: (bytes: number) => number = (bytes) => bytes, between = 0): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { level: 6 })
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(lie(bytes.length), 18)
    common.writeUInt16LE(name.length, 22)
    const piece = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed, Buffer.alloc(between)])
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    common.copy(entry, 6)
    entry.writeUInt16LE(0, 32)
    entry.writeUInt32LE(at, 42)
    local.push(piece)
    directory.push(entry, Buffer.from(name))
    at += piece.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, listed, end])
}
const sheet = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`

const folder = mkdtempSync(join(tmpdir(), 'farmbook-workbook-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const check = (bytes: Uint8Array, limits: Partial<typeof workbookLimits> = {}) => {
  const path = join(folder, `${++files}.xlsx`)
  writeFileSync(path, bytes)
  return checkWorkbook(path, { ...workbookLimits, ...limits })
}

describe('a workbook', () => {
  it('of a person passes', async () => {
    await check(await writeXlsx({ sheets: [{ name: 'Members', rows: [header, ...Array.from({ length: 500 }, () => Object.values(person()))] }] }))
  })
  it.each([
    ['more parts than any', zip(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`xl/${n}.xml`, '<a/>']))), { entries: 20 }],
    ['more bytes than are read, as it says itself', zip({ 'xl/a.xml': '<a/>'.repeat(5000) }), { bytes: 10_000 }],
    ['more bytes than it says', zip({ 'xl/a.xml': '<a/>'.repeat(5000) }, () => 10), { bytes: 10_000 }],
    ['a ratio that no table has', zip({ 'xl/a.xml': '<a/>'.repeat(5000) }), { smallBytes: 1000, ratio: 20 }],
    ['millions of shared strings', zip({ 'xl/sharedStrings.xml': '<si/>'.repeat(5000) }), { sharedElements: 4000 }],
    ['one shared string of megabytes', zip({ 'xl/sharedStrings.xml': `<si><t>${'a'.repeat(50_000)}</t></si>` }), { textBytes: 40_000 }],
    ['one cell of megabytes', zip({ 'xl/worksheets/sheet1.xml': sheet(`<c t="str"><v>${'a'.repeat(50_000)}</v></c>`) }), { textBytes: 40_000 }],
  ])('with %s is refused (TOO_LARGE)', async (_, bytes, limits) => {
    await expect(check(bytes, limits)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })
  const good = zip({ 'xl/a.xml': '<a/>', 'xl/b.xml': '<b/>' })
  const changed = (at: number, byte: number) => Buffer.from(good).fill(byte, at, at + 1)
  it.each([
    ['no directory', good.subarray(0, good.length - 30)],
    ['a directory elsewhere than it says', Buffer.concat([good.subarray(0, -6), Buffer.from([255, 255, 255, 127, 0, 0])])],
    ['something between its parts', zip({ 'xl/a.xml': '<a/>', 'xl/b.xml': '<b/>' }, undefined, 100)],
    ['another name in front of a part than in the directory', changed(30, 0x79)],
    ['another size in front of a part than in the directory', changed(22, 0x79)],
    ['a part that cannot be unpacked', changed(38, 0xff)],
    ['nothing in it', Buffer.from('PK\u0003\u0004')],
  ])('with %s is none (MALFORMED)', async (_, bytes) => {
    await expect(check(bytes)).rejects.toMatchObject({ code: 'MALFORMED' })
  })
})

describe('POST …/farmer/import with a workbook', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  const send = (bytes: Uint8Array, query = '') =>
    world.as('omar').send(`/farmer/import?name=members.xlsx${query}`, {
      method: 'POST',
      body: bytes as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', prefer: 'wait=60' },
    })
  it('of 120 MB in one cell is refused, looked at or imported (413), and others are answered meanwhile', async () => {
    const bomb = zip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(120_000_000, sheet(`<c t="str"><v>${'a'.repeat(100)}</v></c>`)) })
    expect(bomb.length).toBeLessThan(1_000_000)
    let isOver = false
    const refused = Promise.all([send(bomb, '&inspect=true'), send(bomb)]).finally(() => {
      isOver = true
    })
    let answered = 0
    while (!isOver) {
      expect((await world.app.request('http://x/healthz')).status).toBe(200)
      answered += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await refused).map(({ status, body }) => [status, body.code])).toEqual([
      [413, 'TOO_LARGE'],
      [413, 'TOO_LARGE'],
    ])
    expect(answered).toBeGreaterThan(10)
  })
  it('that the product wrote itself is read: an export, and the template', async () => {
    const address = (path: string) => `http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/farmer/${path}`
    const bytesOf = async (path: string) =>
      new Uint8Array(await (await world.app.request(address(path), { headers: { 'x-test-user': world.people.omar?.id ?? '' } })).arrayBuffer())
    await world.as('omar').get('/farmer')
    const template = await send(await bytesOf('import-template.xlsx'), '&inspect=true')
    expect([template.status, template.body.missing]).toEqual([200, []])
    // Without members there are no rows; that it has none is reported after it was read.
    const exported = await send(await bytesOf('export?format=xlsx&purpose=OWN_RECORDS'), '&inspect=true')
    expect([exported.status, exported.body.fields?.[0]?.message]).toEqual([400, 'The file has no rows.'])
  })
  it('goes in as its rows say, dates and numbers too, read by another thread', async () => {
    const people = Array.from({ length: 450 }, () => person({ gender: 'X' }))
    const rows = people.map((one) =>
      header.map((name) => (name === 'joined_on' ? new Date('2022-04-01T00:00:00Z') : name === 'holding_ha' ? 1.5 : (one[name] ?? ''))),
    )
    const job = await send(await writeXlsx({ sheets: [{ name: 'Members', rows: [header, ...rows] }] }))
    expect(job.body).toMatchObject({ state: 'DONE', rows: 450, rejected: 450, progress: 1 })
    const rejects = await world.as('omar').get(`/farmer/imports/${job.body.importId}/rejects.csv`)
    const [, first = ''] = rejects.body.split('\r\n')
    expect(first).toContain(',1.5,2022-04-01,')
  })
})

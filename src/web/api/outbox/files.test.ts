// Photographs and documents of what is entered without a network: refused where there is no room, sent before what names them and once each, and erased.
import { describe, expect, it, vi } from 'vitest'
import {
  always,
  eventOf,
  fatima,
  item,
  ok,
  omar,
  refusal,
  rowsThere,
  sent,
  served,
  serveOutbox,
  sessionOf,
  states,
} from '../../../../tests/web/outbox-server.ts'
import { dropFile, filesOf, mostStoredBytes, readStoredFile, sendFiles, storeFile } from './files.ts'
import { flushOutbox } from './flush.ts'
import { changeItem, deleteItem, eraseOutbox, NotStored, readOutbox, storeItem } from './store.ts'
import { tryItem } from './trying.ts'

serveOutbox()

const photo = (name = 'field.jpg', size = 12) => new File([new Uint8Array(size).fill(7)], name, { type: 'image/jpeg' })
const withFiles = (id: string, ...files: string[]) => item(id, { body: { id, firstName: id, photos: files } })
const order = () => sent.map(({ path, method }) => (method === 'GET' ? 'look' : (/id=([^&]+)/.exec(path)?.[1] ?? path.split('/').at(-1))))
const attempt = { onStored: () => {}, onAnswer: () => {}, onWaiting: () => {}, onNotStored: () => {}, isOpen: always }
const idsThere = async (table: 'files' | 'bytes') => ((await rowsThere(table)) as unknown[]).length

describe('a file that did not arrive', () => {
  it('is not stored where there is no room, which is said: neither one larger than the server takes nor one too many', async () => {
    await expect(storeFile(fatima, 'OP1', 'large', photo('large.jpg', 10_000_001))).rejects.toMatchObject({ name: 'NotStored', isFull: true })
    const arrayBuffer = vi.spyOn(File.prototype, 'arrayBuffer').mockImplementation(async () => ({ byteLength: mostStoredBytes - 5 }) as ArrayBuffer)
    await storeFile(fatima, 'OP1', 'much', photo())
    arrayBuffer.mockRestore()
    const failed = await storeFile(fatima, 'OP1', 'more', photo()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(NotStored)
    expect((failed as NotStored).isFull).toBe(true)
    expect([await readStoredFile(fatima, 'more'), await idsThere('files')]).toEqual([null, 1])
    // Another person has a sum of their own.
    await storeFile(omar, 'OP1', 'of omar', photo())
  })
  it('makes room of what no row has named for a day, and of nothing else', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-14T05:00:00Z') })
    const arrayBuffer = vi.spyOn(File.prototype, 'arrayBuffer').mockImplementation(async () => ({ byteLength: mostStoredBytes / 2 }) as ArrayBuffer)
    await storeFile(fatima, 'OP1', 'named', photo())
    await storeItem(fatima, withFiles('a', 'named'))
    await storeFile(fatima, 'OP1', 'left', photo())
    await expect(storeFile(fatima, 'OP1', 'new', photo())).rejects.toMatchObject({ isFull: true })
    vi.setSystemTime(new Date('2026-01-15T06:00:00Z'))
    await storeFile(fatima, 'OP1', 'new', photo())
    arrayBuffer.mockRestore()
    vi.useRealTimers()
    expect((await filesOf(fatima, ['named', 'left', 'new'])).map(({ id }) => id)).toEqual(['named', 'new'])
  })
  it('is of one person: nobody else reads it, takes it out or sends it', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    await dropFile(omar, 'f')
    await sendFiles(omar, withFiles('a', 'f'), always)
    expect([await readStoredFile(omar, 'f'), sent, (await readStoredFile(fatima, 'f'))?.file.name]).toEqual([null, [], 'field.jpg'])
    expect((await readStoredFile(fatima, 'f'))?.blob.size).toBe(12)
  })
  it('is erased at sign-out, also where that was interrupted', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    await storeFile(omar, 'OP1', 'o', photo())
    const working = indexedDB
    vi.stubGlobal('indexedDB', { open: () => expect.unreachable() })
    await eraseOutbox(fatima)
    vi.stubGlobal('indexedDB', working)
    expect(await idsThere('bytes')).toBe(2)
    await readOutbox(omar)
    expect([await idsThere('files'), await idsThere('bytes'), await readStoredFile(fatima, 'f')]).toEqual([1, 1, null])
  })
  it('goes when no row names it: of one deleted, and of one corrected to be without it', async () => {
    for (const id of ['f', 'g', 'h']) await storeFile(fatima, 'OP1', id, photo())
    const a = await storeItem(fatima, withFiles('a', 'f', 'g'))
    await storeItem(fatima, withFiles('b', 'g', 'h'))
    await deleteItem(fatima, a.seq)
    expect((await filesOf(fatima, ['f', 'g', 'h'])).map(({ id }) => id).sort()).toEqual(['g', 'h'])
    await storeItem(fatima, { ...withFiles('b', 'h'), key: 'corrected' })
    expect(await idsThere('bytes')).toBe(1)
  })
  it('goes with its draft where its form was never sent', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-14T05:00:00Z') })
    await storeFile(fatima, 'OP1', 'f', photo())
    vi.setSystemTime(new Date('2026-02-12T05:00:00Z'))
    await readOutbox(omar)
    expect(await idsThere('bytes')).toBe(1)
    vi.setSystemTime(new Date('2026-02-14T05:00:00Z'))
    await readOutbox(omar)
    vi.useRealTimers()
    expect(await idsThere('bytes')).toBe(0)
  })
})

describe('sending with files', () => {
  it('waits with everything when the file does not arrive, and goes on with the same', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    await storeItem(fatima, withFiles('a', 'f'))
    served.answer = () => 'no network'
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 0, isSilent: true })
    expect([order(), await states()]).toEqual([['f'], { a: 'WAITING' }])
    served.answer = () => ok
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1 })
    expect(order()).toEqual(['f', 'f', 'farmer'])
    expect(await idsThere('bytes')).toBe(0)
  })
  it('refuses the row at the field of the file that the server does not take, and keeps the file for its person to take out', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    await storeItem(fatima, { ...eventOf('e', 'crop-1'), body: { id: 'e', eventType: 'SOWING', data: { lines: [{ files: ['f'] }] } } })
    await storeItem(fatima, item('b'))
    served.answer = ({ path, method }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : path.includes('/files') ? refusal(415, 'UNSUPPORTED_MEDIA') : ok)
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 1, refused: 1 })
    const [row] = await readOutbox(fatima)
    expect(row).toMatchObject({ state: 'REFUSED', problem: { fields: [{ path: 'data.lines.0.files', message: 'Refused: UNSUPPORTED_MEDIA' }] } })
    expect(await idsThere('bytes')).toBe(1)
  })
  it('is before what names them and in their order, by the token of their person, and not again after an answer that was lost', async () => {
    for (const id of ['f', 'g']) {
      await storeFile(fatima, 'OP1', id, photo(`${id}.jpg`))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await storeItem(fatima, withFiles('a', 'g', 'f'))
    served.answer = ({ path }) => (path.includes('/files') ? ok : 'no network')
    await flushOutbox(fatima, always)
    served.answer = () => ok
    await flushOutbox(fatima, always)
    expect(order()).toEqual(['f', 'g', 'farmer', 'farmer'])
    expect(new Set(sent.map(({ token }) => token?.split('.').at(-1)))).toEqual(new Set(['fatima']))
    expect([await states(), await idsThere('files'), await idsThere('bytes')]).toEqual([{ a: 'SENT' }, 0, 0])
  })
  it('takes "fine" without the id of the file for no answer', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    await storeItem(fatima, withFiles('a', 'f'))
    served.answer = () => ({ status: 200, body: {} })
    expect(await flushOutbox(fatima, always)).toMatchObject({ sent: 0, isSilent: true })
    expect([await states(), await idsThere('bytes')]).toEqual([{ a: 'WAITING' }, 1])
  })
  it('is once though two tabs begin at the same time', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    await storeItem(fatima, withFiles('a', 'f'))
    await Promise.all([flushOutbox(fatima, always), flushOutbox(fatima, always)])
    expect(order()).toEqual(['f', 'farmer'])
  })
  it('ends with the sign-out between two files, and leaves nothing', async () => {
    for (const id of ['f', 'g']) await storeFile(fatima, 'OP1', id, photo())
    await storeItem(fatima, withFiles('a', 'f', 'g'))
    let isIn = true
    served.answer = async () => {
      isIn = false
      await eraseOutbox(fatima)
      served.session = sessionOf(omar)
      return ok
    }
    await flushOutbox(fatima, () => isIn)
    expect([order().length, await rowsThere(), await idsThere('files'), await idsThere('bytes')]).toEqual([1, [], 0, 0])
  })
  it('of a form that is open keeps what the server refused, and sends no file twice', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    served.answer = ({ method }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : ok)
    const once = withFiles('a', 'f')
    const refused = () => Promise.reject(Object.assign(new Error('no'), { code: 'VALIDATION' }))
    await tryItem(fatima, once, false, refused, attempt).catch(() => undefined)
    expect(await idsThere('bytes')).toBe(1)
    await tryItem(fatima, { ...once, key: 'again' }, false, async () => ({ id: 'a' }), attempt)
    expect(order().filter((one) => one === 'f')).toEqual(['f'])
    expect([await idsThere('bytes'), await rowsThere()]).toEqual([0, []])
  })
  it('of a row that was refused long after its file arrived sends the file again', async () => {
    await storeFile(fatima, 'OP1', 'f', photo())
    const { seq } = await storeItem(fatima, withFiles('a', 'f'))
    served.answer = ({ path, method }) => (method === 'GET' ? refusal(404, 'NOT_FOUND') : path.includes('/files') ? ok : refusal(422, 'RULE_BLOCKED'))
    await flushOutbox(fatima, always)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 })
    served.session = sessionOf('fatima')
    served.answer = () => ok
    await changeItem(fatima, seq, { state: 'WAITING', problem: null })
    await flushOutbox(fatima, always)
    vi.useRealTimers()
    expect(order().filter((one) => one === 'f')).toEqual(['f', 'f'])
  })
})

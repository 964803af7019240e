// A look at a workbook before it is read: a ZIP of a hundred kilobytes may claim to hold gigabytes. Its directory is read first,
// then every part is unpacked once without being stored, and counted: bytes in all, the ratio to what was sent, pieces of the
// shared strings and the longest text. Unpacking runs in threads of its own and holds nobody up.
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { Problem } from '#domain/kernel/problems.ts'

export type WorkbookLimits = {
  entries: number
  /** Of all parts together, unpacked. */
  bytes: number
  /** Unpacked to packed, asked of what is larger than `smallBytes`. */
  ratio: number
  smallBytes: number
  /** Elements of the shared strings; a string has two to four. */
  sharedElements: number
  /** Bytes of one piece of text: a boundary of 5,000 corners has 200 kB. */
  textBytes: number
}
export const workbookLimits: WorkbookLimits = {
  entries: 2000,
  bytes: 100_000_000,
  ratio: 200,
  smallBytes: 5_000_000,
  sharedElements: 4_000_000,
  textBytes: 1_000_000,
}

const unreadable = (cause?: unknown): Problem =>
  new Problem('MALFORMED', { message: 'This is not a workbook that can be read. Please save it as .xlsx or CSV again.', cause })
const tooLarge = (figures: Record<string, unknown>): Problem =>
  new Problem('TOO_LARGE', { message: 'This workbook is larger than we read. Please save it as CSV, or divide it.', figures })

type Entry = { name: string; isPacked: boolean; packedBytes: number; bytes: number; at: number }

/** Throws MALFORMED for what is no workbook, TOO_LARGE for one beyond the limits. */
export async function checkWorkbook(path: string, limits: WorkbookLimits = workbookLimits): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const entries = await directoryOf(file, size, limits)
    const declared = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    if (declared > limits.bytes) throw tooLarge({ bytes: declared, maxBytes: limits.bytes })
    let left = limits.bytes
    for (const entry of entries) left -= await unpackedBytes(file, path, entry, left, limits)
    const total = limits.bytes - left
    if (total > limits.smallBytes && total > size * limits.ratio) throw tooLarge({ bytes: total, sentBytes: size, maxRatio: limits.ratio })
  } finally {
    await file.close()
  }
}

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const localMark = 0x04034b50
const longestEnd = 65_557
/** Sizes written behind a part, where they are not in front of it. */
const longestDescriptor = 24

/** The parts of the file in their order, without anything between them: what a reader meets on its way is what the directory says. */
async function directoryOf(file: FileHandle, size: number, { entries: mostEntries }: WorkbookLimits): Promise<Entry[]> {
  const tail = await bytesAt(file, Math.max(0, size - longestEnd), Math.min(size, longestEnd))
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endMark) throw unreadable()
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > mostEntries || length > mostEntries * 1000) throw tooLarge({ entries: count, maxEntries: mostEntries })
  if (start + length > size) throw unreadable()
  const directory = await bytesAt(file, start, length)
  const entries: Entry[] = []
  for (let at = 0, n = 0; n < count; n++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== directoryMark) throw unreadable()
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
    const [nameLength, extra, comment] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30), directory.readUInt16LE(at + 32)]
    if (flags & 1 || (method !== 0 && method !== 8)) throw unreadable()
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      isPacked: method === 8,
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extra + comment
  }
  entries.sort((one, other) => one.at - other.at)
  let next = 0
  for (const entry of entries) {
    if (entry.at < next || entry.at - next > (next === 0 ? 0 : longestDescriptor)) throw unreadable()
    const head = await bytesAt(file, entry.at, 30)
    if (head.length < 30 || head.readUInt32LE(0) !== localMark || (head.readUInt16LE(8) === 8) !== entry.isPacked) throw unreadable()
    const [nameLength, extra] = [head.readUInt16LE(26), head.readUInt16LE(28)]
    const name = await bytesAt(file, entry.at + 30, nameLength)
    const isSizeBehind = (head.readUInt16LE(6) & 8) !== 0
    if (name.toString('utf8') !== entry.name || (!isSizeBehind && (head.readUInt32LE(18) !== entry.packedBytes || head.readUInt32LE(22) !== entry.bytes)))
      throw unreadable()
    entry.at += 30 + nameLength + extra
    next = entry.at + entry.packedBytes
  }
  if (next > start || start - next > longestDescriptor) throw unreadable()
  return entries
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Unpacks one part without keeping it. Throws TOO_LARGE as soon as it is. */
async function unpackedBytes(file: FileHandle, path: string, entry: Entry, most: number, limits: WorkbookLimits): Promise<number> {
  if (entry.packedBytes === 0) return 0
  const count = new Count(most, /sharedStrings\.xml$/i.test(entry.name) ? limits.sharedElements : Number.POSITIVE_INFINITY, limits.textBytes)
  const packed = createReadStream(path, { fd: file, autoClose: false, start: entry.at, end: entry.at + entry.packedBytes - 1 })
  try {
    await (entry.isPacked ? pipeline(packed, createInflateRaw({ chunkSize: 128 * 1024 }), count) : pipeline(packed, count))
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(error)
  }
  return count.bytes
}

const opening = '<'.charCodeAt(0)

/** Counts bytes, elements, and the longest text between two of them. */
class Count extends Writable {
  bytes = 0
  #elements = 0
  #text = 0
  readonly #mostBytes: number
  readonly #mostElements: number
  readonly #longestText: number
  constructor(mostBytes: number, mostElements: number, longestText: number) {
    super()
    this.#mostBytes = mostBytes
    this.#mostElements = mostElements
    this.#longestText = longestText
  }
  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.bytes += chunk.length
    let from = 0
    for (let at = chunk.indexOf(opening); at >= 0; at = chunk.indexOf(opening, from)) {
      this.#elements += 1
      if (this.#text + at - from > this.#longestText) break
      this.#text = 0
      from = at + 1
    }
    this.#text += chunk.length - from
    const isBeyond = this.bytes > this.#mostBytes || this.#elements > this.#mostElements || (this.#text > this.#longestText && isText(chunk))
    done(isBeyond ? tooLarge({ maxBytes: this.#mostBytes, maxElements: this.#mostElements, maxTextBytes: this.#longestText }) : null)
  }
}

/** Pictures in a workbook have no elements, and are not read. */
const isText = (chunk: Buffer): boolean => !chunk.subarray(0, 1000).some((byte) => byte < 9)

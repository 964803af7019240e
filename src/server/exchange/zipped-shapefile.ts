// A shapefile comes as a ZIP of its parts. Its directory is read first; only the four parts that are needed are unpacked, each up to a bound, because
// a small ZIP may claim to hold gigabytes.
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type Shape, unreadable } from '#domain/geo/shapes.ts'
import { codeOf } from '#domain/kernel/error-code.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { readShapefile, type ShapefileParts } from './read-shapefile.ts'

const inflate = promisify(inflateRaw)
/** Of one part, unpacked: a hundred thousand plots have thirty megabytes. */
const mostBytes = 64_000_000
const mostEntries = 2000
const longestEnd = 65_557
const [endMark, directoryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50]

type Entry = { name: string; isPacked: boolean; isLocked: boolean; packedBytes: number; bytes: number; at: number }

const notOne = (): Problem => unreadable('A ZIP is read where it holds one shapefile: its .shp, .dbf and .prj.')
const tooLarge = (): Problem =>
  new Problem('TOO_LARGE', { message: 'This shapefile is larger than we read. Please divide it.', figures: { maxBytes: mostBytes } })

/** Whether a ZIP holds a map rather than a workbook. What is no ZIP holds none. */
export async function isZippedShapefile(path: string): Promise<boolean> {
  return reading(path, async (file) => (await entriesOf(file)).some(({ name }) => /\.shp$/i.test(name)))
}

/** Shapes in their order. Throws MALFORMED for what cannot be read or is more than one shapefile, TOO_LARGE for one beyond the bound. */
export async function* zippedShapes(path: string, onProgress: (share: number) => void): AsyncGenerator<Shape> {
  const parts = await reading(path, partsOf)
  onProgress(0.5)
  yield* readShapefile(parts)
  onProgress(1)
}

async function reading<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

async function partsOf(file: FileHandle): Promise<ShapefileParts> {
  const entries = await entriesOf(file)
  const [shp, ...others] = entries.filter(({ name }) => /\.shp$/i.test(name))
  if (!shp || others.length > 0) throw notOne()
  const stem = shp.name.slice(0, -4).toLowerCase()
  const part = async (ending: string) => {
    const entry = entries.find(({ name }) => name.toLowerCase() === `${stem}.${ending}`)
    return entry ? unpacked(file, entry) : null
  }
  const text = async (ending: string) => (await part(ending))?.toString('latin1') ?? null
  return { shp: await unpacked(file, shp), dbf: await part('dbf'), prj: await text('prj'), cpg: await text('cpg') }
}

async function entriesOf(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat()
  const tail = await bytesAt(file, Math.max(0, size - longestEnd), Math.min(size, longestEnd))
  const end = tail.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endMark) return []
  const [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (count > mostEntries || start + length > size) return []
  const directory = await bytesAt(file, start, length)
  const entries: Entry[] = []
  for (let at = 0, n = 0; n < count; n++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== directoryMark) return []
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
    const [nameLength, extra, comment] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30), directory.readUInt16LE(at + 32)]
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    // What a Mac adds beside each file is none of them.
    if (!name.startsWith('__MACOSX/'))
      entries.push({
        name,
        isPacked: method === 8,
        isLocked: (flags & 1) !== 0 || (method !== 0 && method !== 8),
        packedBytes: directory.readUInt32LE(at + 20),
        bytes: directory.readUInt32LE(at + 24),
        at: directory.readUInt32LE(at + 42),
      })
    at += 46 + nameLength + extra + comment
  }
  return entries
}

async function unpacked(file: FileHandle, { isPacked, isLocked, packedBytes, bytes, at }: Entry): Promise<Buffer> {
  if (bytes > mostBytes || packedBytes > mostBytes) throw tooLarge()
  const head = await bytesAt(file, at, 30)
  if (isLocked || head.length < 30 || head.readUInt32LE(0) !== localMark) throw notOne()
  const packed = await bytesAt(file, at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packedBytes)
  if (!isPacked) return packed
  try {
    return await inflate(packed, { maxOutputLength: mostBytes })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : notOne()
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

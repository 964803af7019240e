// Receiving a file: straight to disk while it arrives, never whole in memory, so that reading it can take its
// time after the sender has gone. What kind of file it is, its first bytes say, not its name.

import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '#domain/kernel/error-code.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { isZippedShapefile } from './zipped-shapefile.ts'

/** A list of 10,000 plots with their boundaries is 5 MB; ten times that is a programme. */
export const maxUploadBytes = 50_000_000

export const folderPrefix = 'farmbook-import-'

export type Format = 'csv' | 'xlsx' | 'geojson' | 'kml' | 'shapefile'
export const isFormat = (text: string | null): text is Format => text !== null && /^(csv|xlsx|geojson|kml|shapefile)$/.test(text)
/** One that has shapes of its own: their boundary is in no column. */
export const isMapFormat = (format: Format): boolean => format === 'geojson' || format === 'kml' || format === 'shapefile'
export type Upload = { path: string; bytes: number; sha256: string; format: Format /** Removes the file. */; dispose(): Promise<void> }

/** What a page of another site could send without asking: refused, because a session cookie would come along. */
const sentByForms = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i

/** Throws UNSUPPORTED_MEDIA, TOO_LARGE, and VALIDATION for an empty file. */
export async function receiveUpload(request: Request, maxBytes = maxUploadBytes): Promise<Upload> {
  const type = request.headers.get('content-type') ?? ''
  if (!type || sentByForms.test(type))
    throw new Problem('UNSUPPORTED_MEDIA', {
      message:
        'Send the file itself as the body, with its own Content-Type: text/csv, application/geo+json, application/vnd.google-earth.kml+xml or the one of XLSX.',
    })
  const tooLarge = () =>
    new Problem('TOO_LARGE', { message: phrase`A file may have ${Math.floor(maxBytes / 1_000_000)} MB at most. Please divide it.`, figures: { maxBytes } })
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'upload')
    const gauge = new Gauge(maxBytes, tooLarge)
    await pipeline(Readable.from(request.body ?? []), gauge, createWriteStream(path))
    if (gauge.bytes === 0) throw new Problem('VALIDATION', { fields: [{ path: 'file', code: 'required', message: 'The file is empty.' }] })
    const format = formatOf(gauge.head, type)
    const isMap = format === 'xlsx' && (await isZippedShapefile(path))
    return { path, bytes: gauge.bytes, sha256: gauge.hash.digest('hex'), format: isMap ? 'shapefile' : format, dispose }
  } catch (error) {
    await dispose()
    // The sender hung up: nobody reads the answer, and nothing of ours has failed.
    if (isCutOff(error)) throw new Problem('MALFORMED', { message: 'The request ended before its body did.', cause: error })
    throw error
  }
}

/** How a connection that ends within a body is reported, by Node and by its streams. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/.test(String(codeOf(error))))

/** Removes what processes that were killed during an import have left. An import of this age has ended. */
export async function removeOldUploads(now: Date, olderThanMs = 86_400_000): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(tmpdir(), name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now.getTime() }))
    if (now.getTime() - mtimeMs > olderThanMs) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** Counts, hashes and keeps the first bytes of what passes through. */
class Gauge extends Transform {
  bytes = 0
  head = Buffer.alloc(0)
  readonly hash: Hash = createHash('sha256')
  readonly #max: number
  readonly #tooLarge: () => Error
  constructor(max: number, tooLarge: () => Error) {
    super()
    this.#max = max
    this.#tooLarge = tooLarge
  }
  override _transform(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null, data?: Buffer) => void): void {
    this.bytes += chunk.length
    if (this.head.length < 64) this.head = Buffer.concat([this.head, chunk.subarray(0, 64)])
    this.hash.update(chunk)
    done(this.bytes > this.#max ? this.#tooLarge() : null, chunk)
  }
}

function formatOf(head: Buffer, type: string): Format {
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx'
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'This is an Excel file of the old kind (.xls). Please save it as .xlsx or CSV.' })
  if (head.includes(0) && !head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) && !head.subarray(0, 2).equals(Buffer.from([0xfe, 0xff])))
    throw new Problem('UNSUPPORTED_MEDIA', { message: 'This is not a table: CSV, XLSX, GeoJSON, KML and zipped shapefiles are read.' })
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (text.startsWith('<')) return 'kml'
  if (text.startsWith('{') || /geo\+json/i.test(type)) return 'geojson'
  return 'csv'
}

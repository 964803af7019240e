// Whether bytes are a recording of speech: MP3, MPEG-4 with sound alone, or Ogg with Opus or Vorbis. By their frames, boxes and pages; nothing is decoded.
import type { FileType } from '#domain/kernel/files.ts'

export function recordingOf(bytes: Buffer): Extract<FileType, `audio/${string}`> | undefined {
  if (isOgg(bytes)) return 'audio/ogg'
  if (isSoundOnly(bytes)) return 'audio/mp4'
  return isMp3(bytes) ? 'audio/mpeg' : undefined
}

/** Its first page begins a stream of Opus or Vorbis, and no other stream begins in the same group of pages. */
function isOgg(bytes: Buffer): boolean {
  const starts = (at: number) => bytes.toString('latin1', at, at + 4) === 'OggS'
  if (!starts(0) || bytes.byteLength < 58) return false
  const first = 27 + bytes.readUInt8(26)
  const codec = bytes.toString('latin1', first, first + 8)
  const length = bytes.subarray(27, first).reduce((sum, lacing) => sum + lacing, 0)
  const next = first + length
  // Pages that begin a stream are marked; films have one more.
  const isAlone = !starts(next) || (next + 6 <= bytes.byteLength && (bytes.readUInt8(next + 5) & 2) === 0)
  return isAlone && (codec.startsWith('OpusHead') || codec.startsWith('\u0001vorbis'))
}

/** More boxes at one level than any recording has. */
const mostBoxes = 1000
/** Boxes at one level: kind, first and last byte of their content; none of a file that is not whole, or has too many. */
function boxesIn(bytes: Buffer, from: number, to: number): { kind: string; from: number; to: number }[] {
  const boxes: { kind: string; from: number; to: number }[] = []
  for (let at = from; at + 8 <= to; ) {
    if (boxes.length === mostBoxes) return []
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= to
    const size = short === 0 ? to - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < (isLong ? 16 : 8) || at + size > to) return []
    boxes.push({ kind: bytes.toString('latin1', at + 4, at + 8), from: at + (isLong ? 16 : 8), to: at + size })
    at += size
  }
  return boxes
}

/** Tracks of sound, and none of anything else. */
function isSoundOnly(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const moov = boxesIn(bytes, 0, bytes.byteLength).find(({ kind }) => kind === 'moov')
  if (!moov) return false
  const within = (box: { from: number; to: number } | undefined, kind: string) =>
    box ? boxesIn(bytes, box.from, box.to).filter((inner) => inner.kind === kind) : []
  const handlers = within(moov, 'trak').map((track) => {
    const [media] = within(track, 'mdia')
    const [handler] = within(media, 'hdlr')
    return handler ? bytes.toString('latin1', handler.from + 8, handler.from + 12) : ''
  })
  return handlers.length > 0 && handlers.every((one) => one === 'soun')
}

const bitrates: Readonly<Record<'1' | '2', readonly number[]>> = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]

/** Length of the frame of layer III that begins there; 0: none does. */
function frameAt(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.byteLength || bytes.readUInt16BE(at) < 0xffe0) return 0
  const [second, third] = [bytes.readUInt8(at + 1), bytes.readUInt8(at + 2)]
  const version = (second >> 3) & 3
  if (version === 1 || ((second >> 1) & 3) !== 1) return 0
  const isFirst = version === 3
  const rate = (sampleRates[(third >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4)
  const kbits = bitrates[isFirst ? 1 : 2][third >> 4] ?? 0
  if (rate === 0 || kbits === 0) return 0
  return Math.floor(((isFirst ? 144 : 72) * kbits * 1000) / rate) + ((third >> 1) & 1)
}

/** Behind its tag, if it has one, three frames follow one another, as chance does not have it. */
function isMp3(bytes: Buffer): boolean {
  const hasTag = bytes.toString('latin1', 0, 3) === 'ID3' && bytes.byteLength > 10
  let at = hasTag ? 10 + [6, 7, 8, 9].reduce((size, place) => size * 128 + (bytes.readUInt8(place) & 127), 0) : 0
  for (let frames = 0; frames < 3; frames++) {
    const length = frameAt(bytes, at)
    if (length === 0) return false
    at += length
  }
  return true
}

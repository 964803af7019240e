// Files of every kind that is taken, small and valid, for tests.

import { crc32 } from 'node:zlib'
import sharp from 'sharp'

export const drawnImage = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg', background = '#F79023'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

export const pdf = (words = 'Report'): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Title (${words}) >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`)
export const csv = (rows = 3): string => `member_no,kg\r\n${Array.from({ length: rows }, (_, n) => `M-${n},${n * 10}`).join('\r\n')}\r\n`
export const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>A</name></Placemark></Document></kml>`

/** A ZIP of stored parts. */
export function zip(parts: Readonly<Record<string, string>>): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const [label, content] = [Buffer.from(name), Buffer.from(text)]
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(content.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(label.length, 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, label, content])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, end, label]))
    files.push(file)
    at += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, listed, Buffer.from('PK\u0005\u0006'), end])
}
export const xlsx = (): Buffer => zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': '<worksheet/>' })

/** Silence: frames of layer III, 64 kbit/s at 44.1 kHz, a fortieth of a second each. */
export function mp3(frames = 8): Buffer {
  const frame = Buffer.alloc(208)
  frame.writeUInt32BE(0xfffb5000, 0)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}
const box = (kind: string, ...content: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0), 0)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
/** MPEG-4 with a track of each of these kinds: `soun`, `vide`. */
export function mp4(...tracks: readonly string[]): Buffer {
  const track = (kind: string) => box('trak', box('mdia', box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from(kind, 'latin1'), Buffer.alloc(13)]))))
  return Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0', 'latin1')), box('mdat', Buffer.alloc(64)), box('moov', ...tracks.map(track))])
}
/** Ogg whose first pages begin streams of these codecs. */
export function ogg(...codecs: readonly string[]): Buffer {
  const page = (content: Buffer, flag: number) => {
    const head = Buffer.alloc(28)
    head.write('OggS', 0, 'latin1')
    head.writeUInt8(flag, 5)
    head.writeUInt8(1, 26)
    head.writeUInt8(content.length, 27)
    return Buffer.concat([head, content])
  }
  return Buffer.concat([...codecs.map((codec) => page(Buffer.concat([Buffer.from(codec, 'latin1'), Buffer.alloc(12)]), 2)), page(Buffer.alloc(40), 0)])
}

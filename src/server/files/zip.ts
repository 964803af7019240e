// A ZIP of a few files that are in memory, packed where that makes them smaller. The same files give the same bytes: they bear the day they are given.
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = { name: string; bytes: Uint8Array }

/** `at`: the time that every part bears, in the zone of the reader as far as the format knows any. Names are UTF-8. */
export function zipOf(parts: readonly ZipPart[], at: Date): Buffer {
  const [time, day] = dosTime(at)
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of parts) {
    const packed = deflateRawSync(bytes)
    const isPacked = packed.length < bytes.length
    const body = isPacked ? packed : Buffer.from(bytes)
    const label = Buffer.from(name, 'utf8')
    // What both heads say: version 2.0, names in UTF-8, how it is packed, when, and how large.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(isPacked ? 8 : 0, 4)
    facts.writeUInt16LE(time, 6)
    facts.writeUInt16LE(day, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(body.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(label.length, 22)
    pieces.push(mark(0x04034b50), facts, label, body)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(mark(0x02014b50), Buffer.from([20, 0]), facts, place, label)
    offset += 30 + label.length + body.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...pieces, ...directory, mark(0x06054b50), end])
}

function mark(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** To two seconds, from 1980 on. */
const dosTime = (at: Date): [time: number, day: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
]

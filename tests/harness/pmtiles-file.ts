// A small PMTiles file (version 3, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md): one directory, nothing compressed.
import { zxyToTileId } from 'pmtiles'

export type Tile = { z: number; x: number; y: number; bytes: Uint8Array }
const kinds = { mvt: 1, png: 2 } as const

/** `bounds`: west, south, east, north in degrees. */
export function pmtilesFile(kind: keyof typeof kinds, tiles: readonly Tile[], bounds: readonly [number, number, number, number]): Uint8Array {
  const placed = tiles.map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes })).sort((one, other) => one.id - other.id)
  let offset = 0
  const starts = placed.map(({ bytes }) => {
    const start = offset
    offset += bytes.byteLength
    return start
  })
  const directory = new Uint8Array([
    ...varint(placed.length),
    ...placed.flatMap(({ id }, at) => varint(id - (placed[at - 1]?.id ?? 0))),
    ...placed.flatMap(() => varint(1)),
    ...placed.flatMap(({ bytes }) => varint(bytes.byteLength)),
    ...starts.flatMap((start) => varint(start + 1)),
  ])
  const metadata = new TextEncoder().encode('{}')
  const header = new DataView(new ArrayBuffer(127))
  for (const [at, letter] of [...'PMTiles'].entries()) header.setUint8(at, letter.charCodeAt(0))
  header.setUint8(7, 3)
  const directoryEnd = 127 + directory.byteLength
  const tilesAt = directoryEnd + metadata.byteLength
  for (const [at, value] of [
    [8, 127],
    [16, directory.byteLength],
    [24, directoryEnd],
    [32, metadata.byteLength],
    [40, tilesAt],
    [48, 0],
    [56, tilesAt],
    [64, offset],
    [72, placed.length],
    [80, placed.length],
    [88, placed.length],
  ] as const)
    header.setBigUint64(at, BigInt(value), true)
  header.setUint8(96, 1)
  header.setUint8(97, 1)
  header.setUint8(98, 1)
  header.setUint8(99, kinds[kind])
  header.setUint8(100, Math.min(...tiles.map(({ z }) => z)))
  header.setUint8(101, Math.max(...tiles.map(({ z }) => z)))
  for (const [at, degrees] of bounds.entries()) header.setInt32(102 + at * 4, Math.round(degrees * 1e7), true)
  return Buffer.concat([new Uint8Array(header.buffer), directory, metadata, ...placed.map(({ bytes }) => bytes)])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}
